import { z } from "zod";
import { saidAt } from "../../../domain/consistency.ts";
import type { Fact } from "../../../domain/fact.ts";
import { pairKey, RULINGS, type Ruling } from "../../../domain/trace.ts";
import type { ModelMessage } from "../../../ports/chat-model.ts";
import { listOf, numbered, statementLine } from "../ballot.ts";

/** A new statement beside one that is known. */
export interface Pair {
  newer: Fact;
  older: Fact;
}

/** How a known statement stands after the news, as a model sees it. */
const STANDINGS = ["holds", "over", "never", "unclear"] as const;
type Standing = (typeof STANDINGS)[number];
/** What it says of the pair that the statement makes with the news. */
const RULING_OF: Record<Standing, Ruling> = {
  holds: "both",
  over: "ending",
  never: "correction",
  unclear: "unclear",
};

/** Statements around some news, of each of which is asked whether it still holds; each with the news nearest to it. */
export interface Around {
  news: Fact[];
  known: Pair[];
}

export function rulingMessages(
  system: string,
  pairs: readonly Pair[],
  around: Around | null,
): ModelMessage[] {
  const lines = pairs.map(
    ({ newer, older }, index) =>
      `${index + 1}. old (${dayOf(older)}): ${statementLine(older)}\n   new (${dayOf(newer)}): ${statementLine(newer)}`,
  );
  const sections = [
    ...(pairs.length === 0 ? [] : [`<pairs>\n${lines.join("\n")}\n</pairs>`]),
    ...(around === null ? [] : aroundSections(around)),
  ];
  return [
    { role: "system", content: system },
    { role: "user", content: sections.join("\n\n") },
  ];
}

function aroundSections({ news, known }: Around): string[] {
  const told = news.map((fact) => `- (${dayOf(fact)}) ${statementLine(fact)}`);
  const lines = known.map(({ older }, index) => `${index + 1}. (${dayOf(older)}) ${statementLine(older)}`);
  return [`<news>\n${told.join("\n")}\n</news>`, `<known>\n${lines.join("\n")}\n</known>`];
}

function dayOf(fact: Fact): string {
  return saidAt(fact).slice(0, 10);
}

export function rulingSchema(pairs: number, known: number): Record<string, unknown> {
  const rulings = listOf("rulings", numbered({ ruling: { enum: [...RULINGS] } }), pairs);
  if (known === 0) return rulings;
  const standings = listOf("standings", numbered({ standing: { enum: [...STANDINGS] } }), known);
  return {
    type: "object",
    additionalProperties: false,
    required: ["rulings", "standings"],
    properties: { ...properties(rulings), ...properties(standings) },
  };
}

function properties(schema: Record<string, unknown>): Record<string, unknown> {
  return schema["properties"] as Record<string, unknown>;
}

const Rulings = z.object({
  rulings: z.array(z.object({ n: z.int().positive(), ruling: z.enum(RULINGS).catch("unclear") })),
});
const Standings = z.object({
  standings: z
    .array(z.object({ n: z.int().positive(), standing: z.enum(STANDINGS).catch("unclear") }))
    .catch([]),
});

/** Rulings by `pairKey`; null when the answer is none. */
export function readRulings(
  json: unknown,
  pairs: readonly Pair[],
  around: Around | null,
): Record<string, Ruling> | null {
  const parsed = Rulings.safeParse(json);
  if (!parsed.success) return null;
  const rulings: Record<string, Ruling> = {};
  for (const { n, ruling } of parsed.data.rulings) {
    const pair = pairs[n - 1];
    if (pair) rulings[pairKey(pair.newer.id, pair.older.id)] = ruling;
  }
  return around === null ? rulings : { ...rulings, ...readStandings(json, around) };
}

function readStandings(json: unknown, { known }: Around): Record<string, Ruling> {
  const parsed = Standings.safeParse(json);
  if (!parsed.success) return {};
  return Object.fromEntries(
    parsed.data.standings.flatMap(({ n, standing }) => {
      const pair = known[n - 1];
      return pair ? [[pairKey(pair.newer.id, pair.older.id), RULING_OF[standing]]] : [];
    }),
  );
}
