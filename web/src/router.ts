/** The pages and their addresses. */

export type Route =
  | { page: "shelf" }
  | { page: "setup"; game: string; army: string }
  | { page: "army"; game: string; code: string }
  | { page: "campaign"; game: string }
  | { page: "learn"; game: string }
  | { page: "book"; game: string; rule: string }
  | { page: "table"; id: string; join: string }
  | { page: "replay"; id: string; at: number | null; analyse: boolean }
  | { page: "about" }
  | { page: "lost" };

/** The page of an address. */
export function parse(path: string, hash: string): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "shelf" };
  if (parts.length === 1 && first === "about") return { page: "about" };
  if (parts.length === 1 && first === "replay") return { page: "replay", id: "", at: at(hash), analyse: false };
  if (parts.length !== 2 || !second) return { page: "lost" };
  if (first === "new") return { page: "setup", game: second, army: part(hash, "army") };
  if (first === "army") return { page: "army", game: second, code: part(hash, "code") };
  if (first === "campaign") return { page: "campaign", game: second };
  if (first === "rules") return { page: "book", game: second, rule: part(hash, "rule") };
  if (first === "learn") return { page: "learn", game: second };
  if (first === "table") return { page: "table", id: second, join: part(hash, "join") };
  if (first === "replay") return { page: "replay", id: second, at: at(hash), analyse: part(hash, "analyse") !== "" };
  return { page: "lost" };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function part(hash: string, name: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";
}

function at(hash: string): number | null {
  const text = part(hash, "at");
  return /^\d+$/.test(text) ? Number(text) : null;
}

const tail = (name: string, value: string): string => (value ? `#${name}=${encodeURIComponent(value)}` : "");

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
export const replayPath = (id: string): string => `/replay/${encodeURIComponent(id)}`;
/** The replay of a game with its analysis. */
export const analysisPath = (id: string): string => `${replayPath(id)}#analyse=1`;
/** The set-up page, perhaps with an army for the first seat. */
export const setupPath = (game: string, army = ""): string => `/new/${encodeURIComponent(game)}${tail("army", army)}`;
/** The page where armies are built, perhaps with one to begin from. */
export const armyPath = (game: string, code = ""): string => `/army/${encodeURIComponent(game)}${tail("code", code)}`;
export const campaignPath = (game: string): string => `/campaign/${encodeURIComponent(game)}`;
/** The book of a game, perhaps open at one rule. */
export const bookPath = (game: string, rule = ""): string => `/rules/${encodeURIComponent(game)}${tail("rule", rule)}`;
export const learnPath = (game: string): string => `/learn/${encodeURIComponent(game)}`;
export const invitation = (origin: string, id: string, token: string): string =>
  `${origin}${tablePath(id)}#join=${encodeURIComponent(token)}`;
