/** What is drawn on the cards, in a box of 100 by 100: solid shapes and lines. */

export interface Drawing {
  solid: readonly string[];
  lines: readonly string[];
}

export const CARDS: Record<string, Drawing> = {
  medic: {
    solid: ["M40 24 H60 V40 H76 V60 H60 V76 H40 V60 H24 V40 H40 Z"],
    lines: ["M14 18 H86 V82 H14 Z", "M38 18 V10 H62 V18"],
  },
  arms: {
    solid: ["M12 78 L24 66 L32 74 L20 88 Z", "M88 78 L76 66 L68 74 L80 88 Z"],
    lines: ["M28 70 L82 14", "M72 70 L18 14", "M44 62 L50 70 M56 62 L50 70"],
  },
  stun: {
    solid: ["M34 44 Q34 34 46 34 H56 Q68 34 68 44 V72 Q68 86 51 86 Q34 86 34 72 Z"],
    lines: ["M44 34 V24 H58 V34", "M58 26 H72 L76 48", "M22 22 L30 30 M14 42 H26 M20 62 L28 56"],
  },
  top: {
    solid: ["M50 8 L70 32 H58 V46 H42 V32 H30 Z"],
    lines: ["M34 52 V94 M66 52 V94 M34 60 H66 M34 72 H66 M34 84 H66", "M8 94 H92"],
  },
  strike: {
    solid: ["M50 6 Q56 14 56 34 L92 56 V64 L56 54 V74 L68 84 V90 L50 85 L32 90 V84 L44 74 V54 L8 64 V56 L44 34 Q44 14 50 6 Z"],
    lines: [],
  },
  promote: {
    solid: ["M50 8 L56 22 L71 23 L59 33 L63 48 L50 40 L37 48 L41 33 L29 23 L44 22 Z"],
    lines: ["M18 70 L50 54 L82 70", "M18 84 L50 68 L82 84", "M18 96 L50 82 L82 96"],
  },
  gun: {
    solid: ["M8 38 H58 V32 H76 V54 H52 L48 62 H38 V54 H8 Z"],
    lines: ["M76 42 H94", "M56 54 L34 90 M60 54 L60 90 M64 54 L84 90", "M14 62 H30 V76 H14 Z"],
  },
  napalm: {
    solid: ["M50 6 Q56 26 70 38 Q84 52 78 72 Q72 92 50 94 Q28 92 22 72 Q18 56 30 44 Q34 54 42 56 Q34 32 50 6 Z"],
    lines: [],
  },
  suicide: {
    solid: ["M46 36 A28 28 0 1 0 46.1 36 Z"],
    lines: ["M58 36 L64 26 Q74 10 86 22", "M86 22 L94 14 M88 26 L97 28 M82 16 L82 6"],
  },
  glasses: {
    solid: ["M12 40 H42 V78 Q27 90 12 78 Z", "M58 40 H88 V78 Q73 90 58 78 Z"],
    lines: ["M18 40 V22 H36 V40 M64 40 V22 H82 V40", "M42 48 H58 M42 58 H58"],
  },
  leave: {
    solid: ["M26 40 H74 L82 90 H18 Z"],
    lines: ["M38 40 Q38 24 50 24 Q62 24 62 40", "M8 16 H40 M40 16 L30 8 M40 16 L30 24"],
  },
};
