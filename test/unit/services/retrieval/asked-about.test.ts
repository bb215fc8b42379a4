import { expect, test } from "vitest";
import type { UserStore } from "../../../../src/ports/memory-store.ts";
import { askedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";
import { entity } from "../../../contracts/memory-store-story.ts";

test("a role is no name, though somebody is called by it: who the boss is stays what is asked", async () => {
  const deb = entity("deb", "Deb", { type: "person", aliases: [{ alias: "my boss", kind: "nickname" }] });
  const user = { entitiesById: async () => [deb] } as unknown as UserStore;
  const near = { entityIds: ["deb"], facts: [] } as never;
  const about = await askedAbout(user, understand("Who is my boss?"), "self", near);
  expect(about.names.has("deb")).toBe(true);
  expect(about.names.has("boss")).toBe(false);
});

test("an article in a name is no name", async () => {
  const pool = entity("pool", "the pool", { type: "place" });
  const user = { entitiesById: async () => [pool] } as unknown as UserStore;
  const near = { entityIds: ["pool"], facts: [] } as never;
  const about = await askedAbout(user, understand("When does the pool open?"), "self", near);
  expect(about.names).toEqual(new Set(["pool"]));
});

test("who is meant by one role is one that is asked about, whichever of them it is", async () => {
  const cats = [entity("diesel", "Diesel", { type: "cat" }), entity("turbo", "Turbo", { type: "cat" })];
  const user = { entitiesById: async () => cats } as unknown as UserStore;
  const near = { entityIds: ["diesel", "turbo"], facts: [] } as never;
  const question = understand("Was my cat Diesel at home?");
  const mentions = (meant: string[]) =>
    askedAbout(user, question, null, near, meant).then((about) => about.mentions.map((one) => one.length));
  expect(await mentions(["diesel", "turbo"])).toEqual([2]);
  expect(await mentions([])).toEqual([1, 1]);
});
