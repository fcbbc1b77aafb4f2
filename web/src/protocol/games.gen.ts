// Generated from the server's protocol and the view grammar by `python -m pawnstorm.server.wire.typescript`.
// Do not edit: a test compares this file with its sources.

/** A rule in our own words. */
export interface RuleText {
  id: string;
  chapter: string;
  text: string;
}

/** An option as the set-up page shows it. The first value is the default; `rules` are the rulings behind it. */
export interface OptionInfo {
  key: string;
  title: string;
  values: string[];
  explain: string;
  rules: RuleText[];
}

/** A named choice of options. */
export interface PresetInfo {
  key: string;
  title: string;
  options: Record<string, string>;
}

/** A game that can be played here. */
export interface GameInfo {
  key: string;
  title: string;
  summary: string;
  rules_version: number;
  seats: string[];
  options: OptionInfo[];
  presets: PresetInfo[];
  players: string[];
  armies: boolean;
  maps: boolean;
  lesson: boolean;
  campaign: boolean;
}

/** An inclination that a level of the computer may have, as in the player `5:bold`, and one sentence about it. */
export interface CharacterInfo {
  key: string;
  about: string;
}

/** GET /api/games/{key}/rules: the rules of a game in our own words, chapter by chapter. */
export interface RulesInfo {
  game: string;
  title: string;
  rules: RuleText[];
  howto: string[];
}

/** GET /api/games: all games. */
export interface Shelf {
  games: GameInfo[];
  characters: CharacterInfo[];
}
