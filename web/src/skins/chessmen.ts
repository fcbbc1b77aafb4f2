/** The silhouettes of the six chessmen, drawn for this table in a box of 100 by 100. */

/** Bodies are filled and outlined, lines are only drawn, dots are filled with the colour of the lines. */
export interface Figure {
  bodies: readonly string[];
  lines: readonly string[];
  dots: readonly (readonly [number, number, number])[];
}

export const FOOT = "M19 91 V86 Q19 80 27 79 H73 Q81 80 81 86 V91 Z";
export const ball = (x: number, y: number, r: number) => `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 Z`;

export const CHESSMEN: Record<string, Figure> = {
  pawn: {
    bodies: [
      FOOT,
      "M31 79 Q44 67 42 50 H58 Q56 67 69 79 Z",
      ball(50, 37, 12.5),
      "M34 54 Q34 48 40 48 H60 Q66 48 66 54 Z",
      "M27 35 Q29 30 36 29 Q38 15 50 15 Q62 15 64 29 Q71 30 73 35 Q50 29 27 35 Z",
    ],
    lines: ["M37 29 Q50 25 63 29", "M26 85 H74"],
    dots: [],
  },
  knight: {
    bodies: [
      FOOT,
      "M31 79 C31 68 41 63 44 53 C38 55 35 60 29 62 C23 64 16 58 18 52 C20 45 27 41 29 34 C31 28 36 23 42 21 L40 9 L51 17 C68 20 79 36 78 57 C78 67 74 73 72 79 Z",
    ],
    lines: ["M54 24 C66 31 70 46 66 66", "M46 52 C52 48 54 43 53 37", "M22 58 L30 54", "M26 85 H74"],
    dots: [[40, 33, 3.2], [24.5, 52, 1.9]],
  },
  bishop: {
    bodies: [
      FOOT,
      "M29 79 Q40 72 41 62 H59 Q60 72 71 79 Z",
      "M50 18 C64 27 71 39 66 50 Q64 55 59 57 H41 Q36 55 34 50 C29 39 36 27 50 18 Z",
      "M34 63 Q31 59.5 34 56 H66 Q69 59.5 66 63 Z",
      ball(50, 13, 5.5),
    ],
    lines: ["M50 29 V49", "M41 37 H59", "M26 85 H74"],
    dots: [],
  },
  rook: {
    bodies: [
      FOOT,
      "M30 79 L34 48 H66 L70 79 Z",
      "M24 20 H35 V28 H44 V20 H56 V28 H65 V20 H76 V42 L67 49 H33 L24 42 Z",
    ],
    lines: ["M29 41 H71", "M50 57 V69", "M26 85 H74"],
    dots: [],
  },
  queen: {
    bodies: [
      FOOT,
      "M28 79 Q42 72 38 63 H62 Q58 72 72 79 Z",
      "M33 58 L17 31 L35 42 L36 19 L50 39 L64 19 L65 42 L83 31 L67 58 Z",
      "M31 64 Q28 60.5 31 57 H69 Q72 60.5 69 64 Z",
      ball(16, 28, 4.6),
      ball(36, 16, 4.6),
      ball(64, 16, 4.6),
      ball(84, 28, 4.6),
    ],
    lines: ["M36 52 Q50 47 64 52", "M26 85 H74"],
    dots: [],
  },
  king: {
    bodies: [
      "M46.5 6 H53.5 V12.5 H60 V19.5 H53.5 V34 H46.5 V19.5 H40 V12.5 H46.5 Z",
      FOOT,
      "M28 79 Q42 72 38 63 H62 Q58 72 72 79 Z",
      "M34 58 C17 49 17 30 33 30 C41 30 47 35 50 43 C53 35 59 30 67 30 C83 30 83 49 66 58 Z",
      "M31 64 Q28 60.5 31 57 H69 Q72 60.5 69 64 Z",
    ],
    lines: ["M50 43 V56", "M39 52 C29 47 28 39 34 38", "M61 52 C71 47 72 39 66 38", "M26 85 H74"],
    dots: [],
  },
};
