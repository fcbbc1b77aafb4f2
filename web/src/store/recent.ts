/** The tables this browser has a seat at, so that a game can be found again. */

import { parseList, readText, writeText } from "./storage";

/** A table as the shelf lists it. */
export interface RecentTable {
  id: string;
  title: string;
  /** The names of the visitor's own seats. */
  seats: string[];
}

const KEY = "pawnstorm.tables";
const MOST = 6;

/** The list with a table put first, or without it when its game is over. */
export function listed(tables: readonly RecentTable[], table: RecentTable, over: boolean): RecentTable[] {
  const others = tables.filter((one) => one.id !== table.id);
  return over ? others : [table, ...others].slice(0, MOST);
}

export function isRecentTable(value: unknown): value is RecentTable {
  const one = value as Partial<RecentTable> | null;
  return typeof one?.id === "string" && typeof one.title === "string" && Array.isArray(one.seats);
}

export const recentTables = (): RecentTable[] => parseList(readText(KEY), isRecentTable);

export function remember(table: RecentTable, over: boolean): void {
  writeText(KEY, JSON.stringify(listed(recentTables(), table, over)));
}
