/** Which tokens beside the board are held as cards. */

import type { Offer, Token, Tray, View } from "../protocol.gen";
import { alike } from "./arrange";
import type { PieceArt } from "./skin";

/** A face-down card has no words on it. */
const open = (token: Token): boolean => token.marks.length > 0;

/** The viewer's own trays that hold cards and are laid out in full. */
export function hands(view: View, skin: PieceArt): Tray[] {
  if (!skin.Card || view.viewer < 0) return [];
  return view.trays.filter((tray) => tray.owner === view.viewer && tray.tokens.some(open));
}

/** Cards that look alike, once each, with what they offer now. */
export interface Held {
  token: Token;
  count: number;
  offer: Offer | undefined;
}

export function held(tray: Tray, picks: ReadonlyMap<string, Offer>): Held[] {
  const offered = [...tray.tokens].sort((a, b) => Number(picks.has(b.id)) - Number(picks.has(a.id)));
  const groups = new Map(alike(offered).map((group) => [group.token.kind + group.token.name, group]));
  // The order of the hand stays, whatever is offered.
  return alike(tray.tokens).map(({ token, count }) => {
    const first = groups.get(token.kind + token.name)?.token ?? token;
    return { token: first, count, offer: picks.get(first.id) };
  });
}
