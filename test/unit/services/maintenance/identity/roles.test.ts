import { expect, test } from "vitest";
import type { Fact } from "../../../../../src/domain/model/fact.ts";
import type { UserStore } from "../../../../../src/ports/memory-store.ts";
import { namedOf } from "../../../../../src/services/maintenance/identity/names.ts";
import { roleCandidates } from "../../../../../src/services/maintenance/identity/roles.ts";
import { entity } from "../../../../contracts/memory-store-story.ts";

/** Who is called by what it is to the user, beside the one of that kind who has a name. */
const ADA = entity("ada", "Ada", { type: "person" });
const OLD_LADY = entity("lady", "my old lady", { type: "person" });
const POOL = entity("pool", "the pool", { type: "place" });

function fact(subjectId: string, predicate: string, objectId: string | null, text: string): Fact {
  return { subjectId, predicate, objectId, text, polarity: "positive" } as unknown as Fact;
}

const ADA_IS_MOTHER = fact("self", "HAS_MOTHER", "ada", "The user's mother is Ada.");

async function pairs(facts: Fact[]): Promise<string[]> {
  const user = {
    facts: async ({ entityIds }: { entityIds: string[] }) =>
      facts.filter(({ subjectId }) => entityIds.includes(subjectId)),
    entitiesById: async (ids: string[]) => [ADA].filter(({ id }) => ids.includes(id)),
  } as unknown as UserStore;
  const named = [ADA, OLD_LADY, POOL].flatMap((one) => namedOf(one) ?? []);
  return (await roleCandidates(user, named, "self")).map(({ a, b, reason }) => `${a} ${b} ${reason}`);
}

test("in whatever words, by the role that statements give", async () => {
  const misses = fact("lady", "MISSES", null, "The user's mother misses the dog.");
  const lives = fact("lady", "LIVES_AT", null, "The user's mother lives in a home.");
  expect(await pairs([ADA_IS_MOTHER, misses, lives])).toEqual(["lady ada role"]);
});

test("not where they give two roles or none, nor where two have that role", async () => {
  const misses = fact("lady", "MISSES", null, "The user's mother misses the user's sister.");
  const lives = fact("lady", "LIVES_AT", null, "She lives in a home.");
  expect(await pairs([ADA_IS_MOTHER, misses])).toEqual([]);
  expect(await pairs([ADA_IS_MOTHER, lives])).toEqual([]);
  expect(await pairs([lives])).toEqual([]);
});
