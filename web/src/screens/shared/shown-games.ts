/** The shelf as the page lays it out. */

import type { Shelf } from "../../protocol.gen";
import { hasSkin } from "../../skins/registry";
import { loadShelf } from "../../store/shelf";

/** Only games with a skin of their own: plainly drawn ones can be watched and replayed, but are not yet offered. */
export async function shownShelf(): Promise<Shelf> {
  const { games, players } = await loadShelf();
  return { games: games.filter((game) => hasSkin(game.key)), players };
}
