import type { ReadingTable, ToldFact } from "./reading-llama.ts";

/** Things that users tell and want gone, each in words that stand nowhere else. */

const SYLLABLES = "ba do fi ga ho ju ka lo mi nu pe ra so te vu wi".split(" ");

/** A name of which no other is the beginning: "Dozgaxan". */
function nameOf(n: number): string {
  const [a = "", b = ""] = [SYLLABLES[n % 16], SYLLABLES[Math.floor(n / 16) % 16]];
  return `${a.charAt(0).toUpperCase()}${a.slice(1)}z${b}xan`;
}

/** Begins alike, and is somebody else. */
export function twinOf(n: number): string {
  return `${nameOf(n).slice(0, -2)}el`;
}

/** Nine digits: fewer stand in some id or time by chance. */
function digitsOf(n: number): string {
  return String(518_204_937 + n * 1_000_003);
}

export interface Thing {
  what: string;
  /** It has a name of its own, and is spoken of in several turns. */
  isNamed: boolean;
  /** The first message, and what is made of it. */
  told: (n: number) => { message: string; fact: ToldFact };
  type: string | null;
  /** Later messages, in which the name stands in other forms. */
  again: (n: number) => string[];
  /** What may stand nowhere afterwards. */
  word: (n: number) => string;
}

function named(
  what: string,
  type: string,
  tell: (name: string) => { message: string; predicate: string; object: string },
  again: (name: string) => string[],
): Thing {
  return {
    what,
    isNamed: true,
    told(n) {
      const { message, predicate, object } = tell(nameOf(n));
      const text = `The user ${predicate.toLowerCase()} ${object}.`;
      return { message, fact: { subject: "user", predicate, object, objectKind: "entity", text } };
    },
    type,
    again: (n) => again(nameOf(n)),
    word: nameOf,
  };
}

function value(
  what: string,
  predicate: string,
  of: (n: number) => string,
  word: (n: number) => string = of,
): Thing {
  return {
    what,
    isNamed: false,
    told: (n) => ({
      message: `My ${what} is ${of(n)}.`,
      fact: { subject: "user", predicate, object: of(n), text: `The user's ${what} is ${of(n)}.` },
    }),
    type: null,
    again: () => [],
    word,
  };
}

export const THINGS: readonly Thing[] = [
  named(
    "person",
    "person",
    (name) => ({
      message: `My sister ${name} plays chess. ${name}'s bike is red.`,
      predicate: "HAS_SISTER",
      object: name,
    }),
    (name) => [
      `${name}s Fahrrad ist kaputt.`,
      `I saw ${name}'s brother.`,
      `both ${name.toLowerCase()}s are funny`,
    ],
  ),
  named(
    "person with two names",
    "person",
    (name) => ({ message: `My doctor is ${name} Stone.`, predicate: "SEES_DOCTOR", object: `${name} Stone` }),
    (name) => [
      `${name} called again.`,
      `i like ${name.toLowerCase()}`,
      `Mail: ${name}Stone@example.org`,
      `I know ${name}'s voice.`,
    ],
  ),
  named(
    "pet",
    "animal",
    (name) => ({ message: `My dog is called ${name}.`, predicate: "HAS_PET", object: name }),
    (name) => [`${name}s Korb ist nass.`, `${name} barks.`],
  ),
  named(
    "place",
    "city",
    (name) => ({ message: `I was in ${name}.`, predicate: "VISITED", object: name }),
    (name) => [`${name}s Altstadt ist alt.`, `Is ${name} far?`],
  ),
  named(
    "employer",
    "company",
    (name) => ({ message: `I sell to ${name}.`, predicate: "SELLS_TO", object: name }),
    (name) => [`${name}'s canteen is closed.`],
  ),
  named(
    "name with marks",
    "person",
    (name) => ({ message: `My friend ${name}é cooks.`, predicate: "HAS_FRIEND", object: `${name}é` }),
    (name) => [`${name}és Suppe war gut.`, `${name}e said so.`],
  ),
  value("PIN", "HAS_PIN", digitsOf),
  value("password", "HAS_PASSWORD", nameOf),
  value("language", "SPEAKS", (n) => `${nameOf(n)}ish`, nameOf),
  value("illness", "HAS_ILLNESS", (n) => nameOf(n).toLowerCase(), nameOf),
  value("anniversary", "CELEBRATES", (n) => `3 ${nameOf(n)} 1987`, nameOf),
  value("storeroom", "STORES_AT", (n) => `${nameOf(n)} Road 7`, nameOf),
];

/** What the scripted model reads out of what a case tells. */
export function readingOf(thing: Thing, n: number): ReadingTable["reads"] {
  const { message, fact } = thing.told(n);
  const entities = thing.type === null ? [] : [{ name: fact.object, type: thing.type }];
  return { [message]: { facts: [fact], entities } };
}
