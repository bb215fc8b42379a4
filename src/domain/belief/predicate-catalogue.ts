import { everyRow } from "../../language/index.ts";

/** How many values of a relation hold at once. `unknown`: a relation invented by an extractor. */
export type Cardinality = "one" | "many" | "unknown";

/** A relation's topic: when one relation changes, others with the same topic may depend on the old value. */
export type Topic =
  | "identity"
  | "home"
  | "work"
  | "study"
  | "family"
  | "love"
  | "health"
  | "things"
  | "taste"
  | "plans";

/** How long a relation usually lasts, and so how fast confidence in it decays. */
export type Duration = "for life" | "long" | "usual" | "briefly";

/** `number`: contains a figure. */
export type ValueKind = "date" | "number";

/** Everything Engram knows about one relation. No other place refers to a relation by name. */
export interface PredicateEntry {
  name: string;
  cardinality: Exclude<Cardinality, "unknown">;
  /** Other names with the same meaning: facts under them are renamed. */
  synonyms: readonly string[];
  /** More specific names (a wife is a spouse): compared as one, but kept. */
  narrower: readonly string[];
  topic: Topic;
  lasts: Duration;
  /** A different value is a mistake or a contradiction, never a change in the world. */
  isConstant: boolean;
  /** Medical, legal, or identity: only its owner ends it. */
  isHighStakes: boolean;
  /** The relation read from the object's side, if it has a name. */
  inverse: string | null;
  /** The relation that this one is a kind of: a mother is a parent. */
  general: string | null;
  /** Kind of its values; null: any. */
  valueKind: ValueKind | null;
  /** It states what somebody is going to do or wants to do: open until it has passed or was ended. */
  isIntention: boolean;
  /** It happens on a day, and may happen again. */
  isEvent: boolean;
  /** Words in questions that refer to it, folded, in addition to those of its name; defined in the packs. */
  askedBy: readonly string[];
}

type More = Partial<Omit<PredicateEntry, "name" | "cardinality" | "topic" | "askedBy">>;

const ASKED_BY = new Map<string, string[]>();
for (const [name, words] of everyRow(({ askedBy }) => askedBy))
  ASKED_BY.set(name, [...(ASKED_BY.get(name) ?? []), ...words.split(" ")]);

const entry = (name: string, cardinality: "one" | "many", topic: Topic, more: More = {}): PredicateEntry => ({
  name,
  cardinality,
  topic,
  synonyms: [],
  narrower: [],
  lasts: "usual",
  isConstant: false,
  isHighStakes: false,
  inverse: null,
  general: null,
  valueKind: null,
  isIntention: false,
  isEvent: false,
  askedBy: ASKED_BY.get(name) ?? [],
  ...more,
});

const list = (text: string): string[] => text.split(" ");

/** Who somebody is, and whom somebody is related to by blood. */
const LIFELONG = { isHighStakes: true, lasts: "for life" } as const;
/** It never changes. */
const CONSTANT = { ...LIFELONG, isConstant: true } as const;

/**
 * Everyday relations. The extraction rules list their names; extractors invent any others. To add one, add a line here,
 * and its name at the same position in a new version of `prompts/extract`.
 */
export const PREDICATES: readonly PredicateEntry[] = [
  entry("NAME", "one", "identity", {
    ...LIFELONG,
    synonyms: list("NAMED IS_NAMED CALLED HAS_NAME FULL_NAME"),
  }),
  entry("KNOWN_AS", "many", "identity", {
    synonyms: list("ALSO_KNOWN_AS NICKNAME HAS_NICKNAME NICKNAMED GOES_BY ALIAS HAS_ALIAS IS_CALLED"),
  }),
  entry("AGE", "one", "identity", { synonyms: list("IS_AGED HAS_AGE YEARS_OLD"), lasts: "briefly" }),
  entry("BIRTHDAY", "one", "identity", {
    ...CONSTANT,
    synonyms: list("BORN_ON DATE_OF_BIRTH BIRTH_DATE HAS_BIRTHDAY"),
    valueKind: "date",
  }),
  entry("BORN_IN", "one", "identity", { ...CONSTANT, synonyms: list("BIRTHPLACE PLACE_OF_BIRTH") }),
  entry("NATIONALITY", "one", "identity", { ...CONSTANT, synonyms: list("CITIZENSHIP") }),
  entry("HEIGHT", "one", "identity", { lasts: "long" }),
  entry("WEIGHT", "one", "health", { synonyms: list("WEIGHS"), lasts: "briefly" }),
  entry("PHONE_NUMBER", "one", "identity", {
    synonyms: list("PHONE MOBILE CELL"),
    lasts: "long",
    valueKind: "number",
  }),
  entry("EMAIL", "one", "identity", { synonyms: list("EMAIL_ADDRESS"), lasts: "long" }),
  entry("SPEAKS", "many", "identity", { synonyms: list("SPEAKS_LANGUAGE LANGUAGE"), lasts: "long" }),

  entry("LIVES_IN", "one", "home", {
    synonyms: list("RESIDES_IN LIVES BASED_IN"),
    narrower: list("MOVED_TO RELOCATED_TO MOVES_TO MOVING_TO HOME_CITY"),
    lasts: "long",
  }),
  entry("LIVES_AT", "one", "home", { synonyms: list("ADDRESS HOME_ADDRESS"), lasts: "long" }),
  entry("LOCATED_IN", "many", "home", { synonyms: list("IS_IN SITUATED_IN"), lasts: "long" }),
  entry("LIVES_WITH", "many", "home", { synonyms: list("SHARES_HOME_WITH HAS_FLATMATE HAS_ROOMMATE") }),
  entry("HAS_NEIGHBOUR", "many", "home", { synonyms: list("NEIGHBOUR NEIGHBOR HAS_NEIGHBOR") }),

  entry("WORKS_AT", "one", "work", {
    synonyms: list("EMPLOYER WORKS_FOR EMPLOYED_BY EMPLOYED_AT"),
    lasts: "long",
  }),
  entry("WORKS_AS", "one", "work", {
    synonyms: list("OCCUPATION JOB JOB_TITLE PROFESSION HAS_JOB HAS_PROFESSION HAS_OCCUPATION"),
    lasts: "long",
  }),
  entry("WORKS_SHIFT", "one", "work", {
    synonyms: list("SHIFT WORKING_HOURS WORK_SCHEDULE"),
    lasts: "briefly",
  }),
  entry("BOSS", "one", "work", { synonyms: list("HAS_BOSS MANAGER HAS_MANAGER REPORTS_TO") }),
  entry("HAS_COLLEAGUE", "many", "work", {
    synonyms: list("COLLEAGUE COWORKER"),
    narrower: list("WORKS_WITH"),
  }),
  entry("STUDIES_AT", "one", "study", { synonyms: list("ATTENDS_SCHOOL GOES_TO_SCHOOL STUDENT_AT") }),
  entry("STUDIES", "many", "study", { synonyms: list("STUDIES_SUBJECT") }),
  entry("LEARNS", "many", "study", { synonyms: list("LEARNING IS_LEARNING"), lasts: "briefly" }),
  entry("READS", "many", "taste", { synonyms: list("READING"), lasts: "briefly" }),

  entry("SPOUSE", "one", "love", {
    isHighStakes: true,
    synonyms: list("MARRIED_TO HAS_SPOUSE"),
    narrower: list("HUSBAND WIFE HAS_HUSBAND HAS_WIFE"),
    lasts: "long",
    inverse: "SPOUSE",
  }),
  entry("PARTNER", "one", "love", {
    synonyms: list("HAS_PARTNER IN_RELATIONSHIP_WITH"),
    narrower: list("DATING BOYFRIEND GIRLFRIEND ENGAGED_TO FIANCE"),
    inverse: "PARTNER",
  }),
  entry("RELATIONSHIP_STATUS", "one", "love", {
    isHighStakes: true,
    synonyms: list("MARITAL_STATUS CIVIL_STATUS"),
  }),
  entry("MARRIED_IN", "one", "love", { ...CONSTANT, synonyms: list("MARRIED_ON WEDDING_DATE") }),
  entry("DIVORCED_IN", "one", "love", { ...CONSTANT, synonyms: list("DIVORCED_ON") }),

  entry("HAS_SISTER", "many", "family", { ...LIFELONG, synonyms: list("SISTER"), general: "HAS_SIBLING" }),
  entry("HAS_BROTHER", "many", "family", { ...LIFELONG, synonyms: list("BROTHER"), general: "HAS_SIBLING" }),
  entry("HAS_SIBLING", "many", "family", {
    ...LIFELONG,
    synonyms: list("SIBLING SIBLING_OF"),
    inverse: "HAS_SIBLING",
  }),
  entry("HAS_MOTHER", "many", "family", {
    ...LIFELONG,
    synonyms: list("MOTHER MOM"),
    inverse: "HAS_CHILD",
    general: "HAS_PARENT",
  }),
  entry("HAS_FATHER", "many", "family", {
    ...LIFELONG,
    synonyms: list("FATHER DAD"),
    inverse: "HAS_CHILD",
    general: "HAS_PARENT",
  }),
  entry("HAS_PARENT", "many", "family", {
    ...LIFELONG,
    synonyms: list("PARENT CHILD_OF"),
    narrower: list("SON_OF DAUGHTER_OF"),
    inverse: "HAS_CHILD",
  }),
  entry("HAS_CHILD", "many", "family", {
    ...LIFELONG,
    synonyms: list("CHILD PARENT_OF"),
    narrower: list("HAS_SON HAS_DAUGHTER SON DAUGHTER MOTHER_OF FATHER_OF"),
    inverse: "HAS_PARENT",
  }),
  entry("HAS_GRANDCHILD", "many", "family", {
    lasts: "for life",
    narrower: list("HAS_GRANDSON HAS_GRANDDAUGHTER"),
  }),
  entry("HAS_PET", "many", "family", { synonyms: list("PET OWNS_PET"), narrower: list("HAS_DOG HAS_CAT") }),
  entry("HAS_FRIEND", "many", "family", {
    synonyms: list("FRIEND FRIEND_OF FRIENDS_WITH"),
    narrower: list("BEST_FRIEND HAS_BEST_FRIEND"),
    inverse: "HAS_FRIEND",
  }),
  entry("KNOWS", "many", "family"),

  entry("HAS_DOCTOR", "many", "health", { synonyms: list("DOCTOR GP HAS_GP") }),
  entry("HAS_CONDITION", "many", "health", {
    isHighStakes: true,
    synonyms: list("HAS_DISEASE HEALTH_CONDITION"),
    narrower: list("SUFFERS_FROM DIAGNOSED_WITH"),
    lasts: "long",
  }),
  entry("ALLERGIC_TO", "many", "health", {
    isHighStakes: true,
    synonyms: list("HAS_ALLERGY ALLERGY"),
    lasts: "long",
  }),
  entry("TAKES_MEDICATION", "many", "health", {
    isHighStakes: true,
    synonyms: list("MEDICATION"),
    lasts: "briefly",
  }),
  entry("EATS", "many", "health", { narrower: list("DIET") }),

  entry("OWNS", "many", "things", { synonyms: list("POSSESSES"), narrower: list("BOUGHT") }),
  entry("DRIVES", "many", "things", { synonyms: list("HAS_CAR CAR OWNS_CAR") }),
  entry("COSTS", "one", "things", { synonyms: list("PRICE"), narrower: list("RENT"), lasts: "briefly" }),

  entry("LIKES", "many", "taste", { narrower: list("LOVES ENJOYS PREFERS FAN_OF IS_FAN_OF") }),
  entry("DISLIKES", "many", "taste", { narrower: list("HATES DOES_NOT_LIKE") }),
  entry("HOBBY", "many", "taste", { synonyms: list("HAS_HOBBY"), narrower: list("PRACTICES PLAYS") }),

  entry("PLANS", "many", "plans", {
    narrower: list("PLANS_TO WANTS_TO INTENDS_TO GOAL"),
    lasts: "briefly",
    isIntention: true,
  }),
  entry("VISITED", "many", "plans", {
    isEvent: true,
    synonyms: list("TRAVELED_TO TRAVELLED_TO"),
    narrower: list("WENT_TO"),
  }),
];
