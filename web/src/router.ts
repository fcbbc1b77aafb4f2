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

/** Where the page is mounted: empty, or a path such as "/games", which the server has written into the page. */
export const root: string = mounted(document.querySelector<HTMLMetaElement>('meta[name="pawnstorm-root"]')?.content ?? "");

// A page that no server of ours has sent still says "./".
function mounted(content: string): string {
  return content.startsWith("/") ? content.replace(/\/+$/, "") : "";
}

/** Whether an address of this site is one of ours; there may be others beside us. */
export const isOurs = (path: string): boolean => path === root || path.startsWith(`${root}/`);

/** The page of an address. */
export function parse(path: string, hash: string): Route {
  const parts = path.slice(root.length).split("/").filter(Boolean).map(decode);
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

export const homePath = `${root}/`;
export const aboutPath = `${root}/about`;
/** Where a record from a file is replayed. */
export const recordPath = `${root}/replay`;
export const tablePath = (id: string): string => `${root}/table/${encodeURIComponent(id)}`;
export const replayPath = (id: string): string => `${root}/replay/${encodeURIComponent(id)}`;
/** The replay of a game with its analysis. */
export const analysisPath = (id: string): string => `${replayPath(id)}#analyse=1`;
/** The set-up page, perhaps with an army for the first seat. */
export const setupPath = (game: string, army = ""): string => `${root}/new/${encodeURIComponent(game)}${tail("army", army)}`;
/** The page where armies are built, perhaps with one to begin from. */
export const armyPath = (game: string, code = ""): string => `${root}/army/${encodeURIComponent(game)}${tail("code", code)}`;
export const campaignPath = (game: string): string => `${root}/campaign/${encodeURIComponent(game)}`;
/** The book of a game, perhaps open at one rule. */
export const bookPath = (game: string, rule = ""): string => `${root}/rules/${encodeURIComponent(game)}${tail("rule", rule)}`;
export const learnPath = (game: string): string => `${root}/learn/${encodeURIComponent(game)}`;
export const invitation = (origin: string, id: string, token: string): string =>
  `${origin}${tablePath(id)}#join=${encodeURIComponent(token)}`;
