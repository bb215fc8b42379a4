import { clip } from "../../domain/text.ts";
import {
  type EntityProposal,
  type FactProposal,
  type RequestKind,
  SELF_NAME,
  type TurnExtraction,
} from "../../domain/proposal.ts";
import { birthdays } from "./birthdays.ts";
import { Cast, type Member } from "./cast.ts";
import { changeTold } from "./change-told.ts";
import { corrected } from "./corrections.ts";
import type { Grammar, Language } from "./grammar.ts";
import { detectLanguage, grammarOf } from "./language.ts";
import { importance, mood } from "./mood.ts";
import { sentenceOf } from "./phrasing.ts";
import { type Reading, readTurn, type TurnReading } from "./read-turn.ts";

export interface TurnInput {
  userMessage: string;
  assistantReply: string | null;
  /** Earlier messages, oldest first; names and facts said there give pronouns and corrections their subject. */
  previous: readonly { role: string; text: string }[];
  /** Name of the speaker when it is not the user. */
  speaker: string | null;
  at: string;
  timeZone: string;
  /** Used when the message is too short to tell. */
  language?: Language;
}

/** Earlier user messages that are read again. */
const PREVIOUS_MAX = 12;
const SUMMARY_CHARS_MAX = 200;

/** What one turn says, by rules alone. Quotes are exact substrings of the user message. */
export function extractTurn(input: TurnInput): Omit<TurnExtraction, "turn"> {
  const before = input.previous.filter(
    (message) => message.role === "user" && !message.text.startsWith("[Summary"),
  );
  const spoken = before
    .slice(-PREVIOUS_MAX)
    .map((message) => message.text)
    .join(" ");
  const grammar = grammarOf(
    detectLanguage(input.userMessage, detectLanguage(spoken, input.language ?? "en")),
  );
  const cast = new Cast();
  const earlier = before
    .slice(-PREVIOUS_MAX)
    .flatMap((message, index) => readTurn(message.text, cast, grammar, index === 0).readings);
  cast.settle();
  const turn = readTurn(input.userMessage, cast, grammar, before.length === 0);
  const read = corrected(turn, earlier, grammar);
  const readings = [...read, ...birthdays(read, turn.own, input, grammar.language)];
  const facts = readings
    .map((reading) => proposal(reading, input.userMessage, grammar))
    .filter((fact) => fact !== null);
  const speaker = speakerName(input.speaker);
  return {
    ...mood(turn.own),
    summary: summaryOf(turn),
    importance: importance(facts.map((fact) => fact.predicate)),
    time: facts.find((fact) => fact.validAt)?.validAt ?? null,
    place:
      readings
        .map((reading) => (reading.entity === "place" ? nameOf(reading) : null))
        .find((name) => name !== null) ?? null,
    entities: entitiesOf(readings, cast),
    facts: speaker ? facts.map((fact) => spokenBy(fact, speaker)) : facts,
    requests: requestsOf(input.userMessage, turn, grammar),
  };
}

const speakerName = (speaker: string | null): string | null =>
  speaker === null || speaker === "" || speaker.toLowerCase() === SELF_NAME ? null : speaker;

/** Another speaker's "I" is that speaker. */
function spokenBy(fact: FactProposal, speaker: string): FactProposal {
  const subject = fact.subject === SELF_NAME ? speaker : fact.subject;
  return {
    ...fact,
    subject,
    assertedBy: speaker,
    text: fact.text.replace(/^(?:The user|Der Nutzer|L'utilisateur|El usuario)(?= )/u, () => speaker),
  };
}

const nameOf = (reading: Reading): string =>
  typeof reading.object === "string" ? reading.object : reading.object.name;

function proposal(reading: Reading, message: string, grammar: Grammar): FactProposal | null {
  const quote = message.slice(reading.quote.start, reading.quote.end).trim();
  const object = nameOf(reading);
  if (object === "" || quote === "") return null;
  return {
    subject: reading.subject === "self" ? SELF_NAME : reading.subject.name,
    predicate: reading.predicate,
    object,
    objectKind: reading.entity === null ? "value" : "entity",
    polarity: reading.negative ? "negative" : "positive",
    text: sentenceOf(reading, grammar),
    quote,
    assertedBy: "user",
    validAt: reading.validAt,
    invalidAt: null,
    change: reading.change ?? changeTold(message, reading.quote),
    confidence: Math.min(0.95, Math.max(0.4, Number(reading.confidence.toFixed(2)))),
    reasoning: `rule: ${reading.rule}`,
  };
}

function entitiesOf(readings: Reading[], cast: Cast): EntityProposal[] {
  const used = new Map<string, EntityProposal>();
  const put = (name: string, type: string, aliases: string[]): void => {
    if (!used.has(name)) used.set(name, { name, type, aliases, summary: null });
  };
  const member = (one: Member): void => put(one.name, one.type, [...one.aliases]);
  for (const reading of readings) {
    if (reading.subject !== "self") member(reading.subject);
    if (typeof reading.object !== "string") member(reading.object);
    else if (reading.entity) put(reading.object, reading.entity, []);
  }
  for (const one of cast.members)
    if (one.fresh && one.onlyNamed !== true && one.name !== one.role?.word) member(one);
  return [...used.values()];
}

function summaryOf(turn: TurnReading): string | null {
  const first = turn.statements[0];
  return first ? clip(turn.own.slice(first.start, first.end).replace(/\s+/g, " "), SUMMARY_CHARS_MAX) : null;
}

/** Wishes about memory itself. Read from the message, not the masked text: "don't keep this" masks everything. */
function requestsOf(message: string, turn: TurnReading, grammar: Grammar): TurnExtraction["requests"] {
  const found: TurnExtraction["requests"] = [];
  const add = (kind: RequestKind, target: string | undefined): void => {
    const text = clip((target ?? "").trim(), SUMMARY_CHARS_MAX);
    if (text !== "") found.push({ kind, target: text });
  };
  if (grammar.frames.offRecord.test(message))
    return [{ kind: "off_record", target: clip(message.trim(), SUMMARY_CHARS_MAX) }];
  add("forget", grammar.requests.forget.exec(turn.own)?.groups?.["target"]);
  add("remember", grammar.requests.remember.exec(turn.own)?.groups?.["target"]);
  add("correct", grammar.requests.correct.exec(turn.own)?.[0]);
  return found;
}
