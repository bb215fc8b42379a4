import { z } from "zod";
import { asLine } from "../../../domain/prompt-data.ts";
import type { ModelRequest } from "../../../ports/chat-model.ts";
import { parseModelJson } from "../../model/json-answer.ts";
import { exactly, integer, object, text } from "../../model/response-schema.ts";
import { paidCall, type PairDeps } from "../ask-pairs.ts";
import { answered } from "../identity/ask.ts";
import type { RunContext } from "../runs.ts";

/** Something to be summed up: the names that belong to it, and sentences that are known. */
export interface Source {
  title: string;
  facts: string[];
}

export interface Written {
  name: string;
  summary: string;
}

/** Things put to the model in one call. */
export const SOURCES_PER_CALL = 5;
const NAME_CHARS_MAX = 80;
const SUMMARY_CHARS_MAX = 400;

/**
 * One call that names and sums up numbered things; null for one that it did not write about. The model only words it:
 * code looks whether it says more than it was told. Null when nobody was asked: the budget is spent or no model answers.
 */
export async function askTexts(
  deps: PairDeps,
  promptName: "topics" | "entity-summary",
  sources: readonly Source[],
  run: RunContext,
): Promise<(Written | null)[] | null> {
  if (run.automatic && (await deps.budget.isSpent(run.userId))) return null;
  const items = sources.map(({ title, facts }, at) =>
    [`${at + 1}. ${asLine(title)}`, ...facts.map((fact) => `   - ${asLine(fact)}`)].join("\n"),
  );
  const request: ModelRequest = {
    purpose: "summarise",
    messages: [
      { role: "system", content: deps.prompts.get(promptName).text },
      { role: "user", content: `<items>\n${items.join("\n")}\n</items>` },
    ],
    effort: "low",
    temperature: 0,
    maxTokens: deps.maxTokens,
    schema: { name: "texts", schema: schemaFor(sources.length) },
  };
  const answer = await answered(
    () => deps.gate.background("idle", run.signal, (signal) => paidCall(deps.model, request, run, signal)),
    run.signal,
  );
  return answer === null ? null : readTexts(parseModelJson(answer.content), sources.length);
}

function schemaFor(count: number): Record<string, unknown> {
  const item = object({ n: integer, name: text(NAME_CHARS_MAX), summary: text(SUMMARY_CHARS_MAX) });
  return object({ items: exactly(count, item) });
}

const Item = z.object({
  n: z.int().positive(),
  name: z.string().trim().min(1).max(NAME_CHARS_MAX),
  summary: z.string().trim().min(1).max(SUMMARY_CHARS_MAX),
});
const Answer = z.object({ items: z.array(z.unknown()) });

function readTexts(json: unknown, count: number): (Written | null)[] {
  const parsed = Answer.safeParse(json);
  const items = parsed.success ? parsed.data.items : [];
  const written = new Map(
    items.flatMap((item) => {
      const read = Item.safeParse(item);
      if (!read.success) return [];
      const { n, name, summary } = read.data;
      return [[n, { name: oneLine(name), summary: oneLine(summary) }] as const];
    }),
  );
  return Array.from({ length: count }, (_, at) => written.get(at + 1) ?? null);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
