/** What a game looks like that has no skin of its own yet, and what every skin starts from. */

import { spread } from "../../board/arrange";
import { clockwiseTurns, type Skin } from "../../board/skin";
import Cover from "./Cover.svelte";
import Piece from "./Piece.svelte";

export const plain: Skin = {
  Piece,
  Cover,
  motto: "",
  colours: ["ivory", "ebony", "crimson", "azure"],
  words: {
    kinds: { piece: "Choose", move: "Move", attack: "Attack", shoot: "Shoot", deploy: "Place" },
    marks: {},
    grounds: {},
  },
  grounds: { light: "light", dark: "dark" },
  markers: { move: "dot", attack: "swords", shoot: "aim", deploy: "plus" },
  stats: {},
  arrange: spread,
  tone: () => 2,
  dice: () => null,
  tally: () => [],
  facing: clockwiseTurns,
};
