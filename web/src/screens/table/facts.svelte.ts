/** What the table screen shows, taken from the newest update: who has which seat, whose turn it is, how the board is turned. */

import { turned, type Turns } from "../../board/geometry";
import { stepNumbers } from "../../board/numbers";
import { skinForSeats, type Skin } from "../../board/skin";
import type { SeatInfo, StepInfo, TableInfo } from "../../protocol.gen";
import type { TableStore } from "../../store/table.svelte";

export class TableFacts {
  /** The skin as it was loaded; null before. */
  loaded = $state.raw<Skin | null>(null);
  /** Quarter turns by which the visitor has turned the board. */
  extraTurns = $state(0);

  constructor(
    private readonly store: TableStore,
    private readonly join: () => string,
  ) {}

  readonly table: TableInfo | null = $derived.by(() => this.store.now?.table ?? null);
  /** The names of the seats. */
  readonly seats: readonly string[] = $derived.by(() => this.table?.seats.map((seat) => seat.name) ?? []);
  /** The skin in the colours of the sides at this table. */
  readonly skin: Skin | null = $derived.by(() => this.loaded && skinForSeats(this.loaded, this.seats));
  readonly mine: readonly number[] = $derived.by(() => this.store.mine);
  /** Whether several players look at this screen. */
  readonly shared: boolean = $derived.by(() => this.mine.length > 1);
  /** Whether several players share this screen and none of them looks at their secrets. */
  readonly covered: boolean = $derived.by(() => this.store.now?.screen?.looking_seat === -1);

  /** How many steps had been made at the position shown. */
  readonly at: number = $derived.by(() => this.store.past ?? this.store.steps.length);
  /** The last step before it that has a line in the log. */
  readonly step: StepInfo | undefined = $derived.by(() => this.store.steps.slice(0, this.at).findLast((one) => !this.skin?.quiet?.(one)));
  /** The numbers of the steps in the log. */
  readonly numbers: readonly number[] = $derived.by(() => stepNumbers(this.store.steps, this.skin?.quiet));

  /** The number of that step. */
  readonly number: number = $derived.by(() => (this.step ? (this.numbers[this.store.steps.indexOf(this.step) + 1] ?? 0) : 0));

  private facing(seat: number): number {
    return this.skin?.facing(seat, this.seats.length, this.store.view?.viewer ?? -1) ?? 0;
  }

  readonly turns: Turns = $derived.by(() => turned(this.facing(this.mine[0] ?? 0) + this.extraTurns));
  /** The seat at the bottom of the board; -1 if there is none. */
  readonly lowest: number = $derived.by(() => this.seats.findIndex((_, seat) => turned(this.facing(seat)) === this.turns));
  readonly others: readonly number[] = $derived.by(() => this.seats.map((_, seat) => seat).filter((seat) => seat !== this.lowest));

  /** Whether a seat still waits for its player. */
  readonly waiting: boolean = $derived.by(() => this.table?.seats.some((seat) => !seat.taken) ?? false);
  readonly invited: boolean = $derived.by(() => Boolean(this.join()) && !this.mine.length && this.waiting);
  /** Whether one of our seats is to act. */
  readonly yours: boolean = $derived.by(() => {
    const { now } = this.store;
    return Boolean(now && !now.end && !this.waiting && this.mine.includes(now.view.turn));
  });
  /** Whether the game is being played: everybody is here and it is not over. */
  readonly playing: boolean = $derived.by(() => !this.store.now?.end && !this.waiting);
  /** The seats that are still in the game. */
  readonly inGame: readonly SeatInfo[] = $derived.by(() => this.table?.seats.filter((_, seat) => !this.store.now?.out.includes(seat)) ?? []);
  /** Whether every seat that is still in the game is ours. */
  readonly alone: boolean = $derived.by(() => this.inGame.length > 0 && this.inGame.every((seat) => seat.mine));
  /** The only winner; -1 if there is none, or several. */
  readonly onlyWinner: number = $derived.by(() => {
    const winners = this.store.now?.end?.winners ?? [];
    return winners.length === 1 ? winners[0]! : -1;
  });

  /** Turn the board so that the next seat, or the opposite one, is at the bottom. */
  flip(): void {
    this.extraTurns += this.seats.length > 2 ? 1 : 2;
  }
}
