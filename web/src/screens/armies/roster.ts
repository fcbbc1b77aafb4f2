/** An army while it is put together: how many of which piece. What that costs and breaks, the server says. */

import type { RosterInfo, UnitWish } from "../../protocol.gen";

/** So many pieces of one kind with the same upgrades. */
export type Unit = Required<UnitWish>;

/** The most pieces of one kind that can be asked about. */
const MOST = 99;

const same = (unit: Unit, kind: string, upgrades: readonly string[]): boolean =>
  unit.kind === kind && unit.upgrades.length === upgrades.length && upgrades.every((one) => unit.upgrades.includes(one));

/** How many there are of a kind with exactly these upgrades. */
export const countOf = (units: readonly Unit[], kind: string, upgrades: readonly string[] = []): number =>
  units.filter((unit) => same(unit, kind, upgrades)).reduce((sum, unit) => sum + unit.count, 0);

/** The units with some more, or fewer, of one kind. */
export function change(units: readonly Unit[], kind: string, by: number, upgrades: readonly string[] = []): Unit[] {
  const count = Math.max(0, Math.min(MOST, countOf(units, kind, upgrades) + by));
  const changed = { kind, count, upgrades: [...upgrades] };
  const place = units.findIndex((unit) => same(unit, kind, upgrades));
  const others = units.filter((unit) => !same(unit, kind, upgrades));
  if (!count) return others;
  return place < 0 ? [...others, changed] : others.toSpliced(place, 0, changed);
}

/** The units of an army that the server has read. */
export const unitsOf = (roster: Pick<RosterInfo, "units">): Unit[] =>
  roster.units.map(({ kind, count, upgrades }) => ({ kind, count, upgrades }));

/** What a file of an army is called. */
export function fileName(game: string, name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain || game}.toml`;
}

/** "1 piece", "2 pieces". */
export const pieces = (count: number): string => `${count} ${count === 1 ? "piece" : "pieces"}`;
