/** The models as they are drawn: what each carries, and the signs of the two sheets. */

/** What a model carries, in a box of 24 by 44. */
const GEAR = {
  mace: "M12 18 V43 M12 3 L16 8 L22 10 L17 14 L12 18 L7 14 L2 10 L8 8 Z",
  shriek: "M3 22 Q8 12 3 4 M10 26 Q17 14 10 1 M17 30 Q26 15 18 -2",
  jaws: "M2 6 L6 16 L10 8 L14 16 L18 8 L22 16 M2 40 L6 30 L10 38 L14 30 L18 38 L22 30",
  barb: "M4 42 Q2 16 20 2 M20 2 L10 6 M20 2 L18 12",
  web: "M12 2 V42 M2 12 L22 32 M22 12 L2 32 M12 10 L18 16 V28 L12 34 L6 28 V16 Z",
  claw: "M4 6 Q10 18 8 36 M12 4 Q17 18 14 38 M20 7 Q24 18 20 34",
  pistol: "M2 12 H20 V19 H10 L8 32 H2 Z M20 15 H24",
  blade: "M12 1 L16 12 V30 H8 V12 Z M4 31 H20 M12 31 V43",
  rail: "M2 10 H24 M2 18 H24 M6 18 V36 M16 18 V28 M2 36 H12",
  prism: "M12 6 L22 28 H2 Z M-4 20 L8 20 M16 16 L26 10 M17 20 L27 20 M18 24 L26 30",
  lance: "M12 1 L16 33 H8 Z M12 33 V43",
  carbine: "M3 8 V34 M3 18 L10 22 V30 M7 4 V14 M3 34 L8 43",
} as const;

const CARRIES: Record<string, keyof typeof GEAR> = {
  "Umbral Tyrant": "mace",
  "Hag of Echoes": "shriek",
  Gravemaw: "jaws",
  "Dream Flayer": "barb",
  "Darque Steed": "web",
  Husk: "claw",
  Lightmarshal: "pistol",
  Valkyr: "blade",
  "Bastion Walker": "rail",
  "Prism Adept": "prism",
  "Jet Lancer": "lance",
  Trooper: "carbine",
};

/** What a model carries, by its name; nothing if it comes from a player's own sheet. */
export function gearOf(name: string): string {
  const found = Object.keys(CARRIES).find((model) => name === model || name.endsWith(` ${model}`));
  return found ? GEAR[CARRIES[found]!] : "";
}

/** The sign of a sheet, in a box of 100 by 100. */
export interface Sign {
  colour: string;
  path: string;
}

const SIGNS: Record<string, Sign> = {
  knightmare: { colour: "#4a2a63", path: "M26 22 C20 44 26 54 38 60 L34 82 L50 70 L66 82 L62 60 C74 54 80 44 74 22 C70 36 62 42 50 42 C38 42 30 36 26 22 Z" },
  brite: { colour: "#1d5f86", path: "M50 12 L57 36 L80 24 L68 46 L92 54 L68 61 L80 84 L57 71 L50 92 L43 71 L20 84 L32 61 L8 54 L32 46 L20 24 L43 36 Z" },
};
const OWN: Sign = { colour: "#6b4b16", path: "M28 18 H62 L74 30 V84 H28 Z M38 42 H64 M38 54 H64 M38 66 H54" };

export const signOf = (army: string): Sign => (Object.hasOwn(SIGNS, army) ? SIGNS[army]! : OWN);
