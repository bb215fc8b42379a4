import { words } from "./text.ts";

/**
 * The shipped catalogue of everyday predicates: how many values hold at once, and which other names mean the same.
 * Any other predicate may be invented by an extractor; its cardinality is unknown until learned.
 */
export type Cardinality = "one" | "many" | "unknown";

export interface PredicateEntry {
  name: string;
  cardinality: Cardinality;
  synonyms: readonly string[];
  /** The relation read from the object's side, when it has a name. */
  inverse?: string;
}

const one = (name: string, ...synonyms: string[]): PredicateEntry => ({ name, cardinality: "one", synonyms });
const many = (name: string, ...synonyms: string[]): PredicateEntry => ({
  name,
  cardinality: "many",
  synonyms,
});

export const PREDICATES: readonly PredicateEntry[] = [
  one("NAME", "NAMED", "IS_NAMED", "CALLED", "HAS_NAME", "FULL_NAME"),
  one(
    "LIVES_IN",
    "RESIDES_IN",
    "MOVED_TO",
    "LIVES",
    "HOME_CITY",
    "RELOCATED_TO",
    "BASED_IN",
    "LOCATED_IN",
    "MOVES_TO",
    "MOVING_TO",
  ),
  one("LIVES_AT", "ADDRESS", "HOME_ADDRESS"),
  one("BORN_IN", "BIRTHPLACE", "PLACE_OF_BIRTH"),
  one("BIRTHDAY", "BORN_ON", "DATE_OF_BIRTH", "BIRTH_DATE"),
  one("AGE", "IS_AGED", "HAS_AGE", "YEARS_OLD"),
  one(
    "WORKS_AS",
    "OCCUPATION",
    "JOB",
    "JOB_TITLE",
    "PROFESSION",
    "HAS_JOB",
    "ROLE",
    "POSITION",
    "IS_A",
    "HAS_PROFESSION",
  ),
  one("WORKS_AT", "EMPLOYER", "WORKS_FOR", "EMPLOYED_BY", "EMPLOYED_AT", "JOINED"),
  one("WORKS_SHIFT", "SHIFT", "WORKING_HOURS", "WORK_SCHEDULE"),
  one("STUDIES_AT", "ATTENDS", "SCHOOL", "GOES_TO_SCHOOL", "ATTENDS_SCHOOL"),
  one("SPOUSE", "MARRIED_TO", "HUSBAND", "WIFE", "HAS_HUSBAND", "HAS_WIFE", "HAS_SPOUSE"),
  one(
    "PARTNER",
    "HAS_PARTNER",
    "DATING",
    "BOYFRIEND",
    "GIRLFRIEND",
    "ENGAGED_TO",
    "FIANCE",
    "IN_RELATIONSHIP_WITH",
  ),
  one("RELATIONSHIP_STATUS", "MARITAL_STATUS", "CIVIL_STATUS"),
  one("PHONE_NUMBER", "PHONE", "MOBILE", "CELL"),
  one("EMAIL", "EMAIL_ADDRESS"),
  one("DRIVES", "HAS_CAR", "CAR", "OWNS_CAR"),
  one("BOSS", "HAS_BOSS", "MANAGER", "HAS_MANAGER", "REPORTS_TO"),
  one("FAVORITE_COLOR", "FAVOURITE_COLOUR"),
  one("HEIGHT"),
  one("WEIGHT", "WEIGHS"),
  one("NATIONALITY", "CITIZENSHIP"),
  one("DIVORCED_IN", "DIVORCED_ON"),
  one("MARRIED_IN", "MARRIED_ON", "WEDDING_DATE"),
  one("COSTS", "PRICE", "RENT"),
  many("HAS_SISTER", "SISTER"),
  many("HAS_BROTHER", "BROTHER"),
  many("HAS_SIBLING", "SIBLING", "SIBLING_OF"),
  many("HAS_MOTHER", "MOTHER", "MOM"),
  many("HAS_FATHER", "FATHER", "DAD"),
  many("HAS_PARENT", "PARENT", "CHILD_OF"),
  many(
    "HAS_CHILD",
    "CHILD",
    "HAS_SON",
    "HAS_DAUGHTER",
    "SON",
    "DAUGHTER",
    "PARENT_OF",
    "MOTHER_OF",
    "FATHER_OF",
  ),
  many("HAS_PET", "PET", "HAS_DOG", "HAS_CAT", "OWNS_PET"),
  many("HAS_FRIEND", "FRIEND", "FRIEND_OF", "FRIENDS_WITH", "BEST_FRIEND", "HAS_BEST_FRIEND"),
  many("HAS_COLLEAGUE", "COLLEAGUE", "COWORKER", "WORKS_WITH"),
  many("HAS_NEIGHBOUR", "NEIGHBOUR", "NEIGHBOR", "HAS_NEIGHBOR"),
  many("KNOWS"),
  many("LIKES", "LOVES", "ENJOYS", "PREFERS", "FAN_OF", "IS_FAN_OF"),
  many("DISLIKES", "HATES", "DOES_NOT_LIKE"),
  many("HOBBY", "HAS_HOBBY", "DOES", "PRACTICES", "PLAYS"),
  many("ALLERGIC_TO", "HAS_ALLERGY", "ALLERGY"),
  many("HAS_CONDITION", "SUFFERS_FROM", "DIAGNOSED_WITH", "HAS_DISEASE", "HEALTH_CONDITION"),
  many("TAKES_MEDICATION", "TAKES", "MEDICATION"),
  many("SPEAKS", "SPEAKS_LANGUAGE", "LANGUAGE"),
  many("LEARNS", "LEARNING", "STUDIES", "IS_LEARNING"),
  many("OWNS", "HAS", "POSSESSES", "BOUGHT"),
  many("PLANS", "PLANS_TO", "WANTS_TO", "INTENDS_TO", "GOAL"),
  many("VISITED", "TRAVELED_TO", "TRAVELLED_TO", "WENT_TO"),
  many("READS", "READING"),
  many("EATS", "DIET"),
  many(
    "KNOWN_AS",
    "ALSO_KNOWN_AS",
    "NICKNAME",
    "HAS_NICKNAME",
    "NICKNAMED",
    "GOES_BY",
    "ALIAS",
    "HAS_ALIAS",
    "IS_CALLED",
  ),
];

const BY_NAME = new Map<string, PredicateEntry>();
for (const entry of PREDICATES) {
  BY_NAME.set(entry.name, entry);
  for (const synonym of entry.synonyms) if (!BY_NAME.has(synonym)) BY_NAME.set(synonym, entry);
}

/** UPPER_SNAKE, at most 64 characters; empty when nothing usable is in it. */
export function normalisePredicate(raw: string): string {
  const spaced = raw.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return words(spaced).join("_").toUpperCase().slice(0, 64).replace(/_+$/, "");
}

/** The catalogue's entry for a predicate or one of its synonyms. */
export function catalogued(predicate: string): PredicateEntry | null {
  return BY_NAME.get(predicate) ?? null;
}

/** The name under which facts are compared: two spellings of one relation share it. */
export function predicateFamily(predicate: string): string {
  return catalogued(predicate)?.name ?? predicate;
}

/** Whether the relation gives its subject another name: the object is that name, never a thing of its own. */
export function givesName(predicate: string): boolean {
  return predicateFamily(predicate) === "KNOWN_AS";
}

/** Attributes of which there is one at a time, by the noun that an invented name ends in: LESSON_PRICE, TRACK_SESSION. */
const ATTRIBUTE =
  /(?:^|_)(?:AGE|DATE|DAY|DAYS|TIME|HOURS?|PRICE|RATE|COST|FEE|RENT|SALARY|NUMBER|SIZE|LENGTH|WEIGHT|HEIGHT|STATUS|SLOT|SESSION|SCHEDULE|SWAP|COLLECTION|FREQUENCY|YEAR|GRADE|LEVEL|SCORE|LICEN[CS]E|ENGINE|COACH|TRAINER|GP|DOCTOR|DENTIST|SUPERVISOR|PB|BEST|RECORD|CHECKUP|PASSWORD|CODE|EMAIL|BUDGET|DEADLINE|LOCATION|DOSE|DOSAGE|VERSION|POSITION|SEAT|GENDER|PRONOUNS|MEETING|INJURY)$/;
/** Where something is, whose it is, when it began or ends: one at a time. */
const PLACED =
  /^(?:MOORED|PARKED|KEPT|STORED|SUPERVISED|MANAGED|OWNED|FOUNDED|RETIRED|MARRIED|FUNDED|FUNDING|COMES|BASED)_(?:AT|IN|BY|ON|SINCE|FROM|UNTIL)$/;

/** How many values hold at once: from the catalogue, else as the form of the name suggests. */
export function cardinality(predicate: string): Cardinality {
  const known = catalogued(predicate);
  if (known) return known.cardinality;
  return ATTRIBUTE.test(predicate) || PLACED.test(predicate) ? "one" : "unknown";
}

/** Predicates that tell an event: each value is one of its own, and none lasts. */
const EVENT =
  /(?:^|_)(?:BORN|(?!LIVED|WORKED|STUDIED|STAYED|MARRIED|MOORED|OWNED)\w*ED|RAN|WENT|WON|WROTE|BOUGHT|SOLD|MADE|SAW|MET|TOOK|READ|HAD|GAVE)(?:_|$)/;

export function isEvent(predicate: string): boolean {
  return EVENT.test(predicate);
}
