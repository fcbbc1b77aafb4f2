/** CH35S: two armies of chessmen on sixteen zones, fighting for objectives with handfuls of dice. */

import { eventsOfPool } from "../../board/dice";
import type { Tone } from "../../board/odds";
import type { Skin } from "../../board/skin";
import type { KindInfo } from "../../protocol.gen";
import { plain } from "../plain";
import { arrange, crowds } from "./arrange";
import Cover from "./Cover.svelte";
import Emblem from "./Emblem.svelte";
import Ground from "./Ground.svelte";
import Mark from "./Mark.svelte";
import Panel from "./Panel.svelte";
import Piece from "./Piece.svelte";

/** How good a result is for the player who acts: damage, fallen models, and the player's own in an explosion. */
export function tone(result: string): Tone {
  if (result === "target falls") return 0;
  if (result === "no damage") return 4;
  if (result === "nobody falls") return 3;
  const [own, enemy] = [/(\d+) own/.exec(result), /(\d+) enemy/.exec(result)];
  if (own) return Number(enemy?.[1] ?? 0) > Number(own[1]) ? 2 : 4;
  if (enemy || /\d+ falls?$/.test(result)) return 0;
  const damage = /^(\d+) damage/.exec(result);
  if (damage) return Number(damage[1]) > 1 ? 1 : 2;
  return 2;
}

// What a pool is thrown for, by the rule that its event names.
const POOLS: Record<string, string> = {
  "CH-17": "an objective",
  "CH-18": "an objective",
  "CH-19": "who attacks",
  "CH-21": "who begins",
  "CH-37": "attacks",
  "CH-46": "extra dice",
  "CH-53": "bombs",
  "CH-A40": "explodes",
};

export const skin: Skin = {
  ...plain,
  Piece,
  Cover,
  Ground,
  Mark,
  Panel,
  Emblem,
  motto: "Sixteen zones, five actions, no mercy.",
  colours: ["ivory", "ebony"],
  words: {
    kinds: {
      piece: "Choose",
      reserve: "Set up",
      move: "Move",
      attack: "Attack",
      teleport: "Teleport",
      push: "Push",
      bomb: "Bomb",
      command: "Command",
      explode: "Explode",
      visions: "Cast visions",
      place: "Set up",
      keep: "Keep back",
      drop: "Drop",
      army: "Choose",
    },
    marks: {
      covered: "under a force field",
      "under visions": "hidden by visions",
      commanded: "commanded this round",
      "acted 1": "acted once",
      "acted 2": "acted twice",
      actor: "acting",
      target: "under attack",
    },
    grounds: { objective: "objective" },
  },
  grounds: { zone: "light", objective: "light" },
  markers: { move: "dot", attack: "swords", teleport: "star", push: "aim", bomb: "aim", command: "star", place: "plus", drop: "plus" },
  stats: {
    Health: { icon: "heart", corner: "right", large: true },
    Move: { icon: "plain", corner: "none" },
    Range: { icon: "plain", corner: "none" },
    Strength: { icon: "plain", corner: "none" },
    Damage: { icon: "plain", corner: "none" },
    Points: { icon: "plain", corner: "none" },
  },
  gauges: { round: "none", actions: "pips", tens: "none", taken: "none", field: "none", visions: "word" },
  arrange,
  crowds,
  portrait: (_army, kind: KindInfo) => kind.stats.find(({ name }) => name === "Type")?.value.toLowerCase() ?? "",
  tone,
  dieLabel: (step, pool, die) => ({ seat: step.owners[pool]?.[die] ?? step.seat, text: POOLS[eventsOfPool(step, pool)[0]?.rule ?? ""] ?? "" }),
};
