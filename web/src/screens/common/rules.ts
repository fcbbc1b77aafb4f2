/** Searching the rules. */

import type { RuleText } from "../../protocol.gen";

/** The rules that contain every word of the search; the number of a rule finds exactly that rule. */
export function filterRules<Text extends RuleText>(rules: readonly Text[], query: string): Text[] {
  const asked = query.trim().toLowerCase();
  const exact = rules.filter((rule) => rule.id.toLowerCase() === asked);
  if (exact.length) return exact;
  const words = asked.split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.chapter} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Rules by chapter, in the order in which the chapters first appear. */
export function byChapter(rules: readonly RuleText[]): [string, RuleText[]][] {
  const chapters = new Map<string, RuleText[]>();
  for (const rule of rules) {
    const list = chapters.get(rule.chapter);
    if (list) list.push(rule);
    else chapters.set(rule.chapter, [rule]);
  }
  return [...chapters];
}
