/** The cards in a player's hand: tokens in a tray next to the board. */

import type { Offer, Token, Tray, View } from "../protocol.gen";
import { countSame } from "./arrange";
import type { PieceArt } from "./skin";

/** A face-down card has no words on it. */
const open = (token: Token): boolean => token.marks.length > 0;

/** The viewer's own trays that hold cards and are laid out in full. */
export function handTrays(view: View, skin: PieceArt): Tray[] {
  if (!skin.Card || view.viewer < 0) return [];
  return view.trays.filter((tray) => tray.owner === view.viewer && tray.tokens.some(open));
}

/** Cards that look the same, once each, with what they offer now. */
export interface Card {
  token: Token;
  count: number;
  offer: Offer | undefined;
}

export function cardsOf(tray: Tray, offers: ReadonlyMap<string, Offer>): Card[] {
  const offered = [...tray.tokens].sort((a, b) => Number(offers.has(b.id)) - Number(offers.has(a.id)));
  const bySameLook = new Map(countSame(offered).map((group) => [group.token.kind + group.token.name, group]));
  // The order of the hand does not depend on what is offered.
  return countSame(tray.tokens).map(({ token, count }) => {
    const first = bySameLook.get(token.kind + token.name)?.token ?? token;
    return { token: first, count, offer: offers.get(first.id) };
  });
}
