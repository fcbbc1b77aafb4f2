/** The games that the page offers. */

import type { Shelf } from "../../protocol.gen";
import { hasSkin } from "../../skins/registry";
import { loadShelf } from "../../store/shelf";

/** Only games with a skin: the others can be watched and replayed, but are not offered. */
export async function shownShelf(): Promise<Shelf> {
  const { games, players } = await loadShelf();
  return { games: games.filter((game) => hasSkin(game.key)), players };
}
