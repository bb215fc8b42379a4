import type { Language } from "../../language/index.ts";

/**
 * What one language contributes. The engine is the same for all four; a language file only holds words and patterns.
 */
export type { Language };
export type Gender = "f" | "m" | "x";

/** A word for a person, animal or thing by its relation to somebody: "sister", "Hund". */
export interface Role {
  word: string;
  predicate: string;
  type: string;
  gender: Gender;
  plural: boolean;
}

/** What is read after the words of a verb rule. */
export type Take = "name" | "noun" | "list" | "age" | "job" | "clause" | "date" | "word" | "said" | "none";

/** Words that follow a subject, and the fact they state. Patterns are sources without anchors. */
export interface VerbRule {
  predicate: string;
  /** After "I" (or without a subject where the verb shows the person). */
  first?: RegExp;
  /** After a name, role or pronoun. */
  third?: RegExp;
  take: Take;
  /** Type of the object when it is an entity of its own. */
  entity?: string;
  change?: "update" | "ending";
  negative?: boolean;
  /** Object where `take` is "none". */
  object?: string;
  /** Says something only when negated: "I don't eat meat". */
  onlyNegated?: boolean;
  confidence: number;
}

/** [positive, negative] sentence; {s} is the subject, {o} the object. */
export type Phrase = readonly [string, string];

export interface Grammar {
  language: Language;
  roles: ReadonlyMap<string, Role>;
  /** Alternatives that make a role the user's own: "my|our". */
  mine: string;
  /** Possessives of a third person, by gender. */
  theirs: ReadonlyMap<string, Gender>;
  /** Articles and small numbers before a role: "one kid", "the cats". */
  counts: string;
  self: string;
  pronouns: ReadonlyMap<string, Gender>;
  /** "called|named". */
  called: string;
  is: string;
  and: string;
  selfName: RegExp;
  skip: RegExp;
  negation: RegExp;
  conjunct: RegExp;
  updated: RegExp;
  corrected: RegExp;
  /** "X, not Y" and "not Y but X"; groups `new` and `old`. */
  contrast: readonly RegExp[];
  determiners: ReadonlySet<string>;
  /** Words at which a noun phrase ends. */
  stops: ReadonlySet<string>;
  /** Words at which a clause ends. */
  clauseStops: ReadonlySet<string>;
  /** Words that are never an object by themselves. */
  empty: ReadonlySet<string>;
  job: RegExp;
  employer: RegExp;
  jobPlace: RegExp;
  verbs: readonly VerbRule[];
  /** Predicates that a sentence without a subject may state of the user; null where verbs show their person. */
  bareFirst: ReadonlySet<string> | null;
  /** After a name: "(13)", ", 33,". Group 1 is the number. */
  age: RegExp;
  number: RegExp;
  phone: RegExp;
  birthday: RegExp;
  email: RegExp;
  favourite: RegExp;
  /** "my X is <date, time or amount>"; groups `what` and `value`. */
  attribute: RegExp;
  /** "my asthma": a condition taken for granted. */
  condition: RegExp;
  time: RegExp;
  /** Sentences that state nothing. */
  guards: { question: RegExp; unreal: RegExp; reported: RegExp; joke: RegExp; sarcasm: RegExp };
  /** Markers that take a whole message, or its rest, out. */
  frames: { play: RegExp; offRecord: RegExp; paste: RegExp; injection: RegExp };
  requests: { forget: RegExp; remember: RegExp; correct: RegExp; untrue: RegExp };
  phrases: Readonly<Record<string, Phrase>>;
  user: string;
  usersRole: (role: string) => string;
}

/** Splits "a b c" into a set; keeps word lists in one readable line. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

/** One line per predicate: `HAS_SISTER person f: sister; sisters+` where `+` marks a plural. */
export function roleTable(text: string): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const line of text.trim().split("\n")) {
    const [head = "", words = ""] = line.split(":");
    const [predicate = "", type = "", gender = "x"] = head.trim().split(/\s+/);
    for (const raw of words.split(";").map((word) => word.trim())) {
      const plural = raw.endsWith("+");
      const word = raw.replace("+", "");
      if (word !== "") roles.set(word, { word, predicate, type, gender: gender as Gender, plural });
    }
  }
  return roles;
}

/** A verb rule from `first/third` sources; "-" leaves one out, a single source serves both. */
export function verb(
  predicate: string,
  forms: string,
  take: Take,
  confidence: number,
  more: Pick<VerbRule, "entity" | "change" | "negative" | "object" | "onlyNegated"> = {},
): VerbRule {
  const [first = "", third = first] = forms.split(" / ");
  const compile = (source: string): RegExp =>
    new RegExp(`^(?:${source})(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))`, "u");
  return {
    predicate,
    take,
    confidence,
    ...more,
    ...(first === "-" ? {} : { first: compile(first) }),
    ...(third === "-" ? {} : { third: compile(third) }),
  };
}

/** Alternatives for a regular expression, longest first so that "best friend" wins over "friend". */
export function alternatives(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join("|");
}

/** One to four capitalised words, with the small words that stand inside names. */
const NAME_WORD = "(?!I(?:['’ ]|$))\\p{Lu}[\\p{L}\\p{N}'’&-]*";
const NAME_INSIDE = "(?:de|del|de la|la|los|von|van|van der|of|of the|du|des|el|al|am|an der) ";
const TITLE = "(?:(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Sra|Mme|Hr|Fr)\\. )?";
export const NAME = `${TITLE}${NAME_WORD}(?: (?:${NAME_INSIDE})?${NAME_WORD}){0,3}`;
