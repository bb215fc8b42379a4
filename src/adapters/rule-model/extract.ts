import { kinPredicate } from "../../domain/belief/kinship.ts";
import {
  type EntityProposal,
  type FactProposal,
  SELF_NAME,
  type TurnExtraction,
} from "../../domain/model/proposal.ts";
import { clip, fold } from "../../language/text.ts";
import { guessRuleLanguage, type RuleLanguage } from "./languages/index.ts";
import type { Subject } from "./phrases.ts";
import { readMessage, type Statement, withNames } from "./read.ts";
import { relationOf } from "./relations.ts";
import { write } from "./write.ts";

export interface TurnInput {
  userMessage: string;
  /** Name of the speaker when it is not the user. */
  speaker: string | null;
  /** Used when the message is too short to tell. */
  language?: RuleLanguage | undefined;
}

const SUMMARY_CHARS_MAX = 200;
const CONFIDENCE = 0.85;

/** What one turn states, by the table alone. Quotes are exact words of the user message. */
export function extractTurn({ userMessage, speaker, language }: TurnInput): Omit<TurnExtraction, "turn"> {
  const other = speaker === null || fold(speaker) === SELF_NAME || speaker === "" ? null : speaker;
  const statements = withNames(readMessage(userMessage, guessRuleLanguage(userMessage, language)));
  const told = statements.map((statement) => factOf(statement, userMessage, other));
  const facts = told.filter(
    (fact, index) => told.findIndex((one) => one.text === fact.text && one.change === fact.change) === index,
  );
  const place = statements.find(({ form }) => relationOf(form.row).entity === "place");
  return {
    summary: facts[0] ? clip(facts[0].quote ?? "", SUMMARY_CHARS_MAX) : null,
    emotion: null,
    valence: null,
    importance: Math.max(0.1, ...statements.map(({ form }) => relationOf(form.row).importance)),
    place: place?.object.name ?? null,
    entities: entitiesOf(statements),
    facts,
    requests: [],
  };
}

const nameOf = ({ kin, name }: Subject): string | null => name ?? kin;
const namesKin = ({ form, subject }: Statement): boolean => form.row === "name" && subject.kin !== null;

function factOf(statement: Statement, message: string, speaker: string | null): FactProposal {
  const { form, predicate, subject, object, told, quote } = statement;
  const self = speaker ?? SELF_NAME;
  const isEntity = namesKin(statement) || relationOf(form.row).entity !== undefined;
  return {
    subject: namesKin(statement) ? self : (nameOf(subject) ?? self),
    predicate,
    object: object.name,
    objectKind: isEntity ? "entity" : "value",
    polarity: told === "positive" ? "positive" : "negative",
    text: write(statement, "memory", speaker),
    quote: message.slice(quote.start, quote.end),
    assertedBy: self,
    validAt: null,
    invalidAt: null,
    change: statement.change,
    confidence: CONFIDENCE,
    reasoning: `rule: ${form.row}`,
  };
}

function entitiesOf(statements: Statement[]): EntityProposal[] {
  const found = new Map<string, EntityProposal>();
  const put = (name: string | null, type: string, alias: string | null): void => {
    if (name === null) return;
    const known = found.get(name) ?? { name, type, aliases: [], summary: null };
    if (alias !== null && alias !== name) known.aliases = [...new Set([...known.aliases, alias])];
    found.set(name, known);
  };
  for (const statement of statements) {
    const { form, subject, object } = statement;
    const isPet = subject.kin !== null && kinPredicate(fold(subject.kin)) === "HAS_PET";
    const type = isPet ? "animal" : "person";
    const { entity } = relationOf(form.row);
    if (namesKin(statement)) put(object.name, type, subject.kin);
    else put(nameOf(subject), type, form.row === "nickname" ? object.name : subject.kin);
    if (entity !== undefined) put(object.name, entity, null);
  }
  return [...found.values()];
}
