import { recallBlock } from "../../../src/services/retrieval/recall-block.ts";
import type { EvalService } from "../service/open.ts";

/** A question with the ids of the messages its answer stands in; none when it cannot be answered. */
export interface EvidenceQuestion {
  id: string;
  category: string;
  question: string;
  gold: string[];
  /** False when nothing that was said answers it. */
  answerable: boolean;
}

/** What was found for a question. `shares` are null without gold. */
export interface RetrievalItem extends EvidenceQuestion {
  results: { message: string | null; score: number }[];
  shares: Record<"at5" | "at10" | "at20" | "at1400Tokens", number> | null;
}

/** Results asked for; enough for every figure. */
const RESULTS_MAX = 50;
const TOKENS = 1400;
const ITEMS_MAX = 40;

/** Asks through the default recipe; `messageOf` tells which message an episode is. */
export async function ask(
  { engine, clock, embedded }: EvalService,
  userId: string,
  question: EvidenceQuestion,
  messageOf: ReadonlyMap<string, string>,
): Promise<RetrievalItem> {
  await embedded(userId);
  const found = await engine.search(userId, { query: question.question, limit: RESULTS_MAX });
  const results = found.map(({ id, score }) => ({ message: messageOf.get(id) ?? null, score }));
  const block = recallBlock(found, {
    now: clock.now(),
    timeZone: "UTC",
    tokensMax: TOKENS,
    query: question.question,
    itemsMax: ITEMS_MAX,
  });
  const packed = block.items.map(({ id }) => messageOf.get(id) ?? null);
  const top = (k: number): (string | null)[] => results.slice(0, k).map(({ message }) => message);
  const gold = [...new Set(question.gold)];
  const shareIn = (messages: (string | null)[]): number =>
    gold.filter((message) => messages.includes(message)).length / gold.length;
  const shares =
    gold.length === 0
      ? null
      : {
          at5: shareIn(top(5)),
          at10: shareIn(top(10)),
          at20: shareIn(top(20)),
          at1400Tokens: shareIn(packed),
        };
  return { ...question, results, shares };
}
