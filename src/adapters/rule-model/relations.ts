/** What an object looks like. */
export type Slot = "place" | "name" | "thing" | "withArticle" | "employer" | "date" | "number" | "pet";

/** One everyday relation that is read; how it is said stands with the languages. */
export interface Relation {
  /** As the predicate catalogue names it. */
  predicate: string;
  slot: Slot;
  importance: number;
  /** Type of the object when it is an entity of its own. */
  entity?: "place" | "person" | "organization";
  /** The sentence tells that the world has changed. */
  isChange?: boolean;
  /** Says something only when it is denied: "I don't eat meat". */
  onlyDenied?: boolean;
  /** "Tea and coffee" are two objects. */
  isList?: boolean;
}

const RELATIONS = {
  /** Of the user's kin it is the kin word that names the predicate: "My sister is called Ann". */
  name: { predicate: "NAME", slot: "name", importance: 0.6 },
  nickname: { predicate: "KNOWN_AS", slot: "name", importance: 0.4 },
  age: { predicate: "AGE", slot: "number", importance: 0.6 },
  birthday: { predicate: "BIRTHDAY", slot: "date", importance: 0.6 },
  bornIn: { predicate: "BORN_IN", slot: "place", entity: "place", importance: 0.6 },
  lives: { predicate: "LIVES_IN", slot: "place", entity: "place", importance: 0.75 },
  moved: { predicate: "LIVES_IN", slot: "place", entity: "place", importance: 0.75, isChange: true },
  worksAs: { predicate: "WORKS_AS", slot: "thing", importance: 0.75 },
  worksAt: { predicate: "WORKS_AT", slot: "employer", entity: "organization", importance: 0.75 },
  worksIn: { predicate: "WORKS_AT", slot: "withArticle", entity: "organization", importance: 0.75 },
  studiesAt: { predicate: "STUDIES_AT", slot: "employer", entity: "organization", importance: 0.6 },
  married: { predicate: "SPOUSE", slot: "name", entity: "person", importance: 0.9 },
  pet: { predicate: "HAS_PET", slot: "pet", importance: 0.6 },
  likes: { predicate: "LIKES", slot: "thing", importance: 0.3, isList: true },
  dislikes: { predicate: "DISLIKES", slot: "thing", importance: 0.3, isList: true },
  allergic: { predicate: "ALLERGIC_TO", slot: "thing", importance: 0.8, isList: true },
  eats: { predicate: "EATS", slot: "thing", importance: 0.5, isList: true, onlyDenied: true },
  plays: { predicate: "HOBBY", slot: "thing", importance: 0.3 },
} as const satisfies Record<string, Relation>;

export type Row = keyof typeof RELATIONS;

export const relationOf = (row: Row): Relation => RELATIONS[row];
