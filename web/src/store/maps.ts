/** The maps of games, fetched once each. */

import { fetchMaps } from "../net/api";
import type { MapInfo, MapsInfo } from "../protocol.gen";
import { once } from "./once";

const load: (game: string) => Promise<MapsInfo> = once(fetchMaps);

/** The maps of a game. */
export const loadMaps = async (game: string): Promise<readonly MapInfo[]> => (await load(game)).maps;

/** The options that are decided by choosing a map. */
export const decidedOptions = (maps: readonly MapInfo[]): Set<string> => new Set(maps.flatMap((map) => Object.keys(map.settles)));

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
