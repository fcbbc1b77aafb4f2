/** Chess Attack: chessmen on a paper board, two dice, wounds as red gashes. */

import type { Tone } from "../../board/odds";
import type { Skin } from "../../board/skin";
import { plain } from "../plain";
import Cover from "./Cover.svelte";

// How good each result is for the attacker.
const TONES: Record<string, Tone> = {
  "target falls": 0,
  "target falls, attacker wounded": 1,
  "target wounded": 1,
  "both fall": 2,
  "both wounded": 2,
  "nothing happens": 2,
  "attacker wounded": 3,
  "attacker falls, target wounded": 3,
  "attacker falls": 4,
};

export const skin: Skin = {
  ...plain,
  Cover,
  motto: "Every capture is a fight. Bring friends.",
  colours: ["ivory", "ebony"],
  words: {
    kinds: { piece: "Choose", move: "Move", attack: "Attack", castle: "Castle", promotion: "Rescue" },
    marks: { wounded: "wounded", attacker: "attacking", target: "under attack", arrived: "has arrived" },
    grounds: {},
  },
  markers: { move: "dot", attack: "swords", castle: "tower", promotion: "star" },
  stats: {
    Attack: { icon: "sword", corner: "left" },
    Defence: { icon: "shield", corner: "right" },
    Support: { icon: "banner", corner: "none" },
  },
  tone: (result) => TONES[result] ?? 2,
  dieLabel: (step, _pool, die) => ({ seat: die === 0 ? step.seat : 1 - step.seat, text: die === 0 ? "attacks" : "defends" }),
  tally: ({ numbers }) => {
    const { attack, defence, attack_die, defence_die } = numbers;
    if (attack === undefined || defence === undefined || attack_die === undefined || defence_die === undefined) return [];
    return [
      { before: attack - attack_die, die: 0, total: attack },
      { before: defence - defence_die, die: 1, total: defence },
    ];
  },
};
