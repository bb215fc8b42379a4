import { expect, test } from "vitest";
import {
  agreedGroups,
  type AnsweredPair,
} from "../../../../../src/services/maintenance/types/agreed-groups.ts";

/** Names that a model calls the same, and how they become one. */
const COUNTS: Record<string, number> = { Trip: 5, Travel: 9, Journey: 7, Voyage: 2, Music: 4 };

function said(line: string, answer: AnsweredPair["answer"]): AnsweredPair {
  const [a = "", b = ""] = line.split(" ").map((name) => ({ name, count: COUNTS[name] ?? 0 }));
  return { pair: [a as { name: string; count: number }, b as { name: string; count: number }], answer };
}

const renamings = (asked: AnsweredPair[]): string[] =>
  agreedGroups(asked).flatMap((group) => group.renamings.map(({ from, to }) => `${from}>${to}`));

test("what hangs together becomes the name used most, the farthest first", () => {
  const asked = [said("Voyage Trip", "same"), said("Trip Travel", "same"), said("Music Travel", "different")];
  expect(renamings(asked)).toEqual(["Voyage>Travel", "Trip>Travel"]);
  const [group] = agreedGroups(asked);
  expect(group?.pairs).toHaveLength(2);
});

test("after each renaming what is left comes to the same end", () => {
  const left = [said("Trip Travel", "same")];
  expect(renamings(left)).toEqual(["Trip>Travel"]);
  expect(renamings([said("Journey Travel", "same"), said("Trip Voyage", "same")])).toEqual([
    "Journey>Travel",
    "Voyage>Trip",
  ]);
});

test("a model that contradicts itself renames nothing; unclear is no contradiction", () => {
  const chain = [said("Voyage Trip", "same"), said("Trip Travel", "same")];
  expect(renamings([...chain, said("Voyage Travel", "different")])).toEqual([]);
  expect(renamings([...chain, said("Voyage Travel", "unclear")])).toHaveLength(2);
});
