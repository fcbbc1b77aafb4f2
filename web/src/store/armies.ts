/** The armies that this browser keeps, and the lists they are drawn from. */

import { fetchArmies } from "../net/api";
import type { ArmiesInfo } from "../protocol.gen";

/** An army as it is kept: a name and the code that says everything else. */
export interface Kept {
  game: string;
  name: string;
  code: string;
}

const KEY = "pawnstorm.armies";
const MOST = 60;
const lists = new Map<string, Promise<ArmiesInfo>>();

/** The lists and starter armies of a game; a failed fetch is tried again at the next call. */
export function loadArmies(game: string): Promise<ArmiesInfo> {
  let found = lists.get(game);
  if (!found) {
    found = fetchArmies(game).catch((error: unknown) => {
      lists.delete(game);
      throw error;
    });
    lists.set(game, found);
  }
  return found;
}

/** The list with an army put first; one of the same name gives way. */
export function withArmy(armies: readonly Kept[], army: Kept): Kept[] {
  return [army, ...without(armies, army.game, army.name)].slice(0, MOST);
}

export function without(armies: readonly Kept[], game: string, name: string): Kept[] {
  return armies.filter((one) => one.game !== game || one.name !== name);
}

/** What storage holds, whoever wrote it. */
export function parseKept(text: string | null): Kept[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  const one = value as Partial<Kept> | null;
  return typeof one?.game === "string" && typeof one.name === "string" && typeof one.code === "string";
}

function read(): Kept[] {
  try {
    return parseKept(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** Whether it could be kept: storage may be switched off. */
function write(armies: readonly Kept[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(armies));
    return true;
  } catch {
    return false;
  }
}

export const keptArmies = (game: string): Kept[] => read().filter((army) => army.game === game);
export const keepArmy = (army: Kept): boolean => write(withArmy(read(), army));
export const dropArmy = (game: string, name: string): boolean => write(without(read(), game, name));
