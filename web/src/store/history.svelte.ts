/** Looking back: the positions of a match as this screen has seen them, and which one is looked at. */

import type { Frame, View } from "../protocol.gen";

export class History {
  /** How many steps had been made at the position looked at; null is the present. */
  at = $state<number | null>(null);
  /** That position; null is the present. */
  view = $state.raw<View | null>(null);

  private readonly views = new Map<number, View>();

  constructor(private readonly fetchFrames: () => Promise<readonly Frame[]>) {}

  /** Keep the newest position; positions that were taken back are dropped. */
  keep(length: number, view: View): void {
    for (const known of this.views.keys()) if (known > length) this.views.delete(known);
    this.views.set(length, view);
  }

  /** Look at the position after this many steps; positions that are not known are fetched once. */
  async look(length: number): Promise<void> {
    if (!this.views.has(length)) this.keepFrames(await this.fetchFrames());
    const view = this.views.get(length);
    if (!view) return;
    this.view = view;
    this.at = length;
  }

  /** Back to the present. */
  leave(): void {
    this.at = null;
    this.view = null;
  }

  /** Another player looks at this screen, or nobody does: what the last one saw is dropped. */
  forget(): void {
    this.views.clear();
    this.leave();
  }

  private keepFrames(frames: readonly Frame[]): void {
    let length = 0;
    for (const frame of frames) {
      if (frame.step) length += 1;
      if (!this.views.has(length)) this.views.set(length, frame.view);
    }
  }
}
