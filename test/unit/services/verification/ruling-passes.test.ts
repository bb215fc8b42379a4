import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { pairKey } from "../../../../src/domain/model/trace.ts";
import type { ModelRequest } from "../../../../src/ports/chat-model.ts";
import {
  groupByCall,
  rulingPasses,
  type RulingQuestion,
} from "../../../../src/services/verification/reconcile/ruling-passes.ts";
import { answering } from "../../../support/answering-model.ts";

/** One call rules over the pairs of several episodes; what it answers counts for each alone. */
const AT = "2026-03-01T10:00:00.000Z";

function fact(id: string): Fact {
  const evidence = [{ episodeId: id, occurredAt: AT, assertedBy: "user", quote: id, start: 0, end: 1 }];
  return { id, text: `Statement ${id}.`, polarity: "positive", evidence } as unknown as Fact;
}

/** One new statement of this episode beside so many old ones. */
function question(episodeId: string, pairs: number): RulingQuestion {
  const newer = fact(`${episodeId}-new`);
  return {
    episodeId,
    pairs: Array.from({ length: pairs }, (_, at) => ({ newer, older: fact(`${episodeId}-old${at}`) })),
  };
}

async function ruled(
  answer: string,
  reason: "stop" | "length",
): Promise<{ traces: Awaited<ReturnType<typeof rulingPasses>>; requests: ModelRequest[] }> {
  const { deps, requests } = answering(answer, reason, AT);
  const questions = [question("a", 1), question("b", 2)];
  const traces = await rulingPasses(deps, "adjudicate", questions, new AbortController().signal);
  return { traces, requests };
}

const item = (n: number, ruling: string): object => ({ n, why: "", ruling });

test("the new statement stands once above its old ones, and all pairs are counted up", async () => {
  const { requests } = await ruled("{}", "stop");
  expect(requests[0]?.messages.at(-1)?.content.split("\n")).toEqual([
    "<pairs>",
    "new (2026-03-01): Statement a-new.",
    "1. old (2026-03-01): Statement a-old0.",
    "new (2026-03-01): Statement b-new.",
    "2. old (2026-03-01): Statement b-old0.",
    "3. old (2026-03-01): Statement b-old1.",
    "</pairs>",
  ]);
});

test("each episode has its own rulings, and the call is counted once", async () => {
  const rulings = [item(1, "update"), item(2, "both"), item(3, "duplicate")];
  const { traces } = await ruled(JSON.stringify({ rulings }), "stop");
  expect(traces).toMatchObject([
    { episodeId: "a", promptTokens: 70, rulings: { [pairKey("a-new", "a-old0")]: "update" } },
    {
      episodeId: "b",
      promptTokens: 0,
      rulings: { [pairKey("b-new", "b-old0")]: "both", [pairKey("b-new", "b-old1")]: "duplicate" },
    },
  ]);
});

test.each([
  ["a pair is missing", JSON.stringify({ rulings: [item(1, "both"), item(3, "both")] }), "stop"],
  [
    "it is cut in the last ruling",
    '{"rulings":[{"n":1,"ruling":"both"},{"n":2,"ruling":"both"},{"n":3,"w',
    "length",
  ],
] as const)("an episode is left out when %s", async (_, answer, reason) => {
  const { traces } = await ruled(answer, reason);
  expect(traces.map(({ episodeId }) => episodeId)).toEqual(["a"]);
});

test("an answer that cannot be read is no episode's", async () => {
  const { traces, requests } = await ruled("I would rather not.", "stop");
  expect(traces).toEqual([]);
  expect(requests).toHaveLength(2);
});

test("a call holds at most 24 pairs, and all of an episode", () => {
  const groups = groupByCall([question("a", 10), question("b", 14), question("c", 1), question("d", 30)]);
  expect(groups.map((group) => group.map(({ episodeId }) => episodeId))).toEqual([["a", "b"], ["c"], ["d"]]);
});
