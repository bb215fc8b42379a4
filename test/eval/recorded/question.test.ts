import { expect, test } from "vitest";
import { keyOf, type Question } from "./question.ts";

function expectSame(a: Question, b: Question): void {
  expect(keyOf(a)).toBe(keyOf(b));
}

test("a verdict is known by the user's words and the statement", () => {
  const statement = "Ana has a cat.";
  expectSame(
    { kind: "verdict", turn: "user: I have  a cat\nassistant: Nice.", statement },
    { kind: "verdict", turn: "Ana: I have a cat", before: "user: Hi", statement },
  );
  expect(keyOf({ kind: "verdict", turn: "user: a dog", statement })).not.toBe(
    keyOf({ kind: "verdict", turn: "user: a cat", statement }),
  );
});

test("a ruling is known by both statements in their order", () => {
  const ruling = (older: string, newer: string): Question => ({ kind: "ruling", old: older, new: newer });
  expectSame(
    ruling("old (2025-01-02): A lives here.", "new (2025-02-02): A moved."),
    ruling("A lives here", "A moved"),
  );
  expect(keyOf(ruling("a", "b"))).not.toBe(keyOf(ruling("b", "a")));
});

test("a change is known by what is new and what is known, without dates", () => {
  expectSame(
    { kind: "changed", news: "(2025-03-01) B.", known: "(2025-01-01) C." },
    { kind: "changed", news: "B", known: "C" },
  );
  expect(keyOf({ kind: "changed", news: "a", known: "b" })).not.toBe(
    keyOf({ kind: "changed", news: "b", known: "a" }),
  );
});

test("a wish is known by its text without dates and by the memory", () => {
  expectSame(
    { kind: "wish", wish: "Forget the code\n(2025-03-01)", memory: "(2025-01-01) The code is 4711." },
    { kind: "wish", wish: "forget the code", memory: "the code is 4711" },
  );
});

test("a question of any other kind is known by all messages but the first", () => {
  const ask = (system: string, user: string): Question => ({
    kind: "topics",
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
  });
  expectSame(ask("v1", "a  list"), ask("v2", "a list"));
  expect(keyOf(ask("v1", "one"))).not.toBe(keyOf(ask("v1", "two")));
});
