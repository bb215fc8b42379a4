import { expect, test } from "vitest";
import type { Episode } from "../../../../src/domain/model/episode.ts";
import { shownLines, type LinesFor } from "../../../../src/services/retrieval/shown-lines.ts";
import type { SearchResult } from "../../../../src/services/retrieval/types.ts";

const ASKED: LinesFor = {
  question: "Which boat is it?",
  isAboutKnown: false,
  asksThen: false,
  leans: false,
};

function result(
  kind: "fact" | "episode",
  id: string,
  match: number,
  more: Partial<Omit<SearchResult, "item">> & { item?: object } = {},
): SearchResult {
  const { components = {}, ...rest } = more;
  return {
    kind,
    id,
    text: id,
    status: "verified",
    score: match,
    components: { match, evidence: match, ...components },
    evidence: [],
    isNew: false,
    isOutdated: false,
    untrue: [],
    isTold: false,
    item: {
      userMessage: id,
      occurredAt: "2026-11-26T10:00:00.000Z",
      speaker: null,
      assistantReply: "The boat is Mira.",
      intent: null,
      source: "chat",
      subjectId: id,
      predicate: "IS",
    },
    ...rest,
  } as unknown as SearchResult;
}
const resting = (id: string) => ({
  evidence: [{ episodeId: id, start: 0, end: 1, quote: "x", assertedBy: "user", occurredAt: "" }],
});
const told = (results: SearchResult[], asked: Partial<LinesFor> = {}): string[] =>
  shownLines(results, { ...ASKED, ...asked }).map(({ id }) => id);

test("facts come first, then turns that tell what no listed fact does", () => {
  const said = result("episode", "I saw the boat Mira.", 0.85);
  expect(told([said, result("fact", "f1", 0.8)])).toEqual(["f1", said.id]);
  const better = [result("fact", "f1", 1), result("fact", "f2", 0.95)];
  expect(told([...better, result("fact", "f3", 0.9, resting(said.id)), said])).toEqual(["f1", "f2", "f3"]);
  expect(told([...better, result("fact", "f3", 0.5, resting(said.id)), said])).toEqual([
    "f1",
    "f2",
    "f3",
    said.id,
  ]);
});

test("the best facts are told with the turns that they rest on", () => {
  const said = result("episode", "I saw the boat Mira in Cork.", 0.9);
  expect(told([result("fact", "f1", 1, resting(said.id)), said])).toEqual(["f1", said.id]);
});

test("nothing is told of what hardly speaks of the question; less is enough about somebody known", () => {
  expect(told([result("fact", "f1", 0.25)])).toEqual([]);
  expect(told([result("fact", "f1", 0.25)], { isAboutKnown: true })).toEqual(["f1"]);
  expect(told([result("episode", "e1", 0.5), result("fact", "f1", 0)])).toEqual([]);
  expect(told([result("episode", "e1", 0.5)])).toEqual(["e1"]);
  expect(told([result("fact", "f1", 0, { components: { evidence: 0.4 }, score: 0.2 })])).toEqual(["f1"]);
  expect(told([])).toEqual([]);
});

test("a line far behind the best is not worth its tokens, and a dozen are enough", () => {
  expect(told([result("fact", "f1", 1), result("fact", "f2", 0.1)])).toEqual(["f1"]);
  const many = Array.from({ length: 30 }, (_, n) => result(n % 2 ? "fact" : "episode", `r${n}`, 1));
  const lines = shownLines(many, ASKED);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines[0]?.kind).toBe("fact");
});

test.each([
  ["a turn that only asks", result("episode", "Where is the boat?", 1)],
  [
    "a wish",
    result("episode", "wish", 1, {
      item: { userMessage: "Forget the boat.", intent: { kind: "forget" } },
    }),
  ],
  ["a turn of which it is over", result("episode", "I have a boat.", 1, { isOutdated: true })],
  ["a turn found by its reply alone", result("episode", "Good night.", 1, { components: { onlyReply: 1 } })],
])("%s is not told", (_what, one) => {
  expect(told([one, result("fact", "f1", 1)])).toEqual(["f1"]);
});

test("what is over is told where nothing took its place, and to somebody who asks what was", () => {
  const lives = (id: string, more: Partial<SearchResult> = {}) =>
    result("fact", id, 1, { item: { subjectId: "self", predicate: "LIVES_IN" }, ...more });
  const over = lives("f1", { isOutdated: true });
  expect(told([over])).toEqual(["f1"]);
  expect(told([over, lives("f2")])).toEqual(["f2"]);
  expect(told([over, lives("f2")], { asksThen: true })).toEqual(["f1", "f2"]);
});

test("a reply is told to somebody who asks what was replied", () => {
  const reply = result("episode", "Good night.", 1, { components: { onlyReply: 1 } });
  expect(told([reply], { question: "Which boat did you recommend?" })).toEqual(["Good night."]);
});

test("a message that says nothing itself leans on what was said a moment ago, and on nothing else", () => {
  const lately = result("episode", "I saw the boat Mira.", 0, { components: { "lane.recent": 1 } });
  expect(told([lately, result("fact", "f1", 1)], { leans: true })).toEqual([lately.id]);
  expect(told([lately, result("fact", "f1", 0.1)])).toEqual([]);
});

test("at most six turns are told", () => {
  const turns = Array.from({ length: 9 }, (_, n) => result("episode", `t${n}`, 1));
  expect(told(turns)).toHaveLength(6);
  expect(told([result("fact", "f1", 1), ...turns])).toHaveLength(7);
});

test("values that answer alike are all told, and what answers less well is not", () => {
  const allergic = (n: number, match: number): SearchResult =>
    result("fact", `a${n}`, match, { item: { subjectId: "self", predicate: "ALLERGIC_TO" } });
  const all = Array.from({ length: 20 }, (_, n) => allergic(n, 0.9));
  const others = Array.from({ length: 20 }, (_, n) => result("fact", `f${n}`, 0.9));
  expect(told([...all, allergic(20, 0.8), ...others])).toEqual(all.map(({ id }) => id));
  const vague = all.map((one) => ({ ...one, components: { match: 0.5, evidence: 0.5 } }));
  expect(told(vague).length).toBeLessThan(all.length);
});

test("a statement is told once, and once for each of its times", () => {
  const again = result("fact", "f2", 1, { text: "f1" });
  expect(told([result("fact", "f1", 1), again])).toEqual(["f1"]);
  const validAt = { at: "2026-03-02T00:00:00.000Z", precision: "day" };
  const since = result("fact", "f2", 1, { text: "f1", item: { ...again.item, validAt } });
  expect(told([result("fact", "f1", 1), since])).toEqual(["f1", "f2"]);
});

test("words repeated on one day are shown once, with each reply to somebody who asks for those", () => {
  const said = (id: string, more: Partial<Episode>) => {
    const item = { ...result("episode", id, 1).item, userMessage: "The boat is Mira.", ...more } as Episode;
    return result("episode", id, 1, { item });
  };
  const turns = [
    said("first", {}),
    said("again", {}),
    said("another day", { occurredAt: "2026-11-27T10:00:00.000Z" }),
    said("another speaker", { speaker: "Anna" }),
  ];
  expect(told(turns)).toEqual(["first", "another day", "another speaker"]);
  expect(told(turns, { question: "What did you say about the boat?" })).toHaveLength(4);
});
