/** Shows updates one after the other, so that dice roll before the board changes. */

import type { StepInfo } from "../protocol.gen";
import type { CompleteUpdate } from "./merge";

/** Dice on the table: the step, its pool, and whether they still roll. */
export interface DiceRoll {
  step: StepInfo;
  pool: number;
  rolling: boolean;
}

/** How long things take, in milliseconds. */
export interface Pace {
  roll: number;
  read: number;
  move: number;
}

export const NORMAL: Pace = { roll: 900, read: 1500, move: 320 };
export const QUICK: Pace = { roll: 350, read: 600, move: 140 };
export const INSTANT: Pace = { roll: 0, read: 0, move: 0 };

/** Where an update is shown. */
export interface PlaybackTarget {
  showDice(dice: DiceRoll | null): void;
  show(update: CompleteUpdate): void;
  announce(step: StepInfo): void;
}

/** More steps than this are shown at once. */
const MOST_STEPS = 3;

/** Whether a step has anything to show or to read. */
const isLoud = (step: StepInfo): boolean => step.events.length > 0 || step.faces.length > 0;

/** Whether the viewer may see any of these dice: a card that is drawn is a die that nobody sees. */
const isSeen = (faces: readonly number[]): boolean => faces.some((face) => face > 0);

/** An update that waits to be shown, with the steps that lead to it. */
interface Waiting {
  update: CompleteUpdate;
  fresh: readonly StepInfo[];
}

export class Playback {
  private queue: Waiting[] = [];
  private running = false;
  private wake: (() => void) | null = null;

  constructor(
    private readonly target: PlaybackTarget,
    private readonly pace: () => Pace,
    private readonly later: (run: () => void, ms: number) => unknown = (run, ms) => setTimeout(run, ms),
  ) {}

  /** Show an update; `fresh` are the steps that lead to it from the one before. */
  push(update: CompleteUpdate, fresh: readonly StepInfo[]): void {
    this.queue.push({ update, fresh: fresh.filter(isLoud).length > MOST_STEPS ? [] : fresh });
    if (!this.running) void this.run();
  }

  /** Do not wait for what is on the table now. */
  skip(): void {
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let next = this.queue[0]; next; next = this.queue[0]) await this.perform(next);
    this.running = false;
  }

  private async perform({ update, fresh }: Waiting): Promise<void> {
    for (const step of fresh) await this.rollDice(step);
    this.queue.shift();
    this.target.show(update);
    fresh.forEach((step) => this.target.announce(step));
    const dice = fresh.some((step) => step.faces.some(isSeen));
    if (fresh.some(isLoud)) await this.sleep(dice ? this.pace().read : this.pace().move);
    if (!this.queue.length || this.queue[0]?.fresh.length) this.target.showDice(null);
  }

  private async rollDice(step: StepInfo): Promise<void> {
    for (let pool = 0; pool < step.faces.length; pool++) {
      if (!isSeen(step.faces[pool] ?? [])) continue;
      if (pool > 0) await this.sleep(this.pace().read / 2);
      if (this.pace().roll > 0) {
        this.target.showDice({ step, pool, rolling: true });
        await this.sleep(this.pace().roll);
      }
      this.target.showDice({ step, pool, rolling: false });
    }
  }

  private sleep(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      this.wake = () => {
        this.wake = null;
        done();
      };
      this.later(() => this.wake?.(), ms);
    });
  }
}
