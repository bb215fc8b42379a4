import { expect, test } from "vitest";
import { z } from "zod";
import { readNumbered } from "../../../../src/services/model/response-schema.ts";

/** Answers of models whose server enforces no schema. */
const read = (json: unknown) =>
  readNumbered(json, "verdicts", { verdict: z.string() }, ["a", "b"])?.map(({ item, answer }) => [
    item,
    answer.verdict,
  ]);
const verdicts = [
  { n: 2, verdict: "no" },
  { n: "1", verdict: "yes" },
  { n: 3, verdict: "of nothing" },
];

test.each([
  ["as asked for", { verdicts }],
  ["a bare list", verdicts],
])("%s", (_, json) => {
  expect(read(json)).toEqual([
    ["b", "no"],
    ["a", "yes"],
  ]);
});

test.each([
  [{}],
  ["verdicts"],
  [[{ n: "one", verdict: "yes" }]],
  [{ verdicts: [{ n: null, verdict: "yes" }] }],
])("%j is no such list", (json) => {
  expect(read(json)).toBeUndefined();
});
