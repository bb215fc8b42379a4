import { z } from "zod";
import { saidAt } from "../../../domain/belief/consistency.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Ruling } from "../../../domain/model/trace.ts";
import type { ModelMessage } from "../../../ports/chat-model.ts";
import { atMost, choices, object, text } from "../../model/response-schema.ts";
import { statementLine } from "../ballot.ts";
import type { Pair } from "./questions.ts";

const WHY_CHARS_MAX = 120;
const GONE = ["over", "never", "unclear"] as const;
/** The standing of a known statement after some news, as the ruling on the two. */
const RULING_OF = { over: "ending", never: "correction", unclear: "unclear", holds: "both" } as const;
const STANDING_CHOICES = choices("standings", "standing", [...GONE, "holds"]);

/** A known statement that no longer holds because of a new one. */
export interface StandingChange extends Pair {
  ruling: Ruling;
}

/** Shows the news with the `known` facts, or with the `old` facts that are to be closed. */
export function newsMessage(
  news: readonly Fact[],
  mark: "known" | "old",
  listed: readonly Fact[],
): ModelMessage {
  const section = (tag: string, facts: readonly Fact[]): string => {
    const lines = facts.map((fact, at) => `${at + 1}. (${saidAt(fact).slice(0, 10)}) ${statementLine(fact)}`);
    return `<${tag}>\n${lines.join("\n")}\n</${tag}>`;
  };
  return { role: "user", content: `${section("news", news)}\n\n${section(mark, listed)}` };
}

/** The answer lists only facts that no longer hold: most stay as they are, and long answers cost time. */
export function standingChangesSchema(known: number, news: number): Record<string, unknown> {
  const item = object({
    known: { type: "integer", minimum: 1, maximum: known },
    news: { type: "integer", minimum: 1, maximum: news },
    why: text(WHY_CHARS_MAX),
    standing: { enum: [...GONE] },
  });
  return object({ changed: atMost(known, item) });
}

const Changes = z.object({
  changed: z.array(
    z.object({
      known: z.int().positive(),
      news: z.int().positive(),
      standing: z.enum(GONE).catch("unclear"),
    }),
  ),
});

/** Null if the answer is invalid. */
export function readStandingChanges(
  json: unknown,
  news: readonly Fact[],
  known: readonly Fact[],
): StandingChange[] | null {
  const parsed = Changes.safeParse(json);
  if (!parsed.success) return null;
  return parsed.data.changed.flatMap(({ known: n, news: at, standing }) => {
    const [older, newer] = [known[n - 1], news[at - 1]];
    return older && newer ? [{ older, newer, ruling: RULING_OF[standing] }] : [];
  });
}

/** The second reader's standing for each fact to be closed. */
export const standingsSchema = STANDING_CHOICES.schema;

/** Rulings by the id of the old statement; null if the answer is invalid. */
export function readStandings(json: unknown, old: readonly Fact[]): Map<string, Ruling> | null {
  const read = STANDING_CHOICES.read(json, old);
  return read && new Map(read.map(([{ id }, standing]) => [id, RULING_OF[standing]]));
}
