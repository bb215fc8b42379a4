import { smallestJson } from "../../support/fake-llama/smallest-json.ts";
import { lastText, schemaName, userTexts, type Call, type ChatRequest } from "./call.ts";
import { PEOPLE, toldIn, type Told } from "./words.ts";

/** The answer of a model that reads well to every request with a schema; undefined for what is shown to a user. */
export function properAnswer({ body }: Call): string | undefined {
  const schema = body.response_format?.json_schema?.schema;
  if (schema === undefined) return undefined;
  return JSON.stringify(ANSWERS[schemaName(body)]?.(body) ?? smallestJson(schema));
}

const ANSWERS: Record<string, (body: ChatRequest) => object> = {
  extraction: (body) => ({
    turns: shownTurns(body).flatMap(({ text, isAsked }, at) => (isAsked ? [extractionOf(text, at)] : [])),
  }),
  verdicts: (body) => ({
    verdicts: numbersIn(body).map((n) => ({ n, why: "said so", saidBy: "user", verdict: "supported" })),
  }),
  rulings: (body) => ({ rulings: numbersIn(body).map((n) => ({ n, why: "two things", ruling: "both" })) }),
  identities: (body) => ({ pairs: numbersIn(body).map((n) => ({ n, why: "two", answer: "different" })) }),
};

/** The messages of the turns that an extraction is asked for. */
export function askedTurns(body: ChatRequest): string[] {
  return shownTurns(body).flatMap(({ text, isAsked }) => (isAsked ? [text] : []));
}

/** The last ones before its trigger, which tells of each whether it is asked about. */
function shownTurns(body: ChatRequest): { text: string; isAsked: boolean }[] {
  const lines = [...lastText(body).matchAll(/^turn \d+: (.*)$/gm)].map(([, line = ""]) => line);
  const texts = userTexts(body).slice(0, -1).slice(-lines.length);
  return texts.map((text, at) => ({ text, isAsked: lines[at]?.startsWith("speaker=") ?? false }));
}

function numbersIn(body: ChatRequest): number[] {
  return [...lastText(body).matchAll(/^(\d+)\. /gm)].map(([, n]) => Number(n));
}

function extractionOf(text: string, index: number): object {
  const told = toldIn(text);
  const people = told.filter(({ subject }) => PEOPLE.includes(subject));
  return {
    turn: index + 1,
    summary: told[0]?.text ?? null,
    emotion: null,
    valence: 0.5,
    importance: 0.5,
    place: null,
    entities: people.map(({ subject }) => ({ name: subject, type: "person", aliases: [], summary: null })),
    facts: told.map(proposalOf),
    requests: [],
  };
}

function proposalOf({ quote, subject, object, text }: Told): object {
  return {
    quote,
    subject,
    predicate: "OWNS",
    object,
    objectKind: "value",
    polarity: "positive",
    text,
    assertedBy: "user",
    change: "none",
    validAt: null,
    invalidAt: null,
    reasoning: "said so",
    confidence: 0.95,
  };
}
