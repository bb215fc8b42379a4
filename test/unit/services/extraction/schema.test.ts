import { describe, expect, test } from "vitest";
import { readExtraction } from "../../../../src/services/extraction/schema.ts";

/** Answers of models whose server enforces no schema. */
const fact = (object: unknown) => ({
  subject: "user",
  predicate: "OWNS",
  object,
  text: `The user owns a canoe.`,
});
const turn = (...objects: unknown[]) => ({ turn: 1, facts: objects.map(fact) });
const read = (json: unknown) =>
  readExtraction(json)?.turns.map(({ turn: number, facts }) => [
    number,
    ...facts.map(({ object }) => object),
  ]);

test.each([
  ["one turn", turn("canoe")],
  ["a bare list", [turn("canoe")]],
  ["one turn in place of the list", { turns: turn("canoe") }],
  ["an object around it", { extraction: { turns: [turn("canoe")] } }],
  ["the form of the schema", { type: "object", properties: { turns: [turn("canoe")] } }],
])("%s", (_, json) => {
  expect(read(json)).toEqual([[1, "canoe"]]);
});

test.each([[[]], [{}], [[1]], [{ a: { b: { c: { turns: [turn("canoe")] } } } }], ["turns"]])(
  "%j is no extraction",
  (json) => {
    expect(read(json)).toBeUndefined();
  },
);

test("turns are numbered as the model did, or in their order", () => {
  const turns = ["1", "2", "Turn 3", null].map((number, at) => ({ ...turn(at), turn: number }));
  expect(read({ turns })).toEqual([
    [1, "0"],
    [2, "1"],
    [3, "2"],
    [4, "3"],
  ]);
});

describe("an object that is no single value", () => {
  test("is missing where a statement has none: its words stand in for it", () => {
    const died = { ...fact(null), quote: "grandma died" };
    expect(read({ turns: [{ turn: 1, facts: [died, fact(null)] }] })).toEqual([
      [1, "grandma died", "The user owns a canoe."],
    ]);
  });

  test.each([[["canoe", "tent"]], [{ name: "canoe" }], [undefined]])("%j cannot be read", (object) => {
    expect(readExtraction({ turns: [turn(object)] })).toMatchObject({
      turns: [{ facts: [] }],
      unreadable: [{ turn: 1 }],
    });
  });
});
