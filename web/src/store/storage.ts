/** What this browser keeps: storage may be switched off, and what it holds may have been written by an earlier page. */

/** A stored text; empty if there is none. */
export function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Store a text; false if it could not be kept. */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The items of a stored list that are what they should be. */
export function parseList<T>(text: string, isItem: (value: unknown) => value is T): T[] {
  try {
    const found: unknown = JSON.parse(text || "[]");
    return Array.isArray(found) ? found.filter(isItem) : [];
  } catch {
    return [];
  }
}
