/** One lesson on the page: the task, what the learner tried, and what is shown of it. */

import { sendAttempt } from "../net/api";
import type { Frame, LessonInfo, LessonReply, StepInfo, View } from "../protocol.gen";
import { keepProgress } from "./lessons";
import type { DiceRoll, Pace } from "./playback";

export class LessonStore {
  /** The task that is shown, counted from 0; their number when the lesson is over. */
  at = $state(0);
  view = $state.raw<View | null>(null);
  /** The last step that was shown, and its dice while they are on the table. */
  step = $state.raw<StepInfo | undefined>(undefined);
  dice = $state.raw<DiceRoll | null>(null);
  reply = $state.raw<LessonReply | null>(null);
  busy = $state(false);
  problem = $state("");
  private wake: (() => void) | null = null;

  constructor(
    readonly lesson: LessonInfo,
    first: number,
    private readonly pace: () => Pace,
  ) {
    this.open(Math.min(first, lesson.tasks.length - 1));
  }

  readonly task = $derived.by(() => this.lesson.tasks[this.at]);
  readonly over: boolean = $derived.by(() => this.at >= this.lesson.tasks.length);
  /** Whether the task is solved, or has nothing to solve. */
  readonly solved: boolean = $derived.by(() => !this.task?.goal || this.reply?.verdict === "right");
  /** Whether the learner may choose on the board. */
  readonly ready: boolean = $derived.by(() => !this.busy && !this.over && !this.solved);

  /** Show a task from its beginning. */
  open(at: number): void {
    this.at = at;
    this.reply = null;
    this.step = undefined;
    this.dice = null;
    this.problem = "";
    this.view = this.lesson.tasks[at]?.frame.view ?? this.view;
    keepProgress(this.lesson.game, this.over ? null : at);
  }

  /** Give an order; without one the lesson shows what to do. */
  async attempt(order: string | null): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const reply = await sendAttempt(this.lesson.game, { task: this.at, order });
      this.reply = null;
      for (const frame of reply.frames) await this.show(frame);
      this.reply = reply;
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.dice = null;
    this.busy = false;
  }

  /** Do not wait for what is on the table now. */
  skip(): void {
    this.wake?.();
  }

  private async show({ view, step }: Frame): Promise<void> {
    const pace = this.pace();
    for (let pool = 0; step && pool < step.faces.length; pool++) {
      this.dice = { step, pool, rolling: true };
      await this.sleep(pace.roll);
      this.dice = { step, pool, rolling: false };
    }
    this.view = view;
    this.step = step ?? undefined;
    await this.sleep(this.dice ? pace.read : pace.move);
  }

  private sleep(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((done) => {
      this.wake = () => {
        this.wake = null;
        done();
      };
      setTimeout(() => this.wake?.(), ms);
    });
  }
}
