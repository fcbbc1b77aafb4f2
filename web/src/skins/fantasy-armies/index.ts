/** Six armies of a mythical world: chessmen with the signs, colours and arms of their lists. */

import { eventsOfPool } from "../../board/dice";
import type { Tone } from "../../board/odds";
import type { Skin } from "../../board/skin";
import type { StepInfo } from "../../protocol.gen";
import { plain } from "../plain";
import { portrait } from "./armies";
import Cover from "./Cover.svelte";
import Emblem from "./Emblem.svelte";
import Piece from "./Piece.svelte";

const TONES: Record<string, Tone> = {
  "attacker wins; defender falls": 0,
  "attacker wins; defender holds": 2,
  "defender wins; attacker holds": 3,
  "defender wins; attacker falls": 4,
  "the King falls": 0,
  "nobody falls": 2,
  "the spell fails": 3,
  "it gets through": 0,
  "it does not get through": 3,
  "it tears loose": 0,
  "it is held": 4,
};

/** How good a result is for the player who acts; results of shots and spells have several parts. */
export function tone(result: string): Tone {
  const known = TONES[result];
  if (known !== undefined) return known;
  const many = /^(\d+) falls?$/.exec(result);
  if (many) return Number(many[1]) > 2 ? 0 : 1;
  const [felled, lost] = [/target falls/.test(result), /shooter (falls|bursts)/.test(result)];
  if (felled) return lost ? 2 : 0;
  if (lost) return 4;
  if (result.startsWith("miss")) return 3;
  return result === "the spell works" ? 0 : 2;
}

// What a pool is thrown for, by the rule that its event names.
const POOLS: Record<string, string> = {
  "FA-18": "rolls off",
  "FA-A4": "rolls off",
  "FA-32": "saves",
  "FA-37": "shoots",
  "FA-42": "casts",
  "FA-57": "digs",
  "FA-68": "tries",
  "FA-72": "rains blood",
};

const rollOf = (step: StepInfo, pool: number) => eventsOfPool(step, pool)[0];

export const skin: Skin = {
  ...plain,
  Piece,
  Cover,
  Emblem,
  portrait,
  motto: "Muster a host. Steel, arrows and sorcery decide.",
  colours: ["ivory", "ebony"],
  words: {
    kinds: {
      piece: "Choose",
      move: "Move",
      attack: "Attack",
      shoot: "Shoot",
      spell: "Cast",
      dig: "Dig",
      try: "Try to move",
      place: "Set up",
      reserve: "Set up",
      promotion: "Promote",
      choice: "Choose",
      army: "Choose",
    },
    marks: {
      entangled: "entangled",
      warded: "warded",
      smash: "Smash!",
      grown: "grown",
      drained: "drained",
      inspired: "inspired",
      blessed: "blessed",
      inspires: "inspires others",
      blesses: "blesses others",
      actor: "acting",
      landing: "fought for",
      target: "target",
    },
    grounds: {},
  },
  markers: { move: "dot", attack: "swords", shoot: "aim", spell: "star", place: "plus", promotion: "star", dig: "diamond", try: "diamond" },
  stats: {
    HTH: { icon: "sword", corner: "left" },
    D: { icon: "shield", corner: "right", after: "+", low: true },
    RA: { icon: "plain", corner: "top" },
    Range: { icon: "plain", corner: "none" },
  },
  aura: ({ marks }) => (marks.includes("inspires") || marks.includes("blesses") ? 1 : 0),
  tone,
  dieLabel: (step, pool, die) => {
    const roll = rollOf(step, pool);
    const seat = step.owners[pool]?.[die] ?? step.seat;
    const attackers = roll?.numbers.attack_dice;
    if (attackers === undefined) return { seat, text: POOLS[roll?.rule ?? ""] ?? "" };
    return { seat, text: die < attackers ? "attacks" : "defends" };
  },
  tally: ({ numbers }) => {
    const { attack, defence, attack_dice, defence_dice } = numbers;
    if (attack === undefined || defence === undefined || !attack_dice || !defence_dice) return [];
    return [
      { before: null, die: 0, total: attack },
      { before: null, die: attack_dice, total: defence },
    ];
  },
};
