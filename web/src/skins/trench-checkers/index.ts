/** Trench Checkers: thick draughtsmen in stacks on a muddy field, dice by height, a hand of secret cards. */

import type { Arrange, Slot } from "../../board/arrange";
import { eventsOfPool } from "../../board/dice";
import type { Tone } from "../../board/odds";
import type { Skin } from "../../board/skin";
import type { EventInfo, StepInfo, View } from "../../protocol.gen";
import { plain } from "../plain";
import Card from "./Card.svelte";
import Cover from "./Cover.svelte";
import Ground from "./Ground.svelte";
import Piece from "./Piece.svelte";

// For the attacker; a Last Stand costs the winner a piece.
const TONES: Record<string, Tone> = {
  "attacker wins": 0,
  "attacker wins, Last Stand": 1,
  tie: 2,
  "no effect": 3,
  "defender wins, Last Stand": 3,
  "defender wins": 4,
};

/** How good a result is for the seat to act: the attacker, or the defender who reacts. */
function tone(result: string, view?: View): Tone {
  const attacked = view?.tokens.some(({ cell, owner }) => owner === view.turn && view.marks[cell] === "target");
  const found = TONES[result] ?? 2;
  return attacked ? ((4 - found) as Tone) : found;
}

/** From this layer on, pieces are guests on a tile: they cross a sleeping enemy. */
const GUESTS = 4;
const RISE = 0.19;

const heap = (count: number, x: number, scale: number): Slot[] =>
  Array.from({ length: count }, (_, index) => ({ x, y: 0.53 + ((count - 1) / 2 - index) * RISE * scale, scale: scale * (count > 1 ? 0.84 : 0.96) }));

/** Ground below, then the stack, and guests next to it. */
export const arrange: Arrange = (tokens) => {
  const ground = tokens.filter((token) => token.layer === 0).length;
  const guests = tokens.filter((token) => token.layer >= GUESTS).length;
  const hosts = tokens.length - ground - guests;
  const under: Slot = hosts || guests ? { x: 0.2, y: 0.78, scale: 0.42 } : { x: 0.5, y: 0.52, scale: 0.9 };
  return [
    ...Array.from({ length: ground }, () => under),
    ...heap(hosts, guests ? 0.3 : 0.5, guests ? 0.62 : 1),
    ...heap(guests, 0.7, 0.62),
  ];
};

const rollOf = (step: StepInfo, pool: number) => eventsOfPool(step, pool)[0]?.numbers ?? {};

function dieLabel(step: StepInfo, pool: number, die: number) {
  const { attacker, attack_dice, again } = rollOf(step, pool);
  if (again !== undefined) return { seat: again, text: "looks again" };
  if (attacker === undefined || attack_dice === undefined) return { seat: die, text: "" };
  return die < attack_dice ? { seat: attacker, text: "attacks" } : { seat: 1 - attacker, text: "defends" };
}

/** The best die of each side, and what is added to it. */
function tally({ numbers }: EventInfo, step: StepInfo) {
  const { attack, defence, attack_dice, attack_bonus, defence_bonus } = numbers;
  if (attack === undefined || defence === undefined || attack_dice === undefined) return [];
  const pool = step.faces.findIndex((_, index) => rollOf(step, index) === numbers);
  const faces = step.faces[pool] ?? [];
  return [
    { before: attack_bonus ?? 0, die: faces.indexOf(attack), total: attack + (attack_bonus ?? 0) },
    { before: defence_bonus ?? 0, die: faces.indexOf(defence, attack_dice), total: defence + (defence_bonus ?? 0) },
  ];
}

export const skin: Skin = {
  ...plain,
  Piece,
  Cover,
  Ground,
  Card,
  motto: "Stack up, dig in, and never show your hand.",
  colours: ["azure", "crimson"],
  words: {
    kinds: { piece: "Choose", tile: "Move", move: "Move", attack: "Attack", terrain: "Place terrain", card: "Play card", choice: "Choose", pass: "Let it pass" },
    marks: { asleep: "asleep", attacker: "attacking", target: "under attack", crossing: "crossing" },
    grounds: { trench: "trench", depot: "supply depot", rock: "rock" },
  },
  grounds: { grass: "light", trench: "light", depot: "light", rock: "light" },
  markers: { move: "dot", tile: "dot", attack: "swords", terrain: "plus", card: "star" },
  stats: {
    Die: { icon: "dice", corner: "right" },
    Value: { icon: "plain", corner: "none" },
  },
  tracks: { phase: ["Terrain", "Movement", "Attacks"] },
  arrange,
  tone,
  dieLabel,
  tally,
  quiet: ({ order, events, faces }) => order !== "" && !events.length && !faces.length,
};
