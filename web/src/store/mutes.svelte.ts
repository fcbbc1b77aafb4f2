/** The kinds of moments at which a player does not want to be asked, table by table, for as long as the browser is open. */

/** One kind of moment of one seat. */
export interface Mute {
  seat: number;
  window: string;
}

const isMute = (found: unknown): found is Mute =>
  typeof found === "object" && found !== null && typeof (found as Mute).seat === "number" && typeof (found as Mute).window === "string";

export class Mutes {
  all = $state.raw<readonly Mute[]>([]);
  private readonly key: string;

  constructor(table: string) {
    this.key = `pawnstorm.mutes.${table}`;
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      if (Array.isArray(found)) this.all = found.filter(isMute);
    } catch {
      // Storage is switched off or holds nonsense: everything is asked.
    }
  }

  add(mute: Mute): void {
    if (!this.has(mute)) this.set([...this.all, { seat: mute.seat, window: mute.window }]);
  }

  clear(): void {
    this.set([]);
  }

  has(mute: Mute | null): boolean {
    return this.all.some(({ seat, window }) => seat === mute?.seat && window === mute.window);
  }

  private set(all: readonly Mute[]): void {
    this.all = all;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(all));
    } catch {
      // It lasts as long as the page.
    }
  }
}
