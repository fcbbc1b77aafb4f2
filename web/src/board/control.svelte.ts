/** The choice in progress on one board: what is selected, looked at and asked. */

import type { Offer, Token, View } from "../protocol.gen";
import { back, chosen, choose, grabs, held, IDLE, loose, pick, press, preview, targets, level, type Intent, type Pressed, type Under } from "./intent";
import { capital, choiceWords, offerWords, type Words } from "./labels";

/** Where a choice goes when it is made, and where words about it go. */
export interface ControlHost {
  order(text: string): void;
  say(text: string): void;
  words(): Words;
}

const NONE: readonly Offer[] = [];

export class Control {
  view = $state.raw<View | null>(null);
  enabled = $state(false);
  intent = $state.raw<Intent>(IDLE);
  /** The cell under the pointer or under the keyboard's cursor. */
  spot = $state("");
  /** Who stands under the pointer; unknown while keys walk over whole cells. */
  over = $state.raw<Under>(undefined);
  /** The offer whose button is looked at. */
  looked = $state.raw<Offer | null>(null);
  /** The cells of an order that the computer proposes. */
  advised = $state.raw<readonly string[]>([]);
  /** Whether the last press came from a finger: then a fight asks twice. */
  touch = $state(false);

  constructor(private readonly host: ControlHost) {}

  /** Show a position; a choice in progress ends when the offers are new. */
  show(view: View | null, enabled: boolean): void {
    if (view !== this.view || enabled !== this.enabled) this.intent = IDLE;
    this.view = view;
    this.enabled = enabled;
  }

  get offers(): readonly Offer[] {
    return this.enabled ? (this.view?.offers ?? NONE) : NONE;
  }

  readonly targets = $derived.by(() => targets(this.offers, this.intent));
  readonly loose = $derived.by(() => loose(this.offers, this.intent));
  /** The offers of tokens in trays. */
  readonly held = $derived.by(() => held(this.offers, this.intent));
  /** The token in a tray that has been chosen. */
  readonly holding = $derived.by(() => this.intent.path.findLast((offer) => offer.token)?.token ?? "");
  /** Everybody chosen so far, on the board or in trays. */
  readonly taken = $derived.by(() => new Set(this.intent.path.map((offer) => offer.token).filter(Boolean)));
  readonly selected = $derived.by(() => chosen(this.intent));
  /** The cells whose offers stand at the root of the tree. */
  readonly origins = $derived.by(() => new Set(this.offers.map((offer) => offer.cell).filter(Boolean)));

  /** The choices that must be shown as buttons now. */
  get asked(): readonly Offer[] {
    return this.intent.menu ?? this.loose;
  }

  /** The offer whose odds are to be shown. */
  get preview(): Offer | null {
    if (this.looked?.order && !this.intent.pending && this.asked.includes(this.looked)) return this.looked;
    return preview(this.offers, this.intent, this.spot, this.over);
  }

  /** The tokens to be described: those looked at, otherwise those selected. */
  get described(): Token[] {
    const all = this.view?.tokens ?? [];
    if (this.spot && this.over?.length) return all.filter(({ id }) => this.over?.includes(id));
    if (!this.spot && this.taken.size) return all.filter(({ id }) => this.taken.has(id));
    const cell = this.spot || this.selected.at(-1);
    return cell ? all.filter((token) => token.cell === cell) : [];
  }

  /** Look at a cell, and at who stands there under the pointer. */
  look(cell: string, under?: Under): void {
    this.spot = cell;
    if (under?.join() !== this.over?.join()) this.over = under;
  }

  grabs(cell: string, under?: Under): boolean {
    return grabs(this.offers, this.intent, cell, under);
  }

  press(cell: string, under?: Under): void {
    this.done(press(this.offers, this.intent, cell, this.touch, under), cell);
  }

  /** Let go of what was dragged: that chooses no other piece. */
  drop(cell: string, under: readonly string[]): void {
    const here = level(this.offers, this.intent);
    this.press(cell, under.filter((token) => here.some((offer) => offer.token === token && offer.cell === cell)));
  }

  /** Press a token in a tray. */
  pick(token: string): void {
    this.done(pick(this.offers, this.intent, token, this.touch), "");
  }

  choose(offer: Offer): void {
    this.done(choose(this.intent, offer, this.touch && this.intent.pending !== offer), offer.cell);
  }

  /** Carry out the fight that waits for its confirmation. */
  confirm(): void {
    if (this.intent.pending) this.done(choose(this.intent, this.intent.pending, false), "");
  }

  /** One step back; false if there was nothing to go back from. */
  escape(): boolean {
    if (this.intent === IDLE || (!this.intent.path.length && !this.intent.menu && !this.intent.pending)) return false;
    this.intent = back(this.intent);
    this.host.say(this.intent.path.at(-1)?.text ?? "Nothing selected.");
    return true;
  }

  private done({ intent, order }: Pressed, cell: string): void {
    const before = this.intent;
    this.intent = intent;
    this.looked = null;
    if (order) this.host.order(order);
    else if (this.offers.length) this.tell(before, cell);
  }

  private tell(before: Intent, cell: string): void {
    const words = this.host.words();
    const { path, menu, pending } = this.intent;
    const last = path.at(-1);
    if (menu) this.host.say(`${menu.length} choices${cell ? ` on ${cell}` : ""}: ${menu.map((offer) => offer.text).join(", ")}`);
    else if (pending) this.host.say(`${capital(offerWords(pending, words))}. Press again to confirm.`);
    else if (last && last !== before.path.at(-1)) this.host.say(choiceWords(last, words));
    else if (before.path.length && !path.length) this.host.say("Nothing selected.");
  }
}
