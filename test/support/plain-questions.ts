import type { RuleLanguage } from "../../src/adapters/rule-model/languages/index.ts";
import { type Attribute, type Person, type Wording, WORDINGS } from "./plain-wordings.ts";

export interface PlainQuestion {
  text: string;
  /** A reply must name one of these, and no other told value; empty: nothing is known. */
  answers: string[];
  /** Values that may stand beside, as the name of whom it is about. */
  beside: string[];
}

const ATTRIBUTES: Attribute[] = ["home", "job", "likes", "age", "born"];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A value without its article, as it is looked for in a reply. */
const bare = (value: string): string => value.replace(/^(?:le|la|les|el|los|las) /, "");

export interface PlainLife {
  /** One message each. */
  told: string[];
  /** Everything a false reply could name. */
  values: string[];
  questions: PlainQuestion[];
}

/** What one user tells, a fact a message, and plain questions about it and around it. */
export function plainLife(language: RuleLanguage): PlainLife {
  const { people, pets, own, ...words } = WORDINGS[language];
  const subject = ({ kin, name }: Person): string => (kin === null ? name : `${kin} ${name}`);
  const told = [
    ...people.flatMap((person) =>
      ATTRIBUTES.flatMap((attribute) => {
        const value = person[attribute];
        return value === undefined ? [] : capital(words.tell[attribute](subject(person), value));
      }),
    ),
    ...pets.map(({ kin, name }) => words.petCalled(kin, name)),
    ...own.map(({ said }) => said),
  ];
  const valuesOf = (person: Person): string[] => ATTRIBUTES.flatMap((one) => person[one] ?? []).map(bare);
  const questions: PlainQuestion[] = [
    ...people.flatMap((person) => aboutPerson(person, words, valuesOf(person))),
    ...[...words.untold, ...words.unknown].flatMap((who) =>
      [...ATTRIBUTES.flatMap((one) => words.ask[one].map((ask) => ask(who))), words.died(who)].map(
        unanswered,
      ),
    ),
    ...people.flatMap(({ home, name }) =>
      home === undefined ? [] : { text: words.livesWhere(home), answers: [home], beside: [name] },
    ),
    ...pets.flatMap(({ kin, name }) => {
      const mine = words.petCalled(kin, name).split(" ").slice(0, 2).join(" ");
      const pet = mine.charAt(0).toLowerCase() + mine.slice(1);
      return [
        { text: words.called(pet), answers: [name], beside: [] },
        ...[pet, name].flatMap((who) =>
          [words.died, ...words.ask.home, ...words.ask.age].map((ask) => unanswered(ask(who))),
        ),
      ];
    }),
    ...own.flatMap(({ value, asked }) => asked.map((text) => ({ text, answers: [value], beside: [] }))),
    ...words.neverTold.map(unanswered),
  ];
  const names = [...people, ...pets].map(({ name }) => name);
  return {
    told,
    values: [...names, ...people.flatMap(valuesOf), ...own.map(({ value }) => value)],
    questions,
  };
}

const unanswered = (text: string): PlainQuestion => ({ text, answers: [], beside: [] });

function aboutPerson(
  person: Person,
  { ask, called, died }: Pick<Wording, "ask" | "called" | "died">,
  known: string[],
): PlainQuestion[] {
  const { kin, name } = person;
  const asAsked = kin === null ? [name] : [kin, name];
  return [
    ...asAsked.flatMap((who) =>
      ATTRIBUTES.flatMap((attribute) => {
        const value = person[attribute];
        const answers = value === undefined ? [] : [bare(value)];
        return ask[attribute].map((put) => ({ text: put(who), answers, beside: [name] }));
      }),
    ),
    unanswered(died(name)),
    ...(kin === null ? [] : [{ text: called(kin), answers: [name], beside: known }]),
  ];
}
