/** One table as the page knows it: the newest update, what is shown of it, and what may be done. */

import { fetchReplay } from "../net/api";
import { socketUrl, TableSocket, type Connection, type Listener } from "../net/socket";
import type { Command, Message, Reaction, Refusal, StepInfo, Update, View } from "../protocol.gen";
import { History } from "./history.svelte";
import { type Complete, completed, merge, reuseView } from "./merge";
import { type DiceRoll, type Pace, Playback, type PlaybackTarget } from "./playback";
import { deliveryOf, type Unconfirmed } from "./unconfirmed";
import { stepWords, turnWords } from "./words";

/** The part of a socket that a table uses. */
export type SocketLike = Pick<TableSocket, "send" | "close" | "retryNow" | "markOffline">;

export class TableStore implements Listener, PlaybackTarget {
  /** The newest update that has been shown. */
  now = $state.raw<Complete | null>(null);
  steps = $state.raw<readonly StepInfo[]>([]);
  dice = $state.raw<DiceRoll | null>(null);
  /** The last dice that landed, kept so that they can be read afterwards. */
  lastDice = $state.raw<DiceRoll | null>(null);
  connection = $state<Connection>("connecting");
  refusal = $state("");
  sending = $state(false);
  /** The order that was given and is not confirmed by the server yet. */
  unconfirmed = $state.raw<Unconfirmed | null>(null);
  /** What screen readers hear of the last step. */
  said = $state("");

  private newest: Complete | null = null;
  private known: readonly StepInfo[] = [];
  private readonly history: History;
  /** The steps that stood at each update: by the time it is shown, some may have been taken back. */
  private readonly stepsAt = new WeakMap<Complete, readonly StepInfo[]>();
  private socket: SocketLike;
  private readonly playback: Playback;

  constructor(
    readonly id: string,
    pace: () => Pace,
    private readonly open: (listener: Listener) => SocketLike = (listener) => new TableSocket(socketUrl(id, location), listener),
  ) {
    this.history = new History(async () => (await fetchReplay(id, this.lookingSeat)).frames);
    this.playback = new Playback(this, pace);
    this.socket = this.open(this);
  }

  /** How many steps had been made at the position looked at; null is the present. */
  get past(): number | null {
    return this.history.at;
  }

  /** The position on the board: the present one, or the one looked at. */
  get view(): View | null {
    return this.history.view ?? this.now?.view ?? null;
  }

  /** The seats that this browser holds. */
  get mine(): number[] {
    return (this.now?.table.seats ?? []).flatMap((seat, index) => (seat.mine ? [index] : []));
  }

  /** Whether an order may be given now. */
  get ready(): boolean {
    return this.connection === "open" && !this.sending && this.past === null && this.now === this.newest && !this.now?.end;
  }

  // ---- what the server sends

  synced(): number {
    return this.newest?.rev ?? 0;
  }

  connectionChanged(state: Connection): void {
    this.connection = state;
    if (state === "open") return;
    if (this.unconfirmed) this.unconfirmed = { ...this.unconfirmed, maybeLost: true };
    this.sending = this.unconfirmed !== null;
  }

  message(message: Message): void {
    if (message.t === "update") this.take(message);
    else if (message.t === "refused") this.refused(message);
  }

  private take(message: Update): void {
    const merged = merge(this.known, message);
    const complete = completed(this.newest, message);
    const turned = this.newest !== null && this.newest.screen?.looking_seat !== message.screen?.looking_seat;
    // Each viewer reads steps in other words: all of them are needed, and none that another viewer has read is kept.
    if (!merged || !complete || (turned && message.steps.length < message.length)) {
      this.known = [];
      this.socket.send({ t: "sync", rev: 0 });
      return;
    }
    const update = { ...complete, view: reuseView(this.newest?.view, complete.view) };
    const first = this.newest === null;
    if (turned) this.forget();
    this.known = merged.steps;
    this.stepsAt.set(update, merged.steps);
    this.newest = update;
    if (merged.fresh.length) this.refusal = "";
    this.confirm(update, merged.steps);
    this.history.keep(update.length, update.view);
    this.playback.push(update, first ? [] : merged.fresh);
  }

  /** Another player looks at this screen, or nobody does: what the last one saw is dropped. */
  private forget(): void {
    this.history.forget();
    this.said = "";
    this.dice = this.lastDice = null;
  }

  /** See what became of the last order; one that was lost on the way is sent again. */
  private confirm(update: Complete, steps: readonly StepInfo[]): void {
    const { unconfirmed } = this;
    const fate = unconfirmed ? deliveryOf(unconfirmed, update, steps) : "done";
    this.sending = fate === "open" || fate === "again";
    if (!unconfirmed || fate === "open") return;
    this.unconfirmed = fate === "again" ? { ...unconfirmed, maybeLost: false, again: true } : null;
    if (fate === "again") this.socket.send({ t: "order", rev: unconfirmed.rev, do: unconfirmed.order });
    if (fate === "lost") this.refusal = `Your order ${unconfirmed.order} did not arrive before the table changed, so it was not carried out.`;
  }

  private refused(refusal: Refusal): void {
    // It may have arrived the first time; the update that follows will show it.
    if (this.unconfirmed?.again && refusal.code === "stale") return;
    this.unconfirmed = null;
    this.sending = false;
    this.refusal = refusal.text;
    this.said = refusal.text;
  }

  // ---- what is shown

  showDice(dice: DiceRoll | null): void {
    this.dice = dice;
    if (dice && !dice.rolling) this.lastDice = dice;
  }

  show(update: Complete): void {
    this.now = update;
    this.steps = this.stepsAt.get(update) ?? [];
    if (this.lastDice && !this.steps.includes(this.lastDice.step)) this.lastDice = null;
    if (this.past !== null && this.past > update.length) this.present();
  }

  /** The reaction that a seat may make now. */
  get reaction(): Reaction | null {
    return this.past === null ? (this.now?.reaction ?? null) : null;
  }

  /** Whether there is something to decide: a player who could only decline a reaction is not asked. */
  get hasChoice(): boolean {
    const reaction = this.now?.reaction;
    // The server sends the order that declines to the player of that seat alone.
    if (!reaction?.order) return true;
    return !reaction.answered && (reaction.asked || reaction.thinking || reaction.left === 0);
  }

  announce(step: StepInfo): void {
    const { now } = this;
    // A declined reaction is not worth any words, unless it is our turn now.
    if (!step.events.length && step.order && now?.reaction && !now.reaction.asked) return;
    const after = !now ? "" : now.end ? `The game is over: ${now.end.text}.` : turnWords(now.view, this.mine);
    this.said = [stepWords(step), after].filter(Boolean).join(" ");
  }

  skip(): void {
    this.playback.skip();
  }

  // ---- looking back

  /** Look at the position after this many steps. */
  async look(length: number): Promise<void> {
    if (length >= this.steps.length) return this.present();
    try {
      await this.history.look(length);
    } catch (error) {
      this.refusal = (error as Error).message;
    }
  }

  /** Back to the present position. */
  present(): void {
    this.history.leave();
  }

  // ---- what the page sends

  order(text: string): void {
    this.unconfirmed = { order: text, rev: this.synced(), maybeLost: false, again: false };
    this.command({ t: "order", rev: this.synced(), do: text });
  }

  /** The seat that looks at a screen which several players share; null if none does, and on all other screens. */
  get lookingSeat(): number | null {
    const seat = this.newest?.screen?.looking_seat ?? -1;
    return seat < 0 ? null : seat;
  }

  /** Show one of several players at this screen what is theirs alone, or hide it again. */
  lookAs(seat: number | null): void {
    this.command({ t: "look", seat });
  }

  /** Ask for more time for a reaction. */
  moreTime(): void {
    this.command({ t: "more_time", rev: this.synced() });
  }

  /** Do not ask our seat for reactions of this kind any more. */
  mute({ seat, window }: Reaction): void {
    this.command({ t: "mute", seat, window });
  }

  /** Ask our seats for every reaction again. */
  unmute(): void {
    this.command({ t: "unmute" });
  }

  /** The seat in whose name we resign, propose and answer; -1 if we have no say. */
  get speaker(): number {
    return this.now?.speaker ?? -1;
  }

  resign(): void {
    this.command({ t: "resign", rev: this.synced(), seat: this.speaker });
  }

  propose(kind: "draw" | "undo"): void {
    this.command({ t: "propose", rev: this.synced(), seat: this.speaker, kind });
  }

  /** Answer the standing proposal, or withdraw our own. */
  answer(accept: boolean): void {
    this.command({ t: "answer", rev: this.synced(), seat: this.speaker, accept });
  }

  private command(command: Command): void {
    this.refusal = "";
    this.sending = this.socket.send(command);
    if (this.sending) return;
    if (command.t === "order") this.connectionChanged("lost");
    else this.refusal = "There is no connection to the server just now, so that was not sent.";
  }

  /** Connect again after a seat was taken: the server shows a socket what its guest could see when it was opened. */
  reopen(): void {
    this.socket.close();
    this.newest = null;
    this.unconfirmed = null;
    this.known = [];
    this.history.forget();
    this.socket = this.open(this);
  }

  retryNow(): void {
    this.socket.retryNow();
  }

  markOffline(): void {
    this.socket.markOffline();
  }

  close(): void {
    this.socket.close();
  }
}
