/** The eight units, drawn like the chessmen and bold enough for a board of nineteen columns. */

import { ball, CHESSMEN, type Figure, FOOT } from "../chessmen";

const { king, queen, knight: horse } = CHESSMEN as Record<"king" | "queen" | "knight", Figure>;
const LEDGE = "M26 85 H74";

export const FIGURES: Record<string, Figure> = {
  king,
  queen,
  warrior: {
    bodies: [
      "M74 84 V24 L78 8 L82 24 V84 Z",
      FOOT,
      "M29 79 Q40 68 38 52 H62 Q60 68 71 79 Z",
      ball(50, 40, 13),
      "M33 41 Q33 18 50 17 Q67 18 67 41 Q50 33 33 41 Z",
    ],
    lines: ["M50 18 V35", LEDGE],
    dots: [],
  },
  knight: {
    bodies: [
      "M16 70 V22 L21 9 L26 22 V70 Z",
      "M10 56 H32 V63 H10 Z",
      FOOT,
      "M28 79 Q37 70 36 57 H64 Q63 70 72 79 Z",
      "M52 22 Q54 2 76 6 Q90 14 84 34 Q76 16 60 24 Z",
      "M33 58 V34 Q34 18 50 18 Q66 18 67 34 V58 Q50 65 33 58 Z",
    ],
    lines: ["M36 39 H64", "M50 39 V58", LEDGE],
    dots: [],
  },
  archer: {
    bodies: [
      "M66 10 Q104 46 66 82 Q85 46 66 10 Z",
      FOOT,
      "M26 79 Q38 70 36 54 H58 Q58 70 68 79 Z",
      ball(47, 37, 12.5),
      "M30 44 Q28 20 47 14 Q64 20 64 40 Q47 26 30 44 Z",
      "M22 53 H80 V48.5 L95 56 L80 63.5 V59 H22 Z",
    ],
    lines: [LEDGE],
    dots: [],
  },
  mage: {
    bodies: [
      "M80 84 V30 H86 V84 Z",
      ball(83, 22, 9),
      FOOT,
      "M27 79 Q38 70 38 56 H60 Q60 70 71 79 Z",
      "M36 58 Q36 74 49 76 Q62 74 62 58 Z",
      "M53 3 Q55 26 69 50 H29 Q43 28 53 3 Z",
      "M17 54 Q49 40 81 54 Q49 66 17 54 Z",
    ],
    lines: [LEDGE],
    dots: [[49, 34, 4], [53, 20, 2.4]],
  },
  cavalry: {
    bodies: ["M84 90 V22 L88 6 L92 22 V90 Z", "M84 26 L62 32 L84 40 Z", ...horse.bodies],
    lines: horse.lines,
    dots: horse.dots,
  },
  assassin: {
    bodies: [
      FOOT,
      "M22 79 Q30 66 29 50 Q26 22 50 8 Q74 22 71 50 Q70 66 78 79 Z",
      "M58 74 L52 68 L80 33 L92 24 L87 38 Z",
      "M50 63 L63 77 L59 81 L46 67 Z",
    ],
    lines: ["M36 40 Q50 26 64 40 Q50 56 36 40 Z", LEDGE],
    dots: [[44.5, 41, 3.2], [55.5, 41, 3.2]],
  },
};
