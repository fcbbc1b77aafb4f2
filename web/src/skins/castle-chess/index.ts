/** Castle Chess: two or four castles with walls and gates, eight kinds of units, and the engines they push. */

import type { Arrange, Slot } from "../../board/arrange";
import { clockwiseTurns, type Skin } from "../../board/skin";
import type { Token } from "../../protocol.gen";
import { plain } from "../plain";
import Cover from "./Cover.svelte";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";
import { groundWords, SIDE_COLOURS } from "./sides";

const ALONE: Slot = { x: 0.5, y: 0.5, scale: 1 };
const UNDER: Slot = { x: 0.5, y: 0.56, scale: 1.05 };
/** A unit on a machine is placed so that the marks of the machine can still be seen. */
const ON: Record<string, Slot> = {
  ram: { x: 0.47, y: 0.36, scale: 0.78 },
  tower: { x: 0.5, y: 0.33, scale: 0.78 },
  catapult: { x: 0.37, y: 0.4, scale: 0.8 },
};

export const arrange: Arrange = (tokens) => {
  const machine = tokens.find((token) => token.layer === 0);
  if (!machine || tokens.length < 2) return tokens.map(() => ALONE);
  return tokens.map((token) => (token === machine ? UNDER : (ON[machine.kind] ?? ALONE)));
};

/** The longest range of a unit. */
const lineRange = (token: Token): number => Math.max(0, ...token.stats.map((stat) => stat.value));

export const skin: Skin = {
  ...plain,
  Piece,
  Cover,
  Ground,
  motto: "Ram the gate, climb the wall, take the throne.",
  hint: "Choose a unit: every place it may go to is marked. Archers, Mages and catapults attack after they have moved; there are no dice.",
  colours: ["ivory", "ebony"],
  coloursByName: SIDE_COLOURS,
  noDice: true,
  words: {
    kinds: {
      piece: "Choose",
      move: "Move",
      attack: "Strike",
      push: "Push",
      ram: "Ram",
      shoot: "Shoot",
      blast: "Blast",
      fire: "Fire the catapult",
      breach: "Break the gate",
      place: "Place",
      reserve: "Place",
      auto: "Place",
      hold: "Do not attack",
      knight: "Make a Knight",
      done: "Done",
    },
    marks: { check: "in check", actor: "acting now", "on-wall": "on the wall", "in-gate": "in the gate", statue: "statue", unmanned: "nobody on it" },
    grounds: groundWords(),
  },
  grounds: {},
  markers: { move: "dot", attack: "swords", push: "diamond", ram: "swords", shoot: "aim", blast: "star", fire: "aim", breach: "swords", place: "plus", knight: "star" },
  stats: { Range: { icon: "plain", corner: "none" }, Catapult: { icon: "plain", corner: "none" } },
  arrange,
  lineRange,
  // With four sides, each player's view already has their own castle at the bottom.
  facing: (seat, seats, viewer) => clockwiseTurns(seat, seats) - (seats > 2 ? clockwiseTurns(viewer, seats) : 0),
};
