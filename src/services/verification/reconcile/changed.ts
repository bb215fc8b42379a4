import { z } from "zod";
import { saidAt } from "../../../domain/consistency.ts";
import type { Fact } from "../../../domain/fact.ts";
import type { Ruling } from "../../../domain/trace.ts";
import type { ModelMessage } from "../../../ports/chat-model.ts";
import { atMost, object, text } from "../../model/response-schema.ts";
import { statementLine } from "../ballot.ts";
import type { Pair } from "./questions.ts";

const WHY_CHARS_MAX = 120;
const STANDINGS = ["over", "never", "unclear"] as const;
const RULING_OF: Record<(typeof STANDINGS)[number], Ruling> = {
  over: "ending",
  never: "correction",
  unclear: "unclear",
};

/** A known statement that no longer holds because of a new one. */
export interface Changed extends Pair {
  ruling: Ruling;
}

export function changedMessages(
  system: string,
  news: readonly Fact[],
  known: readonly Fact[],
): ModelMessage[] {
  const lines = (facts: readonly Fact[]): string =>
    facts
      .map((fact, index) => `${index + 1}. (${saidAt(fact).slice(0, 10)}) ${statementLine(fact)}`)
      .join("\n");
  return [
    { role: "system", content: system },
    {
      role: "user",
      content: `<news>\n${lines(news)}\n</news>\n\n<known>\n${lines(known)}\n</known>`,
    },
  ];
}

/** Only what no longer holds is written: most of what is known stays as it is, and answers cost time. */
export function changedSchema(known: number, news: number): Record<string, unknown> {
  const item = object({
    known: { type: "integer", minimum: 1, maximum: known },
    news: { type: "integer", minimum: 1, maximum: news },
    why: text(WHY_CHARS_MAX),
    standing: { enum: [...STANDINGS] },
  });
  return object({ changed: atMost(known, item) });
}

const Changes = z.object({
  changed: z.array(
    z.object({
      known: z.int().positive(),
      news: z.int().positive(),
      standing: z.enum(STANDINGS).catch("unclear"),
    }),
  ),
});

/** Null when the answer is none. */
export function readChanged(json: unknown, news: readonly Fact[], known: readonly Fact[]): Changed[] | null {
  const parsed = Changes.safeParse(json);
  if (!parsed.success) return null;
  return parsed.data.changed.flatMap(({ known: n, news: at, standing }) => {
    const [older, newer] = [known[n - 1], news[at - 1]];
    return older && newer ? [{ older, newer, ruling: RULING_OF[standing] }] : [];
  });
}
