/** The choice in progress on one board: what is selected and looked at, and what can be chosen. */

import type { Offer, Token, View } from "../protocol.gen";
import { back, chosenCells, choose, canPickUp, trayOffers, IDLE, buttonOffers, pick, press, preview, targets, level, type Choice, type Pressed, type Under } from "./choice";
import { capital, choiceWords, offerWords, type Words } from "./labels";

/** What takes the order that was chosen, and the words for screen readers. */
export interface ControlHost {
  order(text: string): void;
  say(text: string): void;
  words(): Words;
}

const NONE: readonly Offer[] = [];

export class Control {
  view = $state.raw<View | null>(null);
  enabled = $state(false);
  choice = $state.raw<Choice>(IDLE);
  /** The cell under the pointer or under the keyboard's cursor. */
  spot = $state("");
  /** The tokens under the pointer; undefined while keys move over whole cells. */
  under = $state.raw<Under>(undefined);
  /** The offer whose button is looked at. */
  looked = $state.raw<Offer | null>(null);
  /** The cells of an order that the computer proposes. */
  advised = $state.raw<readonly string[]>([]);
  /** Whether the last press came from a finger: then a fight must be confirmed. */
  touch = $state(false);

  constructor(private readonly host: ControlHost) {}

  /** Show a position; a new one ends the choice in progress. */
  show(view: View | null, enabled: boolean): void {
    if (view !== this.view || enabled !== this.enabled) this.choice = IDLE;
    this.view = view;
    this.enabled = enabled;
  }

  get offers(): readonly Offer[] {
    return this.enabled ? (this.view?.offers ?? NONE) : NONE;
  }

  readonly targets = $derived.by(() => targets(this.offers, this.choice));
  readonly buttonOffers = $derived.by(() => buttonOffers(this.offers, this.choice));
  /** The offers of tokens in trays. */
  readonly trayOffers = $derived.by(() => trayOffers(this.offers, this.choice));
  /** The token in a tray that has been chosen. */
  readonly holding = $derived.by(() => this.choice.path.findLast((offer) => offer.token)?.token ?? "");
  /** The tokens chosen so far, on the board or in trays. */
  readonly taken = $derived.by(() => new Set(this.choice.path.map((offer) => offer.token).filter(Boolean)));
  readonly selected = $derived.by(() => chosenCells(this.choice));
  /** The cells of the offers at the root of the tree. */
  readonly origins = $derived.by(() => new Set(this.offers.map((offer) => offer.cell).filter(Boolean)));

  /** The choices that are shown as buttons now. */
  get buttons(): readonly Offer[] {
    return this.choice.menu ?? this.buttonOffers;
  }

  /** The offer whose odds are to be shown. */
  get preview(): Offer | null {
    if (this.looked?.order && !this.choice.pending && this.buttons.includes(this.looked)) return this.looked;
    return preview(this.offers, this.choice, this.spot, this.under);
  }

  /** The tokens to be described: those looked at, otherwise those selected. */
  get described(): Token[] {
    const all = this.view?.tokens ?? [];
    if (this.spot && this.under?.length) return all.filter(({ id }) => this.under?.includes(id));
    if (!this.spot && this.taken.size) return all.filter(({ id }) => this.taken.has(id));
    const cell = this.spot || this.selected.at(-1);
    return cell ? all.filter((token) => token.cell === cell) : [];
  }

  /** Look at a cell, and at the tokens under the pointer. */
  look(cell: string, under?: Under): void {
    this.spot = cell;
    if (under?.join() !== this.under?.join()) this.under = under;
  }

  canPickUp(cell: string, under?: Under): boolean {
    return canPickUp(this.offers, this.choice, cell, under);
  }

  press(cell: string, under?: Under): void {
    this.done(press(this.offers, this.choice, cell, this.touch, under), cell);
  }

  /** Drop what was dragged; that does not choose another piece. */
  drop(cell: string, under: readonly string[]): void {
    const here = level(this.offers, this.choice);
    this.press(cell, under.filter((token) => here.some((offer) => offer.token === token && offer.cell === cell)));
  }

  /** Press a token in a tray. */
  pick(token: string): void {
    this.done(pick(this.offers, this.choice, token, this.touch), "");
  }

  choose(offer: Offer): void {
    this.done(choose(this.choice, offer, this.touch && this.choice.pending !== offer), offer.cell);
  }

  /** Carry out the fight that waits for its confirmation. */
  confirm(): void {
    if (this.choice.pending) this.done(choose(this.choice, this.choice.pending, false), "");
  }

  /** One step back; false if there was nothing to go back from. */
  escape(): boolean {
    if (this.choice === IDLE || (!this.choice.path.length && !this.choice.menu && !this.choice.pending)) return false;
    this.choice = back(this.choice);
    this.host.say(this.choice.path.at(-1)?.text ?? "Nothing selected.");
    return true;
  }

  private done({ choice, order }: Pressed, cell: string): void {
    const before = this.choice;
    this.choice = choice;
    this.looked = null;
    if (order) this.host.order(order);
    else if (this.offers.length) this.tell(before, cell);
  }

  private tell(before: Choice, cell: string): void {
    const words = this.host.words();
    const { path, menu, pending } = this.choice;
    const last = path.at(-1);
    if (menu) this.host.say(`${menu.length} choices${cell ? ` on ${cell}` : ""}: ${menu.map((offer) => offer.text).join(", ")}`);
    else if (pending) this.host.say(`${capital(offerWords(pending, words))}. Press again to confirm.`);
    else if (last && last !== before.path.at(-1)) this.host.say(choiceWords(last, words));
    else if (before.path.length && !path.length) this.host.say("Nothing selected.");
  }
}
