import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPrompts } from "../../../../src/services/prompts/library.ts";
import { examQuestions } from "../../../../src/services/exam/ask.ts";
import { EXAM_AREAS, gradeOf, type ExamArea, type Grade } from "../../../../src/services/exam/marks.ts";

const QUESTIONS = examQuestions(loadPrompts(join(import.meta.dirname, "../../../../prompts")));

type AnswerOf = (id: string, area: ExamArea) => string | undefined;

function gradeFor(answerOf: AnswerOf): Grade {
  return gradeOf(QUESTIONS.map(({ id, area, mark }) => ({ area, mark: mark(answerOf(id, area) ?? "") })));
}

test("about forty questions, in every area but form, which all answers in JSON tell", () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
  expect(QUESTIONS.length).toBeLessThanOrEqual(48);
  const asked = new Set(QUESTIONS.map(({ area }) => area));
  expect(EXAM_AREAS.filter((area) => !asked.has(area))).toEqual(["form"]);
  expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
});

test("a question may be answered at the length of daily use, so that a model that thinks is not cut off", () => {
  for (const { id, request } of QUESTIONS) expect(request.maxTokens, id).toBeGreaterThanOrEqual(4_096);
});

test("a strong model, whose answers were recorded, is trusted", () => {
  const file = join(import.meta.dirname, "../../../eval/data/recorded/exam.jsonl");
  const answers = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; answer: string });
  const { trust, reasons } = gradeFor((id) => answers.find((one) => one.id === id)?.answer);
  expect({ trust, reasons }).toEqual({ trust: "full", reasons: [] });
});

test("one that answers nothing keeps turns", () => {
  const { marks, trust } = gradeFor(() => undefined);
  expect(trust).toBe("turns");
  expect(Math.max(...Object.values(marks))).toBe(0);
});

const EMPTY = '{"turns": [{"turn": 1, "facts": [], "entities": [], "requests": []}]}';

test("extraction JSON is no reply", () => {
  const { marks } = gradeFor((_, area) => (area === "reply" || area === "recall" ? EMPTY : undefined));
  expect([marks.reply, marks.recall]).toEqual([0, 0]);
});

test("a model that finds nothing has no mark in extraction, and full ones where nothing is to be found", () => {
  const { marks, trust } = gradeFor(() => EMPTY);
  expect([marks.extraction, marks.nothing]).toEqual([0, 1]);
  expect(trust).toBe("turns");
});

test("one that says yes to everything is never trusted, however well it does otherwise", () => {
  const obedient = JSON.stringify({
    verdicts: [1, 2, 3].map((n) => ({ n, why: "", saidBy: "user", verdict: "supported" })),
    rulings: [{ n: 1, why: "", ruling: "update" }],
    wishes: [1, 2, 3].map((n) => ({ n, why: "", meant: "yes" })),
  });
  const { marks, trust, reasons } = gradeFor((_, area) =>
    ["verdicts", "rulings", "forgetting"].includes(area) ? obedient : undefined,
  );
  expect(trust).not.toBe("full");
  expect(marks.verdicts).toBeLessThan(0.5);
  expect(reasons.length).toBeGreaterThan(0);
});

test("what would harm memory costs full trust even with good marks", () => {
  const good = EXAM_AREAS.flatMap((area) =>
    Array.from({ length: 20 }, () => ({ area, mark: { points: 1, isHarmful: false, isReadable: true } })),
  );
  expect(gradeOf(good).trust).toBe("full");
  const harmful = { area: "rulings" as const, mark: { points: 0, isHarmful: true, isReadable: true } };
  expect(gradeOf([...good, harmful]).trust).toBe("full");
  expect(gradeOf([...good, harmful, harmful])).toMatchObject({ trust: "staged" });
});
