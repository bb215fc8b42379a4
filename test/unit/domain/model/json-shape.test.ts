import fc from "fast-check";
import { expect, test } from "vitest";
import { isTooDeep, JSON_DEPTH_MAX, jsonShape } from "../../../../src/domain/model/json-shape.ts";

/** Depth and number of objects and lists of a JSON text, before it is parsed. */
test.each([
  ["1", 0, 0],
  ["[]", 1, 1],
  ['{"a":[{},[]]}', 3, 4],
  ['["[[[[", "\\"[", "\\\\"]', 1, 1],
  ['["never closed [[', 1, 1],
])("%s", (text, depth, containers) => {
  expect(jsonShape(text)).toEqual({ depth, containers });
});

test("a level more than allowed is too deep", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  expect([JSON_DEPTH_MAX, JSON_DEPTH_MAX + 1].map((depth) => isTooDeep(nested(depth)))).toEqual([
    false,
    true,
  ]);
});

test("it counts what is parsed", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const countOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? 1 + Object.values(value).reduce<number>((sum, inner) => sum + countOf(inner), 0)
      : 0;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonShape(JSON.stringify(value))).toEqual({ depth: depthOf(value), containers: countOf(value) });
    }),
  );
});
