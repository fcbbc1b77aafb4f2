/** The kinds of moments at which a visitor does not want to be asked, table by table, for as long as the browser is open. */

export class Mutes {
  windows = $state.raw<readonly string[]>([]);
  private readonly key: string;

  constructor(table: string) {
    this.key = `pawnstorm.mutes.${table}`;
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
      if (Array.isArray(found)) this.windows = found.filter((one): one is string => typeof one === "string");
    } catch {
      // Storage is switched off or holds nonsense: everything is asked.
    }
  }

  add(window: string): void {
    this.set([...new Set([...this.windows, window])]);
  }

  clear(): void {
    this.set([]);
  }

  has(window: string): boolean {
    return this.windows.includes(window);
  }

  private set(windows: readonly string[]): void {
    this.windows = windows;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(windows));
    } catch {
      // It lasts as long as the page.
    }
  }
}
