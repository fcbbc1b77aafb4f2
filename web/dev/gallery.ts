/** Boards that no game shows yet, to look at while drawing: `npm run dev`, then /dev/gallery.html. */

import { mount } from "svelte";
import "../src/styles/base.css";
import Gallery from "./Gallery.svelte";

export default mount(Gallery, { target: document.getElementById("app")! });
