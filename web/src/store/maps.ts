/** The maps of games, fetched once each. */

import { fetchMaps } from "../net/api";
import type { MapInfo, MapsInfo } from "../protocol.gen";

const known = new Map<string, Promise<MapsInfo>>();

/** The maps of a game; a failed fetch is tried again at the next call. */
export async function loadMaps(game: string): Promise<readonly MapInfo[]> {
  let found = known.get(game);
  if (!found) {
    found = fetchMaps(game).catch((error: unknown) => {
      known.delete(game);
      throw error;
    });
    known.set(game, found);
  }
  return (await found).maps;
}

/** The options that are decided by choosing a map, whichever it is. */
export const settled = (maps: readonly MapInfo[]): Set<string> => new Set(maps.flatMap((map) => Object.keys(map.settles)));

const fits = (map: MapInfo, options: Record<string, string>): boolean =>
  Object.entries(map.settles).every(([key, value]) => options[key] === value);

/** The map that `asked` names by an option, else the one chosen, unless the options contradict it. */
export function mapFor(
  maps: readonly MapInfo[],
  chosen: string,
  options: Record<string, string>,
  asked: Record<string, string> = {},
): string {
  const named = maps.find((map) => Object.entries(map.settles).some(([key, value]) => asked[key] === value));
  if (named) return named.key;
  const now = maps.find((map) => map.key === chosen);
  if (now && fits(now, options)) return chosen;
  return maps.find((map) => fits(map, options))?.key ?? maps[0]?.key ?? "";
}
