import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntityLink } from "../../../../../src/domain/model/community.ts";
import { groupsOf, MEMBERS_MIN } from "../../../../../src/services/maintenance/communities/groups.ts";
import { weightedGraph } from "../../../../../src/services/maintenance/communities/projection.ts";
import { isSupported } from "../../../../../src/services/maintenance/writing/supported.ts";

const link = (a: string, b: string, facts = 1): EntityLink => ({
  a: a < b ? a : b,
  b: a < b ? b : a,
  facts,
  turns: 0,
});
const clique = (...ids: string[]): EntityLink[] =>
  ids.flatMap((a, i) => ids.slice(i + 1).map((b) => link(a, b)));
const pause = async (): Promise<void> => undefined;
const grouped = async (links: EntityLink[], known: { id: string; members: string[] }[] = []) =>
  groupsOf(await weightedGraph(links, pause), known, pause);
const sets = async (
  links: EntityLink[],
  known: { id: string; members: string[] }[] = [],
): Promise<string[]> =>
  (await grouped(links, known)).map(({ members }) => [...members].sort().join(" ")).sort();

/** Any links between some twenty things. */
const anyLinks = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 19 })), {
    maxLength: 60,
    selector: ([a, b]) => [Math.min(a, b), Math.max(a, b)].join(),
  })
  .map((pairs) => pairs.filter(([a, b]) => a !== b).map(([a, b]) => link(`x${a}`, `x${b}`)));

describe("what belongs together", () => {
  test("circles that one link joins stay two; a pair is none", async () => {
    const links = [...clique("a", "b", "c", "d"), ...clique("p", "q", "r"), link("d", "p"), link("y", "z")];
    expect(await sets(links)).toEqual(["a b c d", "p q r"]);
  });

  test("a thing that half of everything is linked to joins nothing", async () => {
    const people = Array.from({ length: 30 }, (_, i) => `p${String(i).padStart(2, "0")}`);
    const circles = [0, 10, 20].flatMap((at) => clique(...people.slice(at, at + 10)));
    const found = await grouped([...circles, ...people.map((one) => link("world", one))]);
    expect(found).toHaveLength(3);
    expect(found.flatMap(({ members }) => members)).not.toContain("world");
  });

  test("the same links in any order give the same groups, and again from those groups the same", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, fc.infiniteStream(fc.nat()), async (links, order) => {
        const first = await sets(links);
        const shuffled = [...links]
          .map((one) => ({ one, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(await sets(shuffled)).toEqual(first);
        const known = first.map((members, at) => ({ id: `t${at}`, members: members.split(" ") }));
        expect(await sets(links, known)).toEqual(first);
        expect(first.every((members) => members.split(" ").length >= MEMBERS_MIN)).toBe(true);
      }),
      { seed: 33, numRuns: 500 },
    );
  });

  test("a group keeps its id while most of its members stay; of two that become one, the larger", async () => {
    const known = [
      { id: "large", members: ["a", "b", "c", "d"] },
      { id: "small", members: ["e", "f", "g"] },
    ];
    const found = await grouped(clique("a", "b", "c", "d", "e", "f", "g"), known);
    expect(found.map(({ id }) => id)).toEqual(["large"]);
    const other = await grouped(clique("a", "b", "x", "y", "z"), known);
    expect(other.map(({ id }) => id)).toEqual([null]);
  });
});

describe("a text that says no more than its sources", () => {
  const told = ["Anna", "Anna sails with Ben on Lake Garda since 2019.", "Ben paid 1,200 euros."];
  test.each([
    "Anna sails with Ben.",
    "The two sail on Lake Garda.",
    "They have sailed since 2019, for 1200 euros.",
  ])("%s", (text) => expect(isSupported(text, told)).toBe(true));

  test.each([
    "Anna sails with Carl.",
    "Zoe sails.",
    "They have sailed since 2018.",
    "Ben paid 12,000 euros.",
  ])("not: %s", (text) => expect(isSupported(text, told)).toBe(false));
});
