import { expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { askedStatements } from "../../../../src/services/retrieval/outdated.ts";

const fact = (id: string, told: number): Fact & { told: number } =>
  ({ id, told, evidence: [{ episodeId: "turn" }] }) as unknown as Fact & { told: number };
const idsOf = (facts: (Fact & { told: number })[], turn = "turn"): string[] =>
  askedStatements(facts, (one) => (one as Fact & { told: number }).told)(turn).map(({ id }) => id);

test("a turn that told several things counts as those that tell most of what is asked", () => {
  expect(idsOf([fact("meeting", 1), fact("funding", 0)])).toEqual(["meeting"]);
  expect(idsOf([fact("opinion", 1), fact("meeting", 1)])).toEqual(["opinion", "meeting"]);
  expect(idsOf([fact("meeting", 1)], "another")).toEqual([]);
});
