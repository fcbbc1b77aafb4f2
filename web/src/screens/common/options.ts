/** Options and presets as the set-up page needs them. */

import type { GameInfo, OptionInfo } from "../../protocol.gen";

/** Every option with its value under a preset. */
export function presetOptions(game: GameInfo, chosen: Record<string, string>): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.key, chosen[option.key] ?? option.values[0] ?? ""]));
}

/** The preset that the options amount to; empty if none. */
export function presetOf(game: GameInfo, options: Record<string, string>): string {
  const same = (preset: Record<string, string>) => {
    const full = presetOptions(game, preset);
    return Object.keys(full).every((key) => full[key] === options[key]);
  };
  return game.presets.find((preset) => same(preset.options))?.key ?? "";
}

/** An explanation such as "on: ...; off: ..." value by value; what belongs to no value is the introduction. */
export function explained(option: OptionInfo): { intro: string; values: [string, string][] } {
  const values: [string, string][] = [];
  const intro: string[] = [];
  for (const part of option.explain.split("; ")) {
    const [head, ...rest] = part.split(": ");
    if (head !== undefined && rest.length && option.values.includes(head)) values.push([head, sentence(rest.join(": "))]);
    else intro.push(part);
  }
  return { intro: intro.join("; "), values };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
