import { kinPredicate } from "../../domain/belief/kinship.ts";
import {
  type EntityProposal,
  type FactProposal,
  SELF_NAME,
  type TurnExtraction,
} from "../../domain/model/proposal.ts";
import type { Language } from "../../language/index.ts";
import { clip, fold } from "../../language/text.ts";
import { type Statement, statementsIn } from "./statements.ts";

const SUMMARY_CHARS_MAX = 200;
const CONFIDENCE = 0.85;

/** What one message of the user states. Quotes are exact words of it. */
export function extractTurn(message: string, language?: Language): Omit<TurnExtraction, "turn"> {
  const statements = statementsIn(message, language);
  const told = statements.map((statement) => factOf(statement, message));
  const facts = told.filter((fact, index) => told.findIndex(({ text }) => text === fact.text) === index);
  return {
    summary: facts[0] ? clip(facts[0].quote ?? "", SUMMARY_CHARS_MAX) : null,
    emotion: null,
    valence: null,
    importance: Math.max(0.1, ...statements.map(({ importance }) => importance)),
    place: statements.find(({ entity }) => entity === "place")?.object ?? null,
    entities: entitiesOf(statements),
    facts,
    requests: [],
  };
}

/** "My sister is called Annelie": she is the object, and the kin word names the relation. */
const namesKin = ({ slot, subject, predicate }: Statement): boolean =>
  slot === "name" && subject.kin !== null && kinPredicate(fold(subject.kin)) === predicate;

function factOf(statement: Statement, message: string): FactProposal {
  const { predicate, subject, object, polarity, text, change, quote, entity } = statement;
  return {
    subject: namesKin(statement) ? SELF_NAME : (subject.name ?? subject.kin ?? SELF_NAME),
    predicate,
    object,
    objectKind: entity !== undefined || namesKin(statement) ? "entity" : "value",
    polarity,
    text,
    quote: message.slice(quote.start, quote.end),
    assertedBy: SELF_NAME,
    validAt: null,
    invalidAt: null,
    change,
    confidence: CONFIDENCE,
    reasoning: "read by rule",
  };
}

function entitiesOf(statements: Statement[]): EntityProposal[] {
  const found = new Map<string, EntityProposal>();
  const put = (name: string | null, type: string, alias: string | null): void => {
    if (name === null) return;
    const aliases = new Set([
      ...(found.get(name)?.aliases ?? []),
      ...(alias && alias !== name ? [alias] : []),
    ]);
    found.set(name, { name, type: found.get(name)?.type ?? type, aliases: [...aliases], summary: null });
  };
  for (const statement of statements) {
    const { subject, object, entity, predicate } = statement;
    const type = kinPredicate(fold(subject.kin ?? "")) === "HAS_PET" ? "animal" : "person";
    put(
      namesKin(statement) ? object : (subject.name ?? subject.kin),
      type,
      predicate === "KNOWN_AS" ? object : subject.kin,
    );
    if (entity !== undefined) put(object, entity, null);
  }
  return [...found.values()];
}
