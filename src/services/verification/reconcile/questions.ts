import { saidAt } from "../../../domain/belief/consistency.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { pairKey, RULINGS, type Ruling } from "../../../domain/model/trace.ts";
import type { ModelMessage } from "../../../ports/chat-model.ts";
import { choices } from "../../model/response-schema.ts";
import { statementLine } from "../ballot.ts";

/** A new statement and a known one. */
export interface Pair {
  newer: Fact;
  older: Fact;
}

type RuledStatement = Pick<Fact, "id" | "text" | "change" | "evidence" | "createdAt">;
type RuledPair = Record<keyof Pair, RuledStatement>;

/** The key of its ruling in a trace. */
export function keyOf({ newer, older }: RuledPair): string {
  return pairKey(newer.id, older.id);
}

/** The pairs of one new statement are listed together, below it. */
export function rulingMessage(pairs: readonly RuledPair[]): ModelMessage {
  const lines = pairs.flatMap(({ newer, older }, index) => {
    const isNext = newer.id !== pairs[index - 1]?.newer.id;
    const above = isNext ? [`new (${dayOf(newer)}): ${statementLine(newer)}`] : [];
    return [...above, `${index + 1}. old (${dayOf(older)}): ${statementLine(older)}`];
  });
  return { role: "user", content: `<pairs>\n${lines.join("\n")}\n</pairs>` };
}

function dayOf(fact: RuledStatement): string {
  return saidAt(fact).slice(0, 10);
}

const ANSWER = choices("rulings", "ruling", RULINGS);
export const rulingSchema = ANSWER.schema;

/** Rulings by `pairKey`; null if the answer is invalid. */
export function readRulings(json: unknown, pairs: readonly RuledPair[]): Record<string, Ruling> | null {
  const read = ANSWER.read(json, pairs);
  return read && Object.fromEntries(read.map(([pair, ruling]) => [keyOf(pair), ruling]));
}
