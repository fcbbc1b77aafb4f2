/** The look of a game that has no skin of its own, and the start of every skin. */

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
  dieLabel: (step, pool, die) => ({ seat: step.owners[pool]?.[die] ?? step.seat, text: "" }),
  tally: () => [],
  facing: clockwiseTurns,
};
