import { kinPredicate } from "../../domain/belief/kinship.ts";
import { guessRuleLanguage, type RuleLanguage } from "./languages/index.ts";
import {
  type EntityProposal,
  type FactProposal,
  SELF_NAME,
  type TurnExtraction,
} from "../../domain/model/proposal.ts";
import { clip, fold } from "../../language/text.ts";
import type { Somebody } from "./phrases.ts";
import { readMessage, type Statement } from "./read.ts";
import { relationOf } from "./relations.ts";
import { kinSentence, sentenceOf } from "./write.ts";

export interface TurnInput {
  userMessage: string;
  /** Name of the speaker when it is not the user. */
  speaker: string | null;
  /** Used when the message is too short to tell. */
  language?: RuleLanguage;
}

const SUMMARY_CHARS_MAX = 200;
const CONFIDENCE = 0.85;

/** What one turn states, by the table alone. Quotes are exact words of the user message. */
export function extractTurn({ userMessage, speaker, language }: TurnInput): Omit<TurnExtraction, "turn"> {
  const other = speaker === null || fold(speaker) === SELF_NAME || speaker === "" ? null : speaker;
  const statements = readMessage(userMessage, guessRuleLanguage(userMessage, language));
  const told = statements.flatMap((statement) => [
    ...kinOf(statement, userMessage, other),
    factOf(statement, userMessage, other),
  ]);
  const facts = told.filter(
    (fact, index) => told.findIndex((one) => one.text === fact.text && one.change === fact.change) === index,
  );
  const place = statements.find(({ row }) => relationOf(row).entity === "place");
  return {
    summary: facts[0] ? clip(facts[0].quote ?? "", SUMMARY_CHARS_MAX) : null,
    emotion: null,
    valence: null,
    importance: Math.max(0.1, ...statements.map(({ row }) => relationOf(row).importance)),
    place: place?.object.name ?? null,
    entities: entitiesOf(statements),
    facts,
    requests: [],
  };
}

const nameOf = ({ kin, name }: Somebody): string => name ?? kin ?? "";

function factOf(statement: Statement, message: string, speaker: string | null): FactProposal {
  const { row, predicate, subject, object, quote } = statement;
  const isKin = row === "kin";
  return {
    subject: subject === null || isKin ? (speaker ?? SELF_NAME) : nameOf(subject),
    predicate,
    object: object.name,
    objectKind: isKin || relationOf(row).entity !== null ? "entity" : "value",
    polarity: statement.told === "positive" ? "positive" : "negative",
    text: sentenceOf(statement, speaker),
    quote: message.slice(quote.start, quote.end),
    assertedBy: speaker ?? SELF_NAME,
    validAt: null,
    invalidAt: null,
    change: statement.change,
    confidence: CONFIDENCE,
    reasoning: `rule: ${row}`,
  };
}

/** Whoever is named beside a kin word is that kin. */
function kinOf(statement: Statement, message: string, speaker: string | null): FactProposal[] {
  const { kin = null, name = null } = statement.subject ?? {};
  const predicate = kin === null ? null : kinPredicate(fold(kin));
  if (name === null || predicate === null) return [];
  const fact = factOf(
    { ...statement, row: "kin", predicate, told: "positive", change: null },
    message,
    speaker,
  );
  return [{ ...fact, object: name, text: kinSentence(statement, speaker) }];
}

function entitiesOf(statements: Statement[]): EntityProposal[] {
  const found = new Map<string, EntityProposal>();
  const put = (name: string, type: string, aliases: string[]): void => {
    const known = found.get(name);
    if (known) known.aliases = [...new Set([...known.aliases, ...aliases])];
    else found.set(name, { name, type, aliases, summary: null });
  };
  for (const { row, subject, object, predicate } of statements) {
    const kin = subject?.kin ?? null;
    const type = (kin === null ? null : kinPredicate(fold(kin))) === "HAS_PET" ? "animal" : "person";
    if (row === "kin") put(object.name, predicate === "HAS_PET" ? "animal" : "person", kin ? [kin] : []);
    else if (subject) put(nameOf(subject), type, kin && subject.name ? [kin] : []);
    const { entity } = relationOf(row);
    if (entity !== null) put(object.name, entity, []);
    if (row === "nickname" && subject) put(nameOf(subject), type, [object.name]);
  }
  return [...found.values()];
}
