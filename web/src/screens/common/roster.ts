/** An army while it is built: how many of which piece. The server says what it costs and which rules it breaks. */

import type { RosterInfo, UnitRequest } from "../../protocol.gen";

/** A number of pieces of one kind with the same upgrades. */
export type Unit = Required<UnitRequest>;

/** The most pieces of one kind that can be asked about. */
const MOST = 99;

/** How many there are of a kind, with any upgrades. */
export const countOf = (units: readonly Unit[], kind: string): number =>
  units.filter((unit) => unit.kind === kind).reduce((sum, unit) => sum + unit.count, 0);

/** The units with more or fewer of one kind; new ones are like those that are there. */
export function change(units: readonly Unit[], kind: string, by: number): Unit[] {
  const count = Math.max(0, Math.min(MOST, countOf(units, kind) + by));
  const own = units.filter((unit) => unit.kind === kind);
  // Pieces of one kind with different upgrades keep them as long as there are enough pieces.
  const kept: Unit[] = [];
  let left = count;
  for (const unit of own) {
    if (left > 0) kept.push({ ...unit, count: Math.min(left, unit.count) });
    left -= unit.count;
  }
  if (left > 0) {
    const last = kept.pop() ?? { kind, count: 0, upgrades: [] };
    kept.push({ ...last, count: last.count + left });
  }
  return replaced(units, kind, kept);
}

function replaced(units: readonly Unit[], kind: string, by: readonly Unit[]): Unit[] {
  const place = units.findIndex((unit) => unit.kind === kind);
  const others = units.filter((unit) => unit.kind !== kind);
  return place < 0 ? [...others, ...by] : others.toSpliced(place, 0, ...by);
}

/** Whether the pieces of a kind have an upgrade: all of them, some, or none. */
export function has(units: readonly Unit[], kind: string, upgrade: string): "true" | "mixed" | "false" {
  const own = units.filter((unit) => unit.kind === kind);
  const some = own.filter((unit) => unit.upgrades.includes(upgrade)).length;
  return some === 0 ? "false" : some === own.length ? "true" : "mixed";
}

/** The units with an upgrade for every piece of a kind, or without it; the first piece comes with its upgrade. */
export function toggle(units: readonly Unit[], kind: string, upgrade: string): Unit[] {
  const own = units.filter((unit) => unit.kind === kind);
  const others = [...new Set(own.flatMap((unit) => unit.upgrades))].filter((one) => one !== upgrade);
  const upgrades = has(units, kind, upgrade) === "true" ? others : [...others, upgrade];
  return replaced(units, kind, [{ kind, count: Math.max(1, countOf(units, kind)), upgrades }]);
}

/** The units of an army that the server has read. */
export const unitsOf = (roster: Pick<RosterInfo, "units">): Unit[] =>
  roster.units.map(({ kind, count, upgrades }) => ({ kind, count, upgrades }));

/** One army in a few words. */
export const inWords = (roster: Pick<RosterInfo, "units">): string =>
  roster.units.map(({ kind, count, upgrades }) => `${count} ${kind}${upgrades.length ? ` (${upgrades.join(", ")})` : ""}`).join(", ");

/** The name of an army's file. */
export function fileName(game: string, name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain || game}.toml`;
}

/** "1 piece", "2 pieces". */
export const pieces = (count: number): string => `${count} ${count === 1 ? "piece" : "pieces"}`;

/** The name by which a starter army is chosen. */
export const nameOf = (starter: RosterInfo): string => starter.name || starter.army;

/** A starter army for a seat; each seat gets another one as long as there are enough. */
export const namedStarter = (starters: readonly RosterInfo[], seat: number): string => {
  const found = starters[seat % Math.max(1, starters.length)];
  return found ? nameOf(found) : "";
};

/** What keeps agreed armies from being fielded, in a sentence; empty if nothing does. */
export function lacking(rosters: readonly (RosterInfo | null)[], seats: readonly string[]): string {
  const missing = seats.filter((_, seat) => !rosters[seat]);
  const wrong = seats.filter((_, seat) => rosters[seat]?.violations.length);
  if (missing.length) return `${missing.join(" and ")} still ${missing.length > 1 ? "need" : "needs"} an army: choose one above, or let everybody choose at the table.`;
  if (wrong.length) return `The army of ${wrong.join(" and of ")} breaks a rule: see what is wrong above.`;
  return "";
}
