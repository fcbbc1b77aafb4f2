/** The colours of the sides, by their names in small letters: which side has which seat depends on the map. */

import type { SideColour } from "../../board/skin";

export const SIDE_COLOURS: Record<string, SideColour> = { white: "ivory", black: "ebony", red: "crimson", blue: "azure" };

const STONES: Record<string, string> = { wall: "wall", gate: "main gate", "side-gate": "side gate" };

/** Names of the grounds: walls and gates with the side they belong to, breaches with what they were before. */
export function groundWords(): Record<string, string> {
  const found: Record<string, string> = { hill: "hill", throne: "throne", passage: "passage", rock: "rock" };
  for (const [stone, word] of Object.entries(STONES)) {
    found[`breach ${stone}`] = `breach where a ${word} stood`;
    for (const side of Object.keys(SIDE_COLOURS)) found[`${stone} ${side}`] = `${side} ${word}`;
  }
  return found;
}
