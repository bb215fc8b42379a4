import { expect, test } from "vitest";
import type { AnsweredEpisode } from "../../../../src/domain/model/episode.ts";
import { creditsIn } from "../../../../src/services/learning/signals.ts";

type Part = Partial<Pick<AnsweredEpisode, "outcome" | "intent">>;

/** Turns of one conversation, each with the ids recalled for it. */
function talk(...turns: [string[], Part?][]): AnsweredEpisode[] {
  return turns.map(([ids, part], n) => ({
    id: `t${n}`,
    recordedAt: `2026-01-01T08:0${n}:00.000Z`,
    intent: null,
    recalled: ids.map((id, i) => ({ n: i + 1, kind: "fact", id, score: 0.8, episodeIds: [] })),
    ...part,
  })) as unknown as AnsweredEpisode[];
}

const told = (turns: AnsweredEpisode[]) =>
  creditsIn(turns).map(({ targetId, helpful, weight = 1, episodeId }) => [
    targetId,
    helpful,
    Math.round(weight * 1000) / 1000,
    episodeId,
  ]);

test("an outcome is credited to its own turn, and less and less to those before", () => {
  const turns = talk([["a"]], [["b"]], [["c"], { outcome: "success" }]);
  expect(told(turns)).toEqual([
    ["c", true, 0.8, "t2"],
    ["b", true, 0.48, "t1"],
    ["a", true, 0.288, "t0"],
  ]);
});

test("a memory recalled twice is credited once, for the nearest turn", () => {
  expect(told(talk([["a"]], [["a"], { outcome: "failure" }]))).toEqual([["a", false, 0.8, "t1"]]);
});

test("a partial outcome counts half, a neutral one and none at all nothing", () => {
  expect(told(talk([["a"], { outcome: "partial" }]))).toEqual([["a", true, 0.4, "t0"]]);
  expect(told(talk([["a"], { outcome: "neutral" }], [["b"]]))).toEqual([]);
});

test("a reply called wrong is a failure of the turn before, not of the turn that says so", () => {
  const wrong: AnsweredEpisode["intent"] = { kind: "wrong", state: "done", candidates: [], changeIds: [] };
  expect(told(talk([["a"]], [["b"], { intent: wrong }]))).toEqual([["a", false, 0.8, "t0"]]);
});

test("nothing further back than five turns is credited", () => {
  const turns = talk(...["a", "b", "c", "d", "e", "f"].map((id): [string[]] => [[id]]));
  (turns.at(-1) as AnsweredEpisode).outcome = "success";
  expect(told(turns).map(([id]) => id)).toEqual(["f", "e", "d", "c", "b"]);
});
