import { expect, test } from "vitest";
import { keptReasoning } from "../../../../src/domain/model/trace.ts";

test("a thought is kept whole, or says that it was cut", () => {
  expect(keptReasoning("")).toBeNull();
  expect(keptReasoning("The turn says so.")).toBe("The turn says so.");
  const kept = keptReasoning("x".repeat(9_000)) ?? "";
  expect(kept.startsWith("x".repeat(4_000))).toBe(true);
  expect(kept).toMatch(/\n\(cut: the first 4000 of 9000 characters\)$/);
});
