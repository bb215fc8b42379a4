/** What an object looks like. */
export type Slot = "place" | "name" | "thing" | "withArticle" | "employer" | "date" | "number" | "pet";

/** One everyday relation that is read; how it is said stands with the languages. */
export interface Relation {
  /** As the predicate catalogue names it; null where the kin word of the sentence tells. */
  predicate: string | null;
  slot: Slot;
  /** Type of the object when it is an entity of its own. */
  entity: string | null;
  /** The sentence tells that the world has changed. */
  isChange?: boolean;
  /** Says something only when it is denied: "I don't eat meat". */
  onlyDenied?: boolean;
  /** "Tea and coffee" are two objects. */
  isList?: boolean;
  importance: number;
}

const relation = (
  predicate: string | null,
  slot: Slot,
  importance: number,
  more: Partial<Relation> = {},
): Relation => ({ predicate, slot, importance, entity: null, ...more });

const PLACE = { entity: "place" };
const LIST = { isList: true };

const RELATIONS = {
  name: relation("NAME", "name", 0.8),
  nickname: relation("KNOWN_AS", "name", 0.4),
  kin: relation(null, "name", 0.6),
  age: relation("AGE", "number", 0.6),
  birthday: relation("BIRTHDAY", "date", 0.6),
  bornIn: relation("BORN_IN", "place", 0.6, PLACE),
  from: relation("COMES_FROM", "place", 0.5, PLACE),
  lives: relation("LIVES_IN", "place", 0.75, PLACE),
  moved: relation("LIVES_IN", "place", 0.75, { ...PLACE, isChange: true }),
  worksAs: relation("WORKS_AS", "thing", 0.75),
  worksAt: relation("WORKS_AT", "employer", 0.75, { entity: "organization" }),
  worksIn: relation("WORKS_AT", "withArticle", 0.75, { entity: "organization" }),
  studiesAt: relation("STUDIES_AT", "employer", 0.6, { entity: "organization" }),
  studies: relation("STUDIES", "thing", 0.6),
  married: relation("SPOUSE", "name", 0.9, { entity: "person" }),
  pet: relation("HAS_PET", "pet", 0.6),
  likes: relation("LIKES", "thing", 0.3, LIST),
  dislikes: relation("DISLIKES", "thing", 0.3, LIST),
  allergic: relation("ALLERGIC_TO", "thing", 0.8, LIST),
  eats: relation("EATS", "thing", 0.5, { ...LIST, onlyDenied: true }),
  plays: relation("HOBBY", "thing", 0.3),
} as const satisfies Record<string, Relation>;

export type Row = keyof typeof RELATIONS;

export function relationOf(row: Row): Relation {
  return RELATIONS[row];
}
