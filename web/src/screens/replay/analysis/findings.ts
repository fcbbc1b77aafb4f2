/** An analysis as a person reads it: numbers in words, and the shapes of its pictures. */

import { chancePercents } from "../../../board/advice";
import type { AccountInfo, Findings, AssessmentInfo } from "../../../protocol.gen";

/** A difference of chances in hundredths. */
export const percent = (chance: number, digits = 0): string => `${(100 * chance).toFixed(digits)} %`;

/** The same with its sign; zero has none. */
export function signed(chance: number): string {
  const whole = Math.round(100 * chance);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)} %`;
}

/** A sum of chances, which may be large in a long game: it is counted in games as soon as it is a whole one. */
export const games = (sum: number): string => (sum < 1 ? percent(sum) : `${sum.toFixed(1)} games`);

/** What a step's decision cost its seat. */
export const lossOf = (assessment: AssessmentInfo): number => (assessment.choice ? assessment.choice.best - assessment.choice.played : 0);

/** The seat that the dice of a step favoured most. */
export function favoured(assessment: AssessmentInfo): number {
  const luck = assessment.roll?.luck ?? [];
  return luck.indexOf(Math.max(...luck));
}

/** The dice of a step, pool by pool. */
export const faces = (assessment: AssessmentInfo): string => (assessment.roll?.faces ?? []).map((pool) => pool.join(" ")).join(", ");

/** The chances of all seats in a sentence. */
export const chancesOf = (assessment: AssessmentInfo, seats: readonly string[]): string =>
  chancePercents(assessment.chances).map((percent, seat) => `${seats[seat] ?? ""} ${percent}`).join(", ");

/**
 * The picture of the chances: for every seat the outline of its share, one above the other, the first at the foot. One unit
 * across is a step; the height is 100.
 */
export function areas(steps: readonly AssessmentInfo[], seats: number): string[] {
  const edge = (upTo: number) =>
    steps.map((assessment, at) => [at, round(100 - 100 * assessment.chances.slice(0, upTo).reduce((sum, chance) => sum + chance, 0))] as const);
  return Array.from({ length: seats }, (_, seat) => {
    const over = edge(seat + 1);
    const under = edge(seat).reverse();
    return `M${[...over, ...under].map(([x, y]) => `${x} ${y}`).join(" L")} Z`;
  });
}

const round = (value: number): number => Math.round(100 * value) / 100;

/** The length of the bars of luck on either side: as far as the luckiest, or as fair dice reach in 19 of 20 games. */
export const reachOfLuck = (accounts: readonly AccountInfo[]): number =>
  Math.max(0.05, ...accounts.map(({ luck, spread }) => Math.max(Math.abs(luck), 2 * spread)));

/** The length of the bars of losses by decision. */
export const reachOfLoss = (accounts: readonly AccountInfo[]): number =>
  Math.max(0.02, ...accounts.map(({ most, decisions }) => most / Math.max(1, decisions)));

/** What is said about one step. */
export function aboutStep(findings: Findings, number: number): string[] {
  const assessment = findings.steps[number];
  if (!assessment) return [];
  const told: string[] = [];
  const loss = lossOf(assessment);
  if (assessment.roll && Math.max(...assessment.roll.luck.map(Math.abs)) >= 0.005) {
    const seat = favoured(assessment);
    told.push(`The dice gave ${findings.seats[seat] ?? ""} ${percent(assessment.roll.luck[seat]!)}.`);
  }
  if (assessment.choice && loss >= 0.005) told.push(`The order cost ${percent(loss)}: ${assessment.choice.better} was better.`);
  else if (assessment.choice) told.push("Nothing better was found.");
  return told;
}
