/** Which skin belongs to which game; each is loaded when its game is first shown. */

import type { Skin } from "../board/skin";
import { plain } from "./plain";

const SKINS: Record<string, () => Promise<{ skin: Skin }>> = {
  "castle-chess": () => import("./castle-chess"),
  "chess-attack": () => import("./chess-attack"),
  "ch35s": () => import("./ch35s"),
  "fantasy-armies": () => import("./fantasy-armies"),
  "trench-checkers": () => import("./trench-checkers"),
};

/** Whether a game has a skin of its own. */
export const hasSkin = (game: string): boolean => Object.hasOwn(SKINS, game);

/** The skin of a game; a game without one is shown plainly. */
export async function loadSkin(game: string): Promise<Skin> {
  const found = hasSkin(game) ? SKINS[game] : undefined;
  return found ? (await found()).skin : plain;
}
