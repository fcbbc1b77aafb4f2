/** A question to the computer, and its answer as long as its position is shown. */

import type { AdviceInfo } from "../protocol.gen";

export class AdviceStore {
  answer = $state.raw<AdviceInfo | null>(null);
  /** What is being asked: for an order, or only for the chances. */
  asking = $state<"" | "hint" | "chances">("");
  problem = $state("");
  /** The order that is looked at: the best one, or another that was named. */
  chosen = $state("");

  private about: unknown = null;

  constructor(
    private readonly fetch: (orders: boolean) => Promise<AdviceInfo>,
    private readonly told: (answer: AdviceInfo) => void = () => undefined,
  ) {}

  get open(): boolean {
    return Boolean(this.answer || this.asking || this.problem);
  }

  /** Ask about the position shown now. */
  async ask(orders: boolean, about: unknown): Promise<void> {
    // The button stays, with the keyboard focus on it: pressed again, it does nothing.
    if (this.asking && this.about === about) return;
    this.close();
    this.about = about;
    this.asking = orders ? "hint" : "chances";
    try {
      const answer = await this.fetch(orders);
      if (this.about !== about) return;
      this.answer = answer;
      this.chosen = answer.orders[0]?.order ?? "";
      this.told(answer);
    } catch (error) {
      if (this.about === about) this.problem = (error as Error).message;
    }
    if (this.about === about) this.asking = "";
  }

  /** Another position is shown: the answer about the last one is dropped. */
  forget(about: unknown): void {
    if (this.about !== about) this.close();
  }

  close(): void {
    this.about = null;
    this.answer = null;
    this.asking = "";
    this.problem = "";
    this.chosen = "";
  }
}
