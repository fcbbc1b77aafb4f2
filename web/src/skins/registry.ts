/** Which skin belongs to which game: the folder of its key. Each is loaded when its game is first shown. */

import type { Skin } from "../board/skin";
import { plain } from "./plain";

const SKINS = import.meta.glob<{ skin: Skin }>(["./*/index.ts", "!./plain/index.ts"]);

/** The skin of a game; a game without one is shown plainly. */
export async function loadSkin(game: string): Promise<Skin> {
  const load = SKINS[`./${game}/index.ts`];
  return load ? (await load()).skin : plain;
}
