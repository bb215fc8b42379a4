import { z } from "zod";
import { OUTCOMES } from "../../domain/model/context.ts";
import type { Extraction, FactProposal, TurnExtraction } from "../../domain/model/proposal.ts";
import { atMost, integer, object, text } from "../model/response-schema.ts";

const optional = (charsMax: number) => ({ type: ["string", "null"], maxLength: charsMax }) as const;
const number = { type: "number" } as const;

/** Order matters: the quote comes before the judgement built on it. */
const TURN_JSON_SCHEMA = object({
  turn: integer,
  summary: optional(500),
  emotion: optional(40),
  valence: number,
  importance: number,
  place: optional(80),
  outcome: { enum: OUTCOMES },
  entities: atMost(
    24,
    object({ name: text(120), type: text(60), aliases: atMost(6, text(120)), summary: optional(300) }),
  ),
  facts: atMost(
    24,
    object({
      quote: text(400),
      subject: text(120),
      predicate: text(64),
      object: text(240),
      objectKind: { enum: ["entity", "value"] },
      polarity: { enum: ["positive", "negative"] },
      text: text(400),
      assertedBy: text(60),
      change: { enum: ["none", "update", "ending", "correction", "retraction"] },
      validAt: optional(40),
      invalidAt: optional(40),
      reasoning: text(240),
      confidence: number,
    }),
  ),
  requests: atMost(
    4,
    object({
      kind: { enum: ["forget", "remember", "off_record", "correct"] },
      target: text(200),
      quote: text(200),
    }),
  ),
});

/**
 * The JSON Schema for an answer about this many turns. Uses only constructs that llama-server really enforces (enum,
 * minItems, maxItems, maxLength, nullable types).
 *
 * @param asked turns it must cover
 * @param shown turns it may cover
 */
export function extractionSchema(asked: number, shown = asked): Record<string, unknown> {
  return object({
    turns: { type: "array", minItems: asked, maxItems: Math.max(asked, shown), items: TURN_JSON_SCHEMA },
  });
}

const nullableText = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null),
  z.string().nullable(),
);
const unit = z.preprocess(
  (value) => (typeof value === "number" ? Math.min(1, Math.max(0, value)) : null),
  z.number().nullable(),
);
/** Longest strings in a proposal, characters; longer ones are rejected, not cut. */
const NAME_MAX = 200;
const OBJECT_MAX = 500;
const TEXT_MAX = 1000;

const EntitySchema = z.object({
  name: z.string().trim().min(1).max(NAME_MAX),
  type: z.string().trim().min(1).max(NAME_MAX).catch("thing"),
  aliases: z.array(z.string().trim().min(1).max(NAME_MAX)).max(24).catch([]),
  summary: nullableText.catch(null),
});

/** "Grandma died" relates her to nothing: its words stand in for the object. */
function withObject(fact: unknown): unknown {
  const { object, quote, text } = { ...(fact as Record<string, unknown> | null) };
  return object === null ? { ...(fact as object), object: quote ?? text } : fact;
}

const FactFields = z.object({
  subject: z.string().trim().min(1).max(NAME_MAX),
  predicate: z.string().trim().min(1).max(NAME_MAX),
  object: z
    .union([z.string(), z.number(), z.boolean()])
    .transform(String)
    .pipe(z.string().trim().min(1).max(OBJECT_MAX)),
  objectKind: z.enum(["entity", "value"]).catch("value"),
  polarity: z.enum(["positive", "negative"]).catch("positive"),
  text: z.string().trim().min(1).max(TEXT_MAX),
  quote: nullableText.catch(null),
  assertedBy: z.string().trim().min(1).max(NAME_MAX).catch("user"),
  validAt: nullableText.catch(null),
  invalidAt: nullableText.catch(null),
  change: z.enum(["none", "update", "ending", "correction", "retraction"]).nullable().catch(null),
  confidence: z.preprocess((v) => (typeof v === "number" ? Math.min(1, Math.max(0, v)) : 0.5), z.number()),
  reasoning: nullableText.catch(null),
}) satisfies z.ZodType<FactProposal>;
const FactSchema = z.preprocess(withObject, FactFields);

const RequestSchema = z.object({
  kind: z.enum(["forget", "remember", "off_record", "correct"]),
  target: z.string().max(OBJECT_MAX).catch(""),
  quote: nullableText.catch(null),
});

const TurnShell = z.object({
  turn: z.coerce.number().int().positive().optional().catch(undefined),
  summary: nullableText.catch(null),
  emotion: nullableText.catch(null),
  valence: unit.catch(null),
  importance: unit.catch(null),
  place: nullableText.catch(null),
  outcome: z.enum(OUTCOMES).optional().catch(undefined),
  entities: z.array(z.unknown()).catch([]),
  facts: z.array(z.unknown()).catch([]),
  requests: z.array(z.unknown()).catch([]),
});

/** A fact that could not be parsed, and why; it goes to the rejection archive. */
export interface Unreadable {
  turn: number;
  proposal: unknown;
  detail: string;
}

export interface ReadExtraction extends Extraction {
  unreadable: Unreadable[];
}

/** Objects around the list of turns. */
const WRAPPINGS_MAX = 2;

/** Maximum proposals per turn; the rest is dropped. */
const PROPOSALS_MAX = 64;

/** Keeps the parts that parse and drops the others. Null if the answer is not an extraction at all. */
export function readExtraction(json: unknown): ReadExtraction | null {
  const turns = turnsIn(json);
  if (turns === null) return null;
  const unreadable: Unreadable[] = [];
  const read: TurnExtraction[] = [];
  turns.forEach((raw, index) => {
    const shell = TurnShell.safeParse(raw);
    if (!shell.success) return;
    const turn = shell.data.turn ?? index + 1;
    read.push({
      ...shell.data,
      turn,
      entities: keep(EntitySchema, shell.data.entities),
      facts: keep(FactSchema, shell.data.facts, (proposal, detail) =>
        unreadable.push({ turn, proposal, detail }),
      ),
      requests: keep(RequestSchema, shell.data.requests),
    });
  });
  return { turns: read, unreadable };
}

/** The list of turns, however it is wrapped: a single turn, a bare list, a list in an object of another name. */
function turnsIn(json: unknown, depth = 0): unknown[] | null {
  if (looksLikeTurn(json)) return [json];
  if (Array.isArray(json)) return json.length > 0 && json.every(looksLikeTurn) ? json : null;
  if (typeof json !== "object" || json === null) return null;
  const { turns } = json as { turns?: unknown };
  if (Array.isArray(turns)) return turns;
  if (depth === WRAPPINGS_MAX) return null;
  return Object.values(json).reduce<unknown[] | null>((found, one) => found ?? turnsIn(one, depth + 1), null);
}

function looksLikeTurn(json: unknown): boolean {
  return typeof json === "object" && json !== null && Array.isArray((json as { facts?: unknown }).facts);
}

function keep<T>(
  schema: z.ZodType<T>,
  items: unknown[],
  drop?: (proposal: unknown, detail: string) => void,
): T[] {
  const kept: T[] = [];
  for (const item of items.slice(0, PROPOSALS_MAX)) {
    const parsed = schema.safeParse(item);
    if (parsed.success) kept.push(parsed.data);
    else drop?.(item, parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; "));
  }
  return kept;
}
