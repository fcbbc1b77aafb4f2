import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");

export default mount(App, { target });

// After an update of the server the old files of lazy parts are gone; a reload finds the new ones.
window.addEventListener("vite:preloadError", () => location.reload());
