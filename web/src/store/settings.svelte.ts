/** What a visitor prefers, kept in the browser. */

import { INSTANT, NORMAL, QUICK, type Pace } from "./playback";
import { readText, writeText } from "./storage";

export type Theme = "system" | "light" | "dark";
export type Motion = "normal" | "quick" | "none";

function read(key: string, values: readonly string[]): string {
  const found = readText(`pawnstorm.${key}`);
  return values.includes(found) ? found : (values[0] ?? "");
}

const write = (key: string, value: string): boolean => writeText(`pawnstorm.${key}`, value);

const matches = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;

class Settings {
  private chosenTheme = $state(read("theme", ["system", "light", "dark"]) as Theme);
  private chosenMotion = $state(read("motion", ["normal", "quick", "none"]) as Motion);
  private chosenNumbers = $state(read("numbers", ["on", "off"]));

  get theme(): Theme {
    return this.chosenTheme;
  }

  set theme(theme: Theme) {
    this.chosenTheme = theme;
    write("theme", theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  /** Whether the page is dark now. */
  get dark(): boolean {
    return this.theme === "system" ? matches("(prefers-color-scheme: dark)") : this.theme === "dark";
  }

  get motion(): Motion {
    return this.chosenMotion;
  }

  set motion(motion: Motion) {
    this.chosenMotion = motion;
    write("motion", motion);
  }

  /** Whether pieces show their numbers. */
  get numbers(): boolean {
    return this.chosenNumbers === "on";
  }

  set numbers(on: boolean) {
    this.chosenNumbers = on ? "on" : "off";
    write("numbers", this.chosenNumbers);
  }

  /** Whether nothing moves: by a choice made here, or by that of the system. */
  get still(): boolean {
    return this.motion === "none" || matches("(prefers-reduced-motion: reduce)");
  }

  get pace(): Pace {
    if (this.still) return INSTANT;
    return this.motion === "quick" ? QUICK : NORMAL;
  }
}

export const settings = new Settings();
