import { expect, test } from "vitest";
import type { UserStore } from "../../../../src/ports/memory-store.ts";
import { askedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { entity } from "../../../contracts/memory-store-story.ts";

test("who is meant by one role is one that is asked about, whichever of them it is", async () => {
  const cats = [entity("diesel", "Diesel", { type: "cat" }), entity("turbo", "Turbo", { type: "cat" })];
  const user = { entitiesById: async () => cats } as unknown as UserStore;
  const near = { entityIds: ["diesel", "turbo"], facts: [], around: [] };
  const mentions = async (meant: string[]) =>
    (await askedAbout(user, near, meant, null, false)).mentions.map((one) => one.length);
  expect(await mentions(["diesel", "turbo"])).toEqual([2]);
  expect(await mentions([])).toEqual([1, 1]);
});
