/** Searching the book. */

import type { BookRule, ChapterInfo } from "../../protocol.gen";

/** The rules of a chapter that contain every word of the search; the number of a rule finds exactly that rule. */
export function matching(chapter: ChapterInfo, query: string): readonly BookRule[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const only = words[0];
  if (words.length === 1 && only && /^[a-z]+-[a-z]?\d+$/.test(only)) return chapter.rules.filter((rule) => rule.id.toLowerCase() === only);
  return chapter.rules.filter((rule) => words.every((word) => `${rule.id} ${chapter.title} ${rule.text}`.toLowerCase().includes(word)));
}
