import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import { DAY_MS, MINUTE_MS, plusMs, toInstant, type Instant } from "../../../src/domain/model/time.ts";
import type { Random } from "../stats/random.ts";
import {
  CITIES,
  DISHES,
  EMPLOYERS,
  FIRST_NAMES,
  HOBBIES,
  LAST_NAMES,
  PETS,
  PREDICATE_NAMES,
  TRADES,
  TYPE_NAMES,
} from "./words.ts";

/** One statement that an extractor draws from a turn, rightly or not. */
export interface Statement {
  subject: string;
  predicate: string;
  object: string;
  objectKind: "entity" | "value";
  polarity: "positive" | "negative";
  text: string;
  change?: "update" | "correction";
  /** Whether the turn says so. */
  isTrue: boolean;
}

export interface SimulatedTurn {
  at: Instant;
  text: string;
  importance: number;
  entities: { name: string; type: string }[];
  statements: Statement[];
}

/** What is so: subject and relation (its usual name) to the values that hold. */
export type Truth = Map<string, Set<string>>;

export interface Mistakes {
  /** Chance that a turn with statements brings one that nobody made. */
  invented: number;
  /** Chance that a name is misspelt. */
  misspelt: number;
}

type Relation = "LIVES_IN" | "WORKS_AT" | "WORKS_AS" | "HAS_PET" | "HOBBY";
const ONE: readonly Relation[] = ["LIVES_IN", "WORKS_AT", "WORKS_AS"];
/** Relations of which only one value holds at a time. */
export const HAS_ONE: ReadonlySet<string> = new Set(ONE);

/** Values by relation, the kind of thing they are, and how a friend's is told. */
const RELATIONS: Record<
  Relation,
  { values: readonly string[]; type: string | null; told: (who: string, what: string) => string }
> = {
  LIVES_IN: { values: CITIES, type: "City", told: (who, what) => `${who} lives in ${what}.` },
  WORKS_AT: { values: EMPLOYERS, type: "Company", told: (who, what) => `${who} works at ${what}.` },
  WORKS_AS: { values: TRADES, type: null, told: (who, what) => `${who} works as a ${what}.` },
  HAS_PET: { values: PETS, type: "Pet", told: (who, what) => `${who} has a pet called ${what}.` },
  HOBBY: { values: HOBBIES, type: null, told: (who, what) => `${who}'s hobby is ${what}.` },
};

const NAMES_OF_RELATIONS = Object.keys(RELATIONS) as Relation[];
/** Friends at most; a person knows so many and no more. */
const FRIENDS_MAX = 100;
/** Days between two new friends. */
const FRIEND_EVERY_DAYS = 12;
const FIRST_HOUR_MS = 8 * 60 * MINUTE_MS;

/**
 * A life in the years to come: friends appear, move, change jobs, get pets; most of what is said are trifles and
 * things said before. Sometimes a name is misspelt, something is only asked or imagined, and the extractor, which does
 * the whole day in one style, hears what nobody said. The same seed lives the same life.
 */
export class World {
  readonly truth: Truth = new Map();
  /** Full names as they are, by every spelling that was used. */
  readonly spellings = new Map<string, string>();
  readonly #random: Random;
  readonly #mistakes: Mistakes;
  readonly #friends: string[] = [];
  #style = 0;

  constructor(random: Random, mistakes: Mistakes) {
    this.#random = random;
    this.#mistakes = mistakes;
  }

  /** What is said on a day, in order. */
  day(start: Instant, number: number, turns: number): SimulatedTurn[] {
    const morning = toInstant(Date.parse(plusMs(start, number * DAY_MS)) + FIRST_HOUR_MS);
    return Array.from({ length: turns }, (_, n) => {
      const said = this.#turn(number, n, turns);
      return { at: plusMs(morning, n * 10 * MINUTE_MS), ...said };
    });
  }

  #turn(day: number, n: number, turns: number): Omit<SimulatedTurn, "at"> {
    this.#style = this.#random();
    const due = Math.min(FRIENDS_MAX, 1 + Math.floor(day / FRIEND_EVERY_DAYS));
    if (this.#friends.length < due) return this.#newFriend();
    const kind = this.#random() * (turns > 4 ? 1 : 0.5);
    if (kind < 0.02) return this.#change();
    if (kind < 0.06) return this.#learn();
    if (kind < 0.09) return this.#imagined();
    if (kind < 0.11) return this.#ownChange();
    if (kind < 0.2) return this.#again();
    return this.#trifle(day, n);
  }

  #newFriend(): Omit<SimulatedTurn, "at"> {
    const at = this.#friends.length;
    const first = FIRST_NAMES[at % FIRST_NAMES.length] as string;
    const last = LAST_NAMES[
      (at * 7 + Math.floor(at / FIRST_NAMES.length) * 11) % LAST_NAMES.length
    ] as string;
    const name = `${first} ${last}`;
    this.#friends.push(name);
    this.spellings.set(name, name);
    const trade = this.#pick(TRADES);
    this.#set(name, "WORKS_AS", trade);
    this.#add(SELF_NAME, "HAS_FRIEND", name);
    const friend = this.#statement(SELF_NAME, "HAS_FRIEND", name, `${name} is the user's friend.`, "entity");
    const works = this.#statement(name, "WORKS_AS", trade, `${name} works as a ${trade}.`);
    return this.#told(`I have a new friend, ${name}. ${name} works as a ${trade}.`, 0.6, [friend, works]);
  }

  /** Something new about a friend. */
  #learn(): Omit<SimulatedTurn, "at"> {
    const friend = this.#friend();
    const relation = this.#pick(NAMES_OF_RELATIONS);
    if (ONE.includes(relation) && this.#values(friend, relation).length > 0) return this.#again();
    if (this.#values(friend, relation).length >= 2) return this.#again();
    return this.#tell(friend, relation, this.#pick(RELATIONS[relation].values));
  }

  #tell(friend: string, relation: Relation, value: string): Omit<SimulatedTurn, "at"> {
    if (ONE.includes(relation)) this.#set(friend, relation, value);
    else this.#add(friend, relation, value);
    const written = this.#written(friend);
    const text = RELATIONS[relation].told(written, value);
    return this.#told(text, 0.5, [this.#statement(written, relation, value, text)]);
  }

  #change(): Omit<SimulatedTurn, "at"> {
    const friend = this.#friend();
    const relation = this.#pick(ONE);
    const [before] = this.#values(friend, relation);
    if (before === undefined) return this.#learn();
    const value = this.#pick(RELATIONS[relation].values.filter((one) => one !== before));
    this.#set(friend, relation, value);
    const text = CHANGED[relation as keyof typeof CHANGED](friend, value);
    const statement = this.#statement(friend, relation, value, RELATIONS[relation].told(friend, value));
    return this.#told(text, 0.6, [{ ...statement, change: "update" }]);
  }

  #ownChange(): Omit<SimulatedTurn, "at"> {
    const relation = this.#pick(["LIVES_IN", "WORKS_AT"] as const);
    // Once a year or so: most of the time it is only said again.
    if (this.#values(SELF_NAME, relation).length > 0 && this.#random() > 0.02) return this.#own(relation);
    const value = this.#pick(RELATIONS[relation].values);
    const isFirst = this.#values(SELF_NAME, relation).length === 0;
    this.#set(SELF_NAME, relation, value);
    if (isFirst) return this.#own(relation);
    const text = relation === "LIVES_IN" ? `I moved to ${value} today.` : `I work at ${value} now.`;
    const about = RELATIONS[relation].told("The user", value);
    return this.#told(text, 0.8, [
      { ...this.#statement(SELF_NAME, relation, value, about), change: "update" },
    ]);
  }

  #own(relation: "LIVES_IN" | "WORKS_AT"): Omit<SimulatedTurn, "at"> {
    const value = this.#values(SELF_NAME, relation)[0] as string;
    const text = relation === "LIVES_IN" ? `I live in ${value}.` : `I work at ${value}.`;
    return this.#told(text, 0.4, [
      this.#statement(SELF_NAME, relation, value, RELATIONS[relation].told("The user", value)),
    ]);
  }

  /** What was said before, perhaps misspelt. */
  #again(): Omit<SimulatedTurn, "at"> {
    const friend = this.#friend();
    const known = NAMES_OF_RELATIONS.flatMap((relation) =>
      this.#values(friend, relation).map((value) => [relation, value] as const),
    );
    const [relation, value] = this.#pick(known);
    const written = this.#written(friend);
    const text = RELATIONS[relation].told(written, value);
    return this.#told(text, 0.4, [this.#statement(written, relation, value, text)]);
  }

  /** Asked or imagined, which a careless extractor takes for told. */
  #imagined(): Omit<SimulatedTurn, "at"> {
    const friend = this.#friend();
    const relation = this.#pick(ONE);
    const value = this.#pick(RELATIONS[relation].values);
    const isSo = this.#values(friend, relation).includes(value);
    const text = this.#pick(IMAGINED)(friend, IMAGINED_VERBS[relation as keyof typeof IMAGINED_VERBS], value);
    const heard = this.#statement(friend, relation, value, RELATIONS[relation].told(friend, value));
    return this.#told(text, 0.2, [{ ...heard, isTrue: isSo }]);
  }

  #trifle(day: number, n: number): Omit<SimulatedTurn, "at"> {
    const dish = this.#pick(DISHES);
    const text = this.#pick(TRIFLES)(dish, String((day * 7 + n * 3) % 50));
    return { text, importance: 0.1, entities: [], statements: [] };
  }

  #told(text: string, importance: number, statements: Statement[]): Omit<SimulatedTurn, "at"> {
    const all = [...statements];
    if (this.#random() < this.#mistakes.invented) {
      const city = this.#pick(CITIES);
      const stranger = `${this.#pick(FIRST_NAMES)} ${this.#pick(LAST_NAMES)}son`;
      const heard = this.#statement(stranger, "LIVES_IN", city, `${stranger} lives in ${city}.`);
      all.push({ ...heard, isTrue: false });
    }
    const entities = all.flatMap(({ subject, object, predicate, objectKind }) => [
      ...(subject === SELF_NAME ? [] : [{ name: subject, type: this.#typeName("Person") }]),
      ...(objectKind === "entity" ? [{ name: object, type: this.#typeName(typeOf(predicate)) }] : []),
    ]);
    return { text, importance, entities, statements: all };
  }

  #statement(
    subject: string,
    relation: Relation | "HAS_FRIEND",
    object: string,
    text: string,
    kind?: "entity",
  ): Statement {
    const names = PREDICATE_NAMES[relation] ?? [relation];
    const isThing = kind === "entity" || (relation !== "HAS_FRIEND" && RELATIONS[relation].type !== null);
    return {
      subject,
      predicate: this.#styled(names),
      object,
      objectKind: isThing ? "entity" : "value",
      polarity: "positive",
      text,
      isTrue: true,
    };
  }

  #typeName(type: string): string {
    return this.#styled(TYPE_NAMES[type] ?? [type]);
  }

  /** Mostly the usual name. */
  #styled(names: readonly string[]): string {
    const usual = this.#style < 0.7;
    return (usual ? names[0] : names[Math.floor(this.#style * 1000) % names.length]) as string;
  }

  #written(name: string): string {
    if (this.#random() >= this.#mistakes.misspelt) return name;
    const [first = "", last = ""] = name.split(" ");
    const at = 2 + Math.floor(this.#random() * (last.length - 3));
    const misspelt = `${first} ${last.slice(0, at)}${last[at]}${last.slice(at)}`;
    this.spellings.set(misspelt, name);
    return misspelt;
  }

  #friend(): string {
    return this.#pick(this.#friends);
  }

  #values(subject: string, relation: string): string[] {
    return [...(this.truth.get(keyOf(subject, relation)) ?? [])];
  }

  #set(subject: string, relation: string, value: string): void {
    this.truth.set(keyOf(subject, relation), new Set([value]));
  }

  #add(subject: string, relation: string, value: string): void {
    const values = this.truth.get(keyOf(subject, relation)) ?? new Set();
    this.truth.set(keyOf(subject, relation), values.add(value));
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }
}

export function keyOf(subject: string, relation: string): string {
  return `${subject}|${relation}`;
}

function typeOf(predicate: string): string {
  const relation = NAMES_OF_RELATIONS.find((name) => PREDICATE_NAMES[name]?.includes(predicate));
  return (relation && RELATIONS[relation].type) ?? "Person";
}

const CHANGED = {
  LIVES_IN: (who: string, what: string) => `${who} moved to ${what} last week.`,
  WORKS_AT: (who: string, what: string) => `${who} works at ${what} now.`,
  WORKS_AS: (who: string, what: string) => `${who} works as a ${what} now.`,
};

const IMAGINED_VERBS = { LIVES_IN: "live in", WORKS_AT: "work at", WORKS_AS: "work as a" };
const IMAGINED = [
  (who: string, verb: string, what: string) => `Do you think ${who} should ${verb} ${what}?`,
  (who: string, verb: string, what: string) => `What if ${who} were to ${verb} ${what} one day?`,
  (who: string, verb: string, what: string) => `I dreamt that ${who} used to ${verb} ${what}.`,
];

const TRIFLES = [
  (dish: string, n: string) => `I had ${dish} for lunch, with ${n} peas on the side.`,
  (dish: string) => `The ${dish} was too salty today.`,
  (_: string, n: string) => `The bus was ${n} minutes late again.`,
  (dish: string) => `Could you suggest something to go with ${dish}?`,
  (_: string, n: string) => `It rained for ${n} minutes and then the sun came out.`,
  (_: string, n: string) => `I read ${n} pages of my book before falling asleep.`,
];
