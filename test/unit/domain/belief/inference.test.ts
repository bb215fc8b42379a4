import { describe, expect, test } from "vitest";
import type { Fact } from "../../../../src/domain/model/fact.ts";
import { infer, INFERENCE_RULES } from "../../../../src/domain/belief/inference.ts";
import { fact } from "../../../contracts/memory-store-story.ts";

const link = (id: string, from: string, predicate: string, to: string, more: Partial<Fact> = {}): Fact =>
  fact(id, from, predicate, { objectId: to, value: null, status: "verified", ...more });

const told = (facts: Fact[]): string[] =>
  infer(facts).map(({ rule, fromId, predicate, toId }) => `${rule}: ${fromId} ${predicate} ${toId}`);

describe("what follows", () => {
  test("siblings of siblings, once for both directions", () => {
    const facts = [link("1", "ann", "HAS_SISTER", "bea"), link("2", "bea", "BROTHER", "carl")];
    expect(told(facts)).toEqual([
      "sibling_back: bea HAS_SIBLING ann",
      "sibling_back: carl HAS_SIBLING bea",
      "sibling_of_sibling: ann HAS_SIBLING carl",
    ]);
    expect(infer(facts).at(-1)?.premises).toEqual(["1", "2"]);
    expect(told([...facts, link("3", "carl", "HAS_SISTER", "ann")]).join()).not.toContain(
      "sibling_of_sibling",
    );
  });

  test("parents, children and grandparents; spouses that have none of their own", () => {
    expect(told([link("1", "ann", "HAS_MOTHER", "bea"), link("2", "bea", "HAS_FATHER", "carl")])).toEqual([
      "child_of_parent: bea HAS_CHILD ann",
      "child_of_parent: carl HAS_CHILD bea",
      "parent_of_parent: ann HAS_GRANDPARENT carl",
    ]);
    expect(told([link("1", "ann", "HAS_SON", "tim")])).toEqual(["parent_of_child: tim HAS_PARENT ann"]);
    expect(told([link("1", "ann", "HUSBAND", "bob")])).toEqual(["spouse_back: bob SPOUSE ann"]);
    expect(told([link("1", "ann", "SPOUSE", "bob"), link("2", "bob", "WIFE", "eve")]).join()).not.toContain(
      "bob SPOUSE ann",
    );
  });

  test("colleagues, unless half a town works there; parts of parts; a city in a country", () => {
    const works = Array.from({ length: 13 }, (_, n) => link(`w${n}`, `p${n}`, "WORKS_AT", "mill"));
    expect(told(works.slice(0, 2))).toEqual(["same_employer: p0 HAS_COLLEAGUE p1"]);
    expect(told(works)).toEqual([]);
    expect(told([link("1", "rue", "PART_OF", "lyon"), link("2", "lyon", "PART_OF", "france")])).toEqual([
      "part_of_part: rue PART_OF france",
    ]);
    expect(told([link("1", "ann", "LIVES_IN", "lyon"), link("2", "lyon", "PART_OF", "france")])).toEqual([
      "place_in_place: ann LIVES_WITHIN france",
    ]);
  });

  test("nothing follows from what is over, denied, doubted or not believed, nor what is known already", () => {
    const child = (more: Partial<Fact>): string[] => told([link("1", "ann", "HAS_CHILD", "tim", more)]);
    expect(child({ status: "staged" })).toEqual([]);
    expect(child({ status: "disputed" })).toEqual([]);
    expect(child({ polarity: "negative" })).toEqual([]);
    expect(child({ invalidAt: { at: "2026-01-01T00:00:00.000Z", precision: "day" } })).toEqual([]);
    const both = [link("1", "ann", "HAS_CHILD", "tim"), link("2", "tim", "HAS_MOTHER", "ann")];
    expect(told(both)).toEqual([]);
    const ring = [link("1", "a", "PART_OF", "b"), link("2", "b", "PART_OF", "a")];
    expect(told(ring)).toEqual([]);
  });

  test("friends of friends are strangers", () => {
    expect(told([link("1", "ann", "HAS_FRIEND", "bea"), link("2", "bea", "HAS_FRIEND", "carl")])).toEqual([]);
  });

  test("each rule has words", () => {
    for (const { says } of Object.values(INFERENCE_RULES))
      expect(says("Ann", "Bea")).toMatch(/Ann.*Bea|Bea.*Ann/);
  });
});
