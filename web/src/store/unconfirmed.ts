/** What becomes of an order on its way: it is not carried out twice, and not lost silently. */

import type { StepInfo } from "../protocol.gen";
import type { CompleteUpdate } from "./merge";

/** An order that was given and not confirmed yet. */
export interface Unconfirmed {
  order: string;
  /** The revision it was given for: the server takes it at no other, so it cannot be taken twice. */
  rev: number;
  /** Whether the connection was lost after it was sent, so that it may or may not have arrived. */
  maybeLost: boolean;
  /** Whether it has been sent a second time. */
  again: boolean;
}

/** `open`: no answer yet; `again`: send it again; `done`: it was taken; `lost`: the table moved on without it. */
export type Delivery = "open" | "again" | "done" | "lost";

export function deliveryOf(order: Unconfirmed, update: CompleteUpdate, steps: readonly StepInfo[]): Delivery {
  if (update.rev === order.rev) {
    if (update.reaction?.answered) return "done";
    return order.maybeLost ? "again" : "open";
  }
  const taken = steps.find((step) => step.rev === order.rev + 1);
  // On a shared screen a secret order has no words while its player does not look.
  const ours = taken && update.table.seats[taken.seat]?.mine && (!taken.order || taken.order === order.order);
  return ours || !(order.maybeLost || order.again) ? "done" : "lost";
}
