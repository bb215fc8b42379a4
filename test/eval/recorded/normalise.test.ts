import { expect, test } from "vitest";
import { bareStatement, spaced, undated, wordRow } from "./normalise.ts";

test("a statement is known without label, date, capitals and full stop", () => {
  const said = ["Ana lives in Graz.", "old (2025-01-02): Ana lives in Graz", "new: Ana lives in  Graz."];
  for (const text of [...said, "(2025-01-02) Ana lives in Graz.", "(since 2025-01) ana lives in Graz"])
    expect(bareStatement(text)).toBe("ana lives in graz");
});

test("what only looks like a label stays", () => {
  expect(bareStatement("(The cat) sleeps.")).toBe("(the cat) sleeps");
  expect(bareStatement("New York is far.")).toBe("new york is far");
  expect(bareStatement("Old: a word.")).toBe("old: a word");
});

test("the mark of what is taken back is no part of the statement", () => {
  expect(bareStatement("(2025-01-02) Ana smokes. (taken back)")).toBe("ana smokes");
});

test("dates in a free text do not tell it apart", () => {
  const wish = "Asked on (2025-03-01): forget the code\nsaid at 2025-03-01T10:00:00.000Z, 2025-03-01 10:00";
  expect(undated(wish)).toBe(undated("Asked on : forget the code said at , "));
});

test("the recall block is no part of a message", () => {
  expect(spaced("Hello\n\nyou <memory>\n1. a line\n</memory>")).toBe("Hello you");
});

test("words are compared in any script", () => {
  expect(wordRow("Lucía's  «20.000» pesos!")).toBe("lucía s 20 000 pesos");
});
