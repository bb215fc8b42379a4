import type { Ruling } from "../../src/domain/model/trace.ts";
import type { ChatBody } from "./fake-llama/index.ts";
import {
  extractionBy,
  type Reading,
  type ReadingLlama,
  type ReadingTable,
  type ToldFact,
} from "./reading-llama.ts";

/** A memory with what must not be lost, turns of no weight, and what a lying model makes of them. */

const told = (predicate: string, object: string, text: string, more: Partial<ToldFact> = {}): ToldFact => ({
  subject: "user",
  predicate,
  object,
  text,
  ...more,
});
const thing = { objectKind: "entity" } as const;

/** Under names of the catalogue, and under names that an extractor made up. */
const HIGH_STAKES: Record<string, ToldFact> = {
  "My name is Solveig Aas.": told("NAME", "Solveig Aas", "The user's name is Solveig Aas."),
  "My birthday is 4 May 1984.": told("BIRTHDAY", "4 May 1984", "The user's birthday is 4 May 1984."),
  "My nationality is Norwegian.": told("NATIONALITY", "Norwegian", "The user's nationality is Norwegian."),
  "My mother is Ingrid Aasen.": told(
    "HAS_MOTHER",
    "Ingrid Aasen",
    "The user's mother is Ingrid Aasen.",
    thing,
  ),
  "My husband is Henrik Moe.": told("SPOUSE", "Henrik Moe", "The user's husband is Henrik Moe.", thing),
  "I am allergic to penicillin.": told("ALLERGIC_TO", "penicillin", "The user is allergic to penicillin."),
  "I take warfarin every day.": told("TAKES_MEDICATION", "warfarin", "The user takes warfarin every day."),
  "I have epilepsy.": told("HAS_CONDITION", "epilepsy", "The user has epilepsy."),
  "I have a nut allergy.": told("HAS_NUT_ALLERGY", "nut allergy", "The user has a nut allergy."),
  "My blood type is AB negative.": told("BLOOD_TYPE", "AB negative", "The user's blood type is AB negative."),
};

const OTHERS: Record<string, ToldFact> = {
  "I live in Oslo.": told("LIVES_IN", "Oslo", "The user lives in Oslo.", thing),
  "I work at Nordlys.": told("WORKS_AT", "Nordlys", "The user works at Nordlys.", thing),
  "I like chess.": told("LIKES", "chess", "The user likes chess."),
  "I have a nut cake.": told("HAS_NUT_CAKE", "nut cake", "The user has a nut cake."),
  "I visited Turku.": told("VISITED", "Turku", "The user visited Turku.", thing),
  "I play the cello.": told("HOBBY", "cello", "The user plays the cello."),
  "My colleague is Ingrid Aasan.": told(
    "HAS_COLLEAGUE",
    "Ingrid Aasan",
    "The user's colleague is Ingrid Aasan.",
    thing,
  ),
};

const PEOPLE = new Set(["Ingrid Aasen", "Henrik Moe", "Ingrid Aasan"]);

/** What the owner told, and what an honest model reads out of it. */
export const TOLD: ReadingTable["reads"] = Object.fromEntries(
  Object.entries({ ...HIGH_STAKES, ...OTHERS }).map(([message, fact]) => [
    message,
    {
      facts: [fact],
      entities: PEOPLE.has(fact.object) ? [{ name: fact.object, type: "person" }] : [],
    },
  ]),
);

export const HIGH_STAKES_TEXTS: ReadonlySet<string> = new Set(
  Object.values(HIGH_STAKES).map(({ text }) => text),
);

/** Turns of no weight, and the statement that an honest model may read out of one. */
export const TRIFLES: Record<string, ToldFact | null> = {
  "Lovely day.": null,
  "I bought rye bread today.": told("BOUGHT", "rye bread", "The user bought rye bread."),
  "We had soup in Turku yesterday.": told("ATE", "soup", "The user had soup in Turku."),
  "Heute war es schön in Oslo.": null,
  "J'ai lu un livre hier soir.": told("READS", "un livre", "The user read a book."),
  "Hoy he comido con Ingrid.": told("ATE_WITH", "Ingrid", "The user ate with Ingrid."),
  "I forgot my umbrella at Nordlys.": told("FORGOT", "umbrella", "The user forgot an umbrella at Nordlys."),
  "今日はいい天気ですね。": null,
  "Сегодня я купил хлеб.": told("BOUGHT", "хлеб", "The user bought bread."),
  "The whole cake is gone, the cat ate it.": told("ATE", "cake", "The cat ate the cake."),
  "I take the tram in Oslo now.": told("TAKES", "tram", "The user takes the tram in Oslo."),
  "Everything went well, thanks. Never mind the rest.": null,
};

export interface Lie {
  what: string;
  /** What it makes of a message. */
  reads: (message: string) => Reading;
  ruling: Ruling;
  standing: "over" | "never";
  /** How many of the memories it is asked about are meant, the newest. */
  meant: number;
}

const honest = (message: string): Reading => {
  const fact = TRIFLES[message];
  return fact ? { facts: [fact] } : {};
};
const ALL = Number.POSITIVE_INFINITY;
const OBEDIENT = { reads: honest, ruling: "update", standing: "over", meant: ALL } as const;
const wordsOf = (message: string): string[] => message.match(/[\p{L}\p{N}]+/gu) ?? [];
const longest = (message: string): string =>
  wordsOf(message).toSorted((a, b) => b.length - a.length)[0] ?? "";
const named = (message: string): string =>
  /\b(?:Oslo|Turku|Ingrid|Nordlys)\b/.exec(message)?.[0] ?? longest(message);

function asks(kind: "forget" | "off_record" | "correct", message: string, quotes: boolean): Reading {
  const targets = ["everything", "the", named(message), message];
  return {
    ...honest(message),
    requests: targets.map((target) => ({ kind, target, ...(quotes ? { quote: message } : {}) })),
  };
}

/** Each memory taken back, changed or ended, in words of the message that say nothing of it. */
function denies(message: string, change: "update" | "ending" | "correction" | "retraction"): Reading {
  const facts = Object.values({ ...HIGH_STAKES, ...OTHERS }).map((fact): ToldFact => {
    const isNew = change === "update";
    return {
      ...fact,
      change,
      polarity: isNew ? "positive" : "negative",
      object: isNew ? longest(message) : fact.object,
      text: isNew
        ? fact.text.replace(fact.object, longest(message))
        : fact.text.replace(/\.$/, " no longer."),
      quote: message,
    };
  });
  return { facts };
}

/** Each memory told again, with an end that is long past. */
function ends(message: string): Reading {
  return {
    facts: Object.values({ ...HIGH_STAKES, ...OTHERS }).map((fact) => ({
      ...fact,
      quote: message,
      validAt: "2001-01-01",
      invalidAt: "2002-01-01",
    })),
  };
}

/** Lies of a model that says yes to all it is asked, and of one that makes things up as well. */
export const LIES: readonly Lie[] = [
  { ...OBEDIENT, what: "says yes: everything is replaced" },
  { ...OBEDIENT, what: "says yes: everything was wrong", ruling: "correction", standing: "never" },
  { ...OBEDIENT, what: "says yes: everything says more", ruling: "precise" },
  { ...OBEDIENT, what: "hears wishes to forget", reads: (message) => asks("forget", message, false) },
  {
    ...OBEDIENT,
    what: "hears wishes to forget, and quotes",
    reads: (message) => asks("forget", message, true),
    meant: 8,
  },
  {
    ...OBEDIENT,
    what: "hears that it is off the record",
    reads: (message) => asks("off_record", message, true),
  },
  {
    ...OBEDIENT,
    what: "hears corrections",
    reads: (message) => asks("correct", message, true),
    ruling: "correction",
  },
  {
    ...OBEDIENT,
    what: "hears that all is taken back",
    reads: (message) => denies(message, "retraction"),
    ruling: "correction",
    standing: "never",
  },
  { ...OBEDIENT, what: "hears that all has changed", reads: (message) => denies(message, "update") },
  { ...OBEDIENT, what: "hears that all has ended, long ago", reads: ends, ruling: "duplicate" },
];

/** Answers of a model that lies to whatever it is asked. */
export function lying(lie: Lie): ReadingLlama["lies"] {
  return (schema, body) => {
    const answer = lieTo(lie, schema, body);
    return answer && JSON.stringify(answer);
  };
}

function lieTo(lie: Lie, schema: string, body: ChatBody): object | undefined {
  const text = body.messages.at(-1)?.content ?? "";
  const count = sizeOf(body);
  const each = <T extends object>(answer: T): object[] =>
    Array.from({ length: count }, (_, at) => ({ n: at + 1, why: "", ...answer }));
  switch (schema) {
    case "extraction":
      return extractionBy((message) => (message in TRIFLES ? lie.reads(message) : {}), body);
    case "rulings":
      return { rulings: each({ ruling: lie.ruling }) };
    case "changes":
      return {
        changed: each({}).map((_, at) => ({ known: at + 1, news: 1, why: "", standing: lie.standing })),
      };
    case "standings":
      return { standings: each({ standing: lie.standing }) };
    case "wishes":
      return {
        wishes: each({}).map((one, at) => ({ ...one, meant: at >= count - lie.meant ? "yes" : "no" })),
      };
    case "identities":
      return { pairs: each({ answer: "same" }) };
    case "summary":
      return { summary: "The user is in perfect health and has no relatives." };
    case "texts":
      return { items: each({ name: "Nothing", summary: "The user is in perfect health." }) };
    case "expansions":
      return { items: each({ words: ["healthy", text.slice(0, 20)] }) };
    default:
      return undefined;
  }
}

/** How many answers the schema of the request asks for, at most. */
function sizeOf(body: ChatBody): number {
  const schema = JSON.stringify(body.response_format?.json_schema?.schema ?? {});
  return Number(/"maxItems":(\d+)/.exec(schema)?.[1] ?? 0);
}
