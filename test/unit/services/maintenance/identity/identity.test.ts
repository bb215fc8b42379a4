import { describe, expect, test } from "vitest";
import { isPersonType, typeKey } from "../../../../../src/domain/model/entity-type.ts";
import { candidatesAmong } from "../../../../../src/services/maintenance/identity/blocking.ts";
import {
  duplicateReason,
  namedOf,
  type NamedEntity,
} from "../../../../../src/services/maintenance/identity/names.ts";
import {
  alikeTerms,
  samePredicates,
  sameTypes,
} from "../../../../../src/services/maintenance/types/vocabulary.ts";
import { entity, must } from "../../../../contracts/memory-store-story.ts";

function named(name: string, type = "person", ...aliases: string[]): NamedEntity {
  const known = entity(name, name, { type, aliases: aliases.map((alias) => ({ alias, kind: "name" })) });
  return must(namedOf(known));
}

describe("names that may be one", () => {
  test.each([
    ["Annelie", "annelie", "same_name"],
    ["the Ravel", "Ravel", "same_name"],
    ["Bob", "Robert", "nickname"],
    ["Bob Miller", "Robert Miller", "nickname"],
    ["Bob", "Robert Miller", "nickname"],
    ["Annelie", "Annelie Martin", "contained_name"],
    ["Martin", "Annelie Martin", "contained_name"],
    ["Annelise", "Anneliese", "misspelling"],
    ["Schmidt", "Schmitt", "misspelling"],
  ])("%s, %s: %s", (a, b, reason) => {
    expect(duplicateReason(named(a), named(b))).toBe(reason);
    expect(duplicateReason(named(b), named(a))).toBe(reason);
  });

  test.each([
    ["Al", "Alice Cooper", "city"],
    ["York", "New York Times", "newspaper"],
    ["Paris", "Parma", "city"],
    ["Room 1204", "Room 1205", "room"],
    ["Anna Meyer", "Anna Schulz", "person"],
    ["Bob Miller", "Robert Ford", "person"],
    ["Lyon", "Lyon", "city", "person"],
  ])("%s and %s are two", (a, b, type, other = type) => {
    expect(duplicateReason(named(a, type), named(b, other))).toBeNull();
  });

  test("New York is no New York Times unless both are of one kind", () => {
    expect(duplicateReason(named("New York", "city"), named("New York Times", "newspaper"))).toBeNull();
    expect(duplicateReason(named("New York", "thing"), named("New York Times", "thing"))).toBeNull();
  });

  test("an alias of one is the name of the other", () => {
    expect(duplicateReason(named("Kater", "animal", "Momo"), named("Momo", "cat"))).toBeNull();
    expect(duplicateReason(named("Kater", "cat", "Momo"), named("Momo", "cat"))).toBe("shared_alias");
  });

  test("roles and the user's own entity are not compared by name", () => {
    expect(namedOf(entity("s", "my sister", { type: "person" }))).toBeNull();
    expect(namedOf(entity("u", "user", { isSelf: true }))).toBeNull();
  });
});

test("candidates are found without comparing all with all", async () => {
  const crowd = Array.from({ length: 3000 }, (_, n) => named(`Person${n} Family${n % 700}`));
  const pair = [named("Margarethe Zoll"), named("Peggy Zoll")];
  const started = performance.now();
  const found = await candidatesAmong([...crowd, ...pair], async () => undefined);
  expect(found.filter(({ a, b }) => `${a}${b}`.includes("Zoll"))).toEqual([
    { a: "Margarethe Zoll", b: "Peggy Zoll", reason: "nickname" },
  ]);
  expect(performance.now() - started).toBeLessThan(5000);
});

describe("vocabulary", () => {
  const terms = (...names: [string, number][]) => names.map(([name, count]) => ({ name, count }));

  test("types are one but for case, plural, separators and the plainest synonyms", () => {
    expect(typeKey("Human")).toBe("person");
    expect(typeKey("TravelEvents")).toBe("travel event");
    expect(typeKey("travel_event")).toBe("travel event");
    expect(typeKey("Companies")).toBe(typeKey("company"));
    expect(isPersonType("People")).toBe(true);
  });

  test("the name used most stays", () => {
    expect(sameTypes(terms(["person", 9], ["Person", 2], ["human", 1], ["city", 4]))).toEqual([
      { from: "Person", to: "person" },
      { from: "human", to: "person" },
    ]);
    expect(sameTypes(terms(["person", 12], ["city", 4]))).toEqual([]);
  });

  test("predicates take the catalogue's name where it loses nothing", () => {
    const found = samePredicates(
      terms(["RESIDES_IN", 1], ["WORKS_FOR", 2], ["WIFE", 1], ["MOVED_TO", 1], ["ORBITS", 1]),
    );
    expect(found).toEqual([
      { from: "RESIDES_IN", to: "LIVES_IN" },
      { from: "WORKS_FOR", to: "WORKS_AT" },
    ]);
  });

  test("names that are alike are put to a model", () => {
    const pairs = alikeTerms(terms(["TravelEvent", 2], ["TripEvent", 1], ["dog", 1]));
    expect(pairs.map(([a, b]) => [a.name, b.name])).toEqual([["TravelEvent", "TripEvent"]]);
  });
});
