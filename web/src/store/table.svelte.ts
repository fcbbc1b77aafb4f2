/** One table as the page knows it: the newest update, what is shown of it, and what may be done. */

import { fetchReplay } from "../net/api";
import { socketUrl, TableSocket, type Connection, type Listener } from "../net/socket";
import type { Command, Frame, Message, Reaction, Refusal, StepInfo, Update, View } from "../protocol.gen";
import { deliveryOf, type Unconfirmed } from "./unconfirmed";
import { type Complete, completed, merge, settled } from "./merge";
import { stepWords, turnWords } from "./words";
import { Playback, type Pace, type DiceRoll, type PlaybackTarget } from "./playback";

/** The part of a socket that a table uses. */
export type SocketLike = Pick<TableSocket, "send" | "close" | "retryNow" | "markOffline">;

export class TableStore implements Listener, PlaybackTarget {
  /** The newest update that has been shown. */
  now = $state.raw<Complete | null>(null);
  steps = $state.raw<readonly StepInfo[]>([]);
  dice = $state.raw<DiceRoll | null>(null);
  /** The last dice that landed, kept for reading after they have left the table. */
  lastDice = $state.raw<DiceRoll | null>(null);
  line = $state<Connection>("connecting");
  refusal = $state("");
  sending = $state(false);
  /** The order that has been given and of which the server has not said yet that it was taken. */
  unconfirmed = $state.raw<Unconfirmed | null>(null);
  /** How many steps had been made at the moment looked at; null is the present. */
  past = $state<number | null>(null);
  said = $state("");

  private newest: Complete | null = null;
  private known: readonly StepInfo[] = [];
  private readonly views = new Map<number, View>();
  /** The steps that stood at each update: by the time it is shown, some may have been taken back. */
  private readonly stepsAt = new WeakMap<Complete, readonly StepInfo[]>();
  private pastView = $state.raw<View | null>(null);
  private socket: SocketLike;
  private readonly playback: Playback;

  constructor(
    readonly id: string,
    pace: () => Pace,
    private readonly open: (listener: Listener) => SocketLike = (listener) => new TableSocket(socketUrl(id, location), listener),
  ) {
    this.playback = new Playback(this, pace);
    this.socket = this.open(this);
  }

  /** The position on the board: the present one, or the moment looked at. */
  get view(): View | null {
    return this.past === null ? (this.now?.view ?? null) : this.pastView;
  }

  /** The seats that this browser holds. */
  get mine(): number[] {
    return (this.now?.table.seats ?? []).flatMap((seat, index) => (seat.mine ? [index] : []));
  }

  /** Whether an order may be given now. */
  get ready(): boolean {
    return this.line === "open" && !this.sending && this.past === null && this.now === this.newest && !this.now?.end;
  }

  /** Our seats that are still in the game: the others neither give up nor propose nor answer. */
  get living(): number[] {
    const out = this.now?.out ?? [];
    return this.mine.filter((seat) => !out.includes(seat));
  }

  /** The seat in whose name a button acts: the one to act if it is ours, otherwise our first; -1 if all are out. */
  get acting(): number {
    const turn = this.now?.view.turn ?? -1;
    return this.living.includes(turn) ? turn : (this.living[0] ?? -1);
  }

  // ---- what comes up from the socket

  synced(): number {
    return this.newest?.rev ?? 0;
  }

  connection(state: Connection): void {
    this.line = state;
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
    // Other eyes read other words: then every step is needed, and none is kept that somebody else has read.
    if (!merged || !complete || (turned && message.steps.length < message.length)) {
      this.known = [];
      this.socket.send({ t: "sync", rev: 0 });
      return;
    }
    const update = { ...complete, view: settled(this.newest?.view, complete.view) };
    const first = this.newest === null;
    if (turned) this.forget();
    this.known = merged.steps;
    this.stepsAt.set(update, merged.steps);
    this.newest = update;
    if (merged.fresh.length) this.refusal = "";
    this.confirm(update, merged.steps);
    this.remember(update);
    this.playback.push(update, first ? [] : merged.fresh);
  }

  /** Another player looks at this screen, or nobody does: what the last one saw goes. */
  private forget(): void {
    this.views.clear();
    this.present();
    this.said = "";
    this.dice = this.lastDice = null;
  }

  /** See what has become of the order that was given last; one that was lost on the way is sent again. */
  private confirm(update: Complete, steps: readonly StepInfo[]): void {
    const { unconfirmed } = this;
    const fate = unconfirmed ? deliveryOf(unconfirmed, update, steps) : "done";
    this.sending = fate === "open" || fate === "again";
    if (!unconfirmed || fate === "open") return;
    this.unconfirmed = fate === "again" ? { ...unconfirmed, maybeLost: false, again: true } : null;
    if (fate === "again") this.socket.send({ t: "order", rev: unconfirmed.rev, do: unconfirmed.order });
    if (fate === "lost") this.refusal = `Your order ${unconfirmed.order} did not focusHeading before the table changed, so it was not carried out.`;
  }

  private remember(update: Complete): void {
    for (const length of this.views.keys()) if (length > update.length) this.views.delete(length);
    this.views.set(update.length, update.view);
  }

  private refused(refusal: Refusal): void {
    // It may have arrived the first time; the update that follows tells.
    if (this.unconfirmed?.again && refusal.code === "stale") return;
    this.unconfirmed = null;
    this.sending = false;
    this.refusal = refusal.text;
    this.said = refusal.text;
  }

  // ---- what is shown

  scene(scene: DiceRoll | null): void {
    this.dice = scene;
    if (scene && !scene.rolling) this.lastDice = scene;
  }

  show(update: Complete): void {
    const length = update.length;
    this.now = update;
    this.steps = this.stepsAt.get(update) ?? [];
    if (this.lastDice && !this.steps.includes(this.lastDice.step)) this.lastDice = null;
    if (this.past !== null && this.past > length) this.present();
  }

  /** The moment for reactions that the table has come to; its seat's own part if that is ours. */
  get reaction(): Reaction | null {
    return this.past === null ? (this.now?.reaction ?? null) : null;
  }

  /** Whether the seat to act is ours and has something to decide: nobody is asked who could only say no. */
  get asked(): boolean {
    const reaction = this.now?.reaction;
    if (!reaction || !this.mine.includes(reaction.seat)) return true;
    return !reaction.answered && (reaction.asked || reaction.thinking || reaction.left === 0);
  }

  tell(step: StepInfo): void {
    const { now } = this;
    // A moment that somebody let go by is worth no words, unless it is ours to speak now.
    if (!step.events.length && step.order && now?.reaction && !now.reaction.asked) return;
    const after = !now ? "" : now.end ? `The game is over: ${now.end.text}.` : turnWords(now.view, this.mine);
    this.said = [stepWords(step), after].filter(Boolean).join(" ");
  }

  skip(): void {
    this.playback.skip();
  }

  // ---- looking back

  /** Look at the position after so many steps. */
  async look(length: number): Promise<void> {
    if (length >= this.steps.length) return this.present();
    const view = this.views.get(length) ?? (await this.older(length));
    if (!view) return;
    this.pastView = view;
    this.past = length;
  }

  present(): void {
    this.past = null;
    this.pastView = null;
  }

  private async older(length: number): Promise<View | undefined> {
    try {
      const { frames } = await fetchReplay(this.id, this.looks);
      this.keep(frames);
    } catch (error) {
      this.refusal = (error as Error).message;
    }
    return this.views.get(length);
  }

  private keep(frames: readonly Frame[]): void {
    let length = 0;
    for (const frame of frames) {
      if (frame.step) length += 1;
      if (!this.views.has(length)) this.views.set(length, frame.view);
    }
  }

  // ---- what goes up

  order(text: string): void {
    this.unconfirmed = { order: text, rev: this.synced(), maybeLost: false, again: false };
    this.command({ t: "order", rev: this.synced(), do: text });
  }

  /** The seat that looks at a screen which several players share; null if none does, and everywhere else. */
  get looks(): number | null {
    const seat = this.newest?.screen?.looking_seat ?? -1;
    return seat < 0 ? null : seat;
  }

  /** Show one of several players at this screen what is theirs alone, or hide it again. */
  lookAs(seat: number | null): void {
    this.command({ t: "look", seat });
  }

  /** Ask for more time at a moment for reactions. */
  think(): void {
    this.command({ t: "more_time", rev: this.synced() });
  }

  resign(): void {
    this.command({ t: "resign", rev: this.synced(), seat: this.acting });
  }

  propose(kind: "draw" | "undo"): void {
    const last = this.steps.at(-1)?.seat ?? -1;
    const seat = kind === "undo" && this.living.includes(last) ? last : this.acting;
    this.command({ t: "propose", rev: this.synced(), seat, kind });
  }

  /** The seat of ours that the standing proposal still asks; -1 if it asks none. */
  get proposed(): number {
    const proposal = this.now?.proposal;
    if (!proposal) return -1;
    return this.living.find((seat) => seat !== proposal.seat && !proposal.agreed.includes(seat)) ?? -1;
  }

  /** Answer the standing proposal, or withdraw our own. */
  answer(accept: boolean): void {
    const seat = this.proposed >= 0 ? this.proposed : (this.now?.proposal?.seat ?? -1);
    this.command({ t: "answer", rev: this.synced(), seat, accept });
  }

  private command(command: Command): void {
    this.refusal = "";
    this.sending = this.socket.send(command);
    if (this.sending) return;
    if (command.t === "order") this.connection("lost");
    else this.refusal = "There is no connection to the server just now, so that was not sent.";
  }

  /** Come back as somebody else: a seat has been taken. */
  reopen(): void {
    this.socket.close();
    this.newest = null;
    this.unconfirmed = null;
    this.known = [];
    this.views.clear();
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
