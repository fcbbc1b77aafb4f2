/** The six armies as they are drawn: which chessman stands for a piece, what it carries, and the sign of its list. */

import type { KindInfo } from "../../protocol.gen";

type Man = "king" | "queen" | "bishop" | "knight" | "rook" | "pawn";

/** How one piece looks. */
export interface Look {
  man: Man;
  gear: Gear;
}

/** What a piece carries, in a box of 24 by 44. */
const GEAR = {
  sword: "M12 2 V32 M4 31 H20 M12 32 V42",
  lance: "M12 1 L16 33 H8 Z M12 33 V43",
  spear: "M12 12 V43 M12 1 L17 12 H7 Z",
  bow: "M5 3 C25 12 25 32 5 41 M5 3 V41 M1 22 H23 M18 18 L23 22 L18 26",
  staff: "M12 1 V15 M5 8 H19 M7 3 L17 13 M17 3 L7 13 M12 15 V43",
  cross: "M12 3 V42 M3 15 H21",
  axe: "M9 2 V43 M9 5 C22 2 24 19 9 20",
  axes: "M12 2 V43 M12 5 C24 2 25 18 12 18 C-1 18 0 2 12 5",
  hammer: "M12 15 V43 M3 4 H21 V15 H3 Z",
  pick: "M12 8 V43 M1 16 Q12 0 23 16",
  gun: "M7 1 V30 M7 24 L17 36 V43 M7 30 L14 38",
  cannon: "M1 29 L19 12 L24 19 L8 34 Z M2 38 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0",
  scythe: "M8 43 L15 5 M15 5 Q3 2 1 17",
  fangs: "M2 10 Q12 18 22 10 M6 12 L8 27 L11 14 M13 14 L16 27 L18 12",
  wings: "M23 42 C7 36 1 19 4 3 C8 12 15 14 23 16 M6 17 C11 22 17 23 23 23 M9 27 C14 30 18 31 23 31",
  horns: "M3 2 C0 14 5 22 12 22 C19 22 24 14 21 2 M12 22 V42",
  claws: "M4 4 Q10 16 8 34 M12 2 Q17 16 14 36 M20 5 Q24 16 20 32",
  bone: "M10 11 L14 33 M10 11 Q2 12 6 5 Q12 1 11 10 Q18 3 17 10 Q15 14 10 11 M14 33 Q6 32 7 38 Q11 43 14 35 Q17 43 20 37 Q20 31 14 33",
  club: "M9 43 L12 23 M8 23 Q3 3 14 3 Q23 5 16 23 Z",
  shield: "M2 5 H22 V22 Q21 35 12 40 Q3 35 2 22 Z M12 5 V40",
  flame: "M12 42 C0 35 3 22 10 17 C9 26 15 24 13 3 C22 15 24 35 12 42 Z",
} as const;

export type Gear = keyof typeof GEAR;
export const gearPath = (gear: Gear): string => GEAR[gear];

/** One list: its colour, its sign (drawn in 100 by 100) and its pieces by name. */
export interface Army {
  colour: string;
  sign: string;
  holes: readonly (readonly [number, number, number])[];
  pieces: Record<string, Look>;
}

const look = (man: Man, gear: Gear): Look => ({ man, gear });

export const ARMIES: Record<string, Army> = {
  man: {
    colour: "#1f4f8b",
    sign: "M20 74 V36 L36 53 L50 24 L64 53 L80 36 V74 Z",
    holes: [],
    pieces: {
      "king-of-men": look("king", "sword"),
      wizard: look("queen", "staff"),
      cleric: look("bishop", "cross"),
      knight: look("knight", "lance"),
      champion: look("rook", "axe"),
      "man-at-arms": look("pawn", "spear"),
      archer: look("pawn", "bow"),
    },
  },
  orcs: {
    colour: "#3f6b1c",
    sign: "M46 16 H54 V26 C84 12 90 58 54 54 V88 H46 V54 C10 58 16 12 46 26 Z",
    holes: [],
    pieces: {
      chieftain: look("king", "axes"),
      shaman: look("queen", "staff"),
      "great-orc": look("bishop", "club"),
      "wolf-rider": look("knight", "fangs"),
      orc: look("rook", "axe"),
      hobgoblin: look("pawn", "bow"),
      goblin: look("pawn", "spear"),
    },
  },
  dwarfs: {
    colour: "#8a4b12",
    sign: "M22 22 H78 V52 H57 V88 H43 V52 H22 Z",
    holes: [],
    pieces: {
      "high-king": look("king", "hammer"),
      "dwarf-lord": look("queen", "axes"),
      miner: look("bishop", "pick"),
      hunter: look("knight", "spear"),
      cannon: look("pawn", "cannon"),
      gunner: look("pawn", "gun"),
      warrior: look("pawn", "axe"),
    },
  },
  undead: {
    colour: "#4b3b63",
    sign: "M50 16 C78 16 86 44 72 60 V78 H28 V60 C14 44 22 16 50 16 Z",
    holes: [[38, 46, 9], [62, 46, 9], [50, 64, 4]],
    pieces: {
      "liche-lord": look("king", "scythe"),
      necromancer: look("queen", "staff"),
      vampire: look("bishop", "fangs"),
      spectre: look("knight", "flame"),
      ghoul: look("rook", "claws"),
      zombie: look("pawn", "club"),
      skeleton: look("pawn", "bone"),
    },
  },
  elves: {
    colour: "#0f6b58",
    sign: "M50 12 C84 34 82 68 54 84 V92 H46 V84 C18 68 16 34 50 12 Z",
    holes: [[50, 40, 4], [50, 54, 5], [50, 69, 6]],
    pieces: {
      "clan-lord": look("king", "bow"),
      druid: look("queen", "staff"),
      battlemaster: look("bishop", "sword"),
      "pegasus-rider": look("knight", "wings"),
      bowmaster: look("rook", "bow"),
      ranger: look("pawn", "shield"),
      archer: look("pawn", "bow"),
    },
  },
  demons: {
    colour: "#9b1c1c",
    sign: "M50 90 C16 84 16 54 38 40 C40 54 51 50 47 10 C78 32 90 80 50 90 Z",
    holes: [[50, 72, 9]],
    pieces: {
      "demon-king": look("king", "horns"),
      hellwitch: look("queen", "staff"),
      "blood-demon": look("bishop", "claws"),
      "winged-demon": look("knight", "wings"),
      "bone-demon": look("rook", "bone"),
      demospawn: look("pawn", "fangs"),
      "black-warrior": look("pawn", "sword"),
    },
  },
};

/** The key of a piece's picture: the key of its list and its name. */
export const portrait = (army: string, { name }: Pick<KindInfo, "name">): string => `${army}-${name.toLowerCase().replaceAll(" ", "-")}`;

/** The army and the look of a picture; nothing if there is none. */
export function find(kind: string): { army: Army; key: string; look: Look } | null {
  const [key, ...rest] = kind.split("-");
  const army = key && Object.hasOwn(ARMIES, key) ? ARMIES[key] : undefined;
  const found = army?.pieces[rest.join("-")];
  return key && army && found ? { army, key, look: found } : null;
}
