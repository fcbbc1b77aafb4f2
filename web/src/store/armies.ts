/** The armies that this browser keeps, and the army lists of the games. */

import { fetchArmies } from "../net/api";
import type { ArmiesInfo } from "../protocol.gen";
import { once } from "./once";
import { parseList, readText, writeText } from "./storage";

/** An army as it is kept: a name and the code that says everything else. */
export interface KeptArmy {
  game: string;
  name: string;
  code: string;
}

const KEY = "pawnstorm.armies";
const MOST = 60;

/** The lists and starter armies of a game. */
export const loadArmies: (game: string) => Promise<ArmiesInfo> = once(fetchArmies);

/** The list with an army put first, instead of one of the same name. */
export function withArmy(armies: readonly KeptArmy[], army: KeptArmy): KeptArmy[] {
  return [army, ...without(armies, army.game, army.name)].slice(0, MOST);
}

export function without(armies: readonly KeptArmy[], game: string, name: string): KeptArmy[] {
  return armies.filter((one) => one.game !== game || one.name !== name);
}

export function isKeptArmy(value: unknown): value is KeptArmy {
  const one = value as Partial<KeptArmy> | null;
  return typeof one?.game === "string" && typeof one.name === "string" && typeof one.code === "string";
}

const read = (): KeptArmy[] => parseList(readText(KEY), isKeptArmy);
const write = (armies: readonly KeptArmy[]): boolean => writeText(KEY, JSON.stringify(armies));

export const keptArmies = (game: string): KeptArmy[] => read().filter((army) => army.game === game);
/** Keep an army; false if the browser does not store anything. */
export const keepArmy = (army: KeptArmy): boolean => write(withArmy(read(), army));
export const dropArmy = (game: string, name: string): boolean => write(without(read(), game, name));
