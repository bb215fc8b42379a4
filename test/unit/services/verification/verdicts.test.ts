import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import type { Trace } from "../../../../src/domain/model/trace.ts";
import type { ModelRequest } from "../../../../src/ports/chat-model.ts";
import type { PassInput } from "../../../../src/services/verification/stages.ts";
import {
  nextVerdict,
  verdictGroups,
  verdictPasses,
  type VerdictPurpose,
} from "../../../../src/services/verification/verdicts.ts";
import { answering } from "../../../support/answering-model.ts";

/** One call votes on the statements of several turns; what it answers counts for each alone. */
const AT = "2026-03-01T10:00:00.000Z";

function turn(id: string, ordinal: number, conversationId = "c1"): Episode {
  const said = { userMessage: `Words of ${id}.`, assistantReply: null, speaker: null };
  return { id, ordinal, conversationId, occurredAt: AT, ...said } as unknown as Episode;
}

function statement(id: string): Fact {
  return { id, text: `Statement ${id}.`, polarity: "positive", evidence: [] } as unknown as Fact;
}

/** A turn that was read blind, with so many statements that this leaves open. */
function input(episode: Episode, open: number, earlier: Episode[] = []): PassInput {
  const traces = [{ purpose: "blind" }] as Trace[];
  const facts = Array.from({ length: open }, (_, at) => statement(`${episode.id}-${at + 1}`));
  return { episode, earlier, open: facts, traces } as unknown as PassInput;
}

const FIRST = turn("a", 2);
const BETWEEN = turn("b", 3);
const SECOND = turn("c", 4);
const BOTH = [input(FIRST, 2, [turn("z", 1)]), input(SECOND, 1, [turn("z", 1), FIRST, BETWEEN])];

async function voted(
  purpose: VerdictPurpose,
  inputs: PassInput[],
  answer: string,
  reason: "stop" | "length" = "stop",
): Promise<{ passes: Awaited<ReturnType<typeof verdictPasses>>; requests: ModelRequest[] }> {
  const { deps, requests } = answering(answer, reason, AT);
  return { passes: await verdictPasses(deps, purpose, inputs, new AbortController().signal), requests };
}

const item = (n: number, verdict: string): object => ({ n, why: "", saidBy: "user", verdict });
const answered = (...verdicts: string[]): string =>
  JSON.stringify({ verdicts: verdicts.map((verdict, at) => item(at + 1, verdict)) });

test("each turn stands before its statements, and what came before is shown once", async () => {
  const { requests } = await voted("verdict-a", BOTH, "{}");
  expect(requests[0]?.messages.at(-1)?.content.split(/\n+/)).toEqual([
    "<before>",
    "user: Words of z.",
    "</before>",
    `<turn date="${AT}">`,
    "user: Words of a.",
    "</turn>",
    "<statements>",
    "1. Statement a-1.",
    "2. Statement a-2.",
    "</statements>",
    "<before>",
    "user: Words of b.",
    "</before>",
    `<turn date="${AT}">`,
    "user: Words of c.",
    "</turn>",
    "<statements>",
    "3. Statement c-1.",
    "</statements>",
  ]);
});

test("each turn has its own votes, and the call is counted once; the second vote goes backwards", async () => {
  const { passes } = await voted("verdict-b", BOTH, answered("not", "supported", "unclear"));
  expect(passes.map(({ trace }) => trace)).toMatchObject([
    { episodeId: "a", promptTokens: 70, ballots: { "a-2": "against", "a-1": "for" } },
    { episodeId: "c", promptTokens: 0, ballots: { "c-1": "unclear" } },
  ]);
});

test.each([
  ["a statement is missing", answered("supported", "not"), "stop"],
  ["it is cut in the last vote", answered("supported", "not", "not").slice(0, -4), "length"],
] as const)("a turn is left out when %s", async (_, answer, reason) => {
  const { passes } = await voted("verdict-a", BOTH, answer, reason);
  expect(passes.map(({ trace }) => trace.episodeId)).toEqual(["a"]);
});

test("alone, a turn has its vote whatever the answer: it is not asked again", async () => {
  const { passes } = await voted("verdict-a", BOTH.slice(0, 1), "I would rather not.");
  expect(passes).toMatchObject([{ trace: { episodeId: "a", ballots: {} } }]);
});

test("a call holds neighbouring turns of one conversation and at most 24 statements", () => {
  const inputs = [
    input(turn("e", 30), 1),
    input(turn("b", 2), 12),
    input(turn("a", 1), 12),
    input(turn("c", 3), 1),
    input(turn("d", 4, "c2"), 1),
  ];
  const ids = verdictGroups(inputs).map((group) => group.map(({ episode }) => episode.id));
  expect(ids).toEqual([["a", "b"], ["c"], ["e"], ["d"]]);
});

test("the blind reading comes first, then one vote after the other", () => {
  const read = input(FIRST, 1);
  const traced = (...purposes: string[]): PassInput => ({
    ...read,
    traces: purposes.map((purpose) => ({ purpose })) as Trace[],
  });
  expect(nextVerdict(traced())).toBe(null);
  expect(nextVerdict(traced("blind"))).toBe("verdict-a");
  expect(nextVerdict(traced("blind", "verdict-a"))).toBe("verdict-b");
  expect(nextVerdict(traced("blind", "verdict-a", "verdict-b"))).toBe(null);
  expect(nextVerdict({ ...read, open: [] })).toBe(null);
});
