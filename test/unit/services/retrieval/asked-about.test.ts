import { expect, test } from "vitest";
import type { UserStore } from "../../../../src/ports/memory-store.ts";
import { askedAbout } from "../../../../src/services/retrieval/asked-about.ts";
import { understand } from "../../../../src/services/retrieval/query.ts";
import { entity } from "../../../contracts/memory-store-story.ts";

/** As the lanes ask it, of somebody whose roles nobody knows. */
const asking = (question: string, near: object, more: object = {}) => ({
  question,
  understood: understand(question),
  selfId: "self",
  known: near as never,
  mine: [],
  statuses: ["verified"] as const,
  ...more,
});

test("a role is no name, though somebody is called by it: who the boss is stays what is asked", async () => {
  const deb = entity("deb", "Deb", { type: "person", aliases: [{ alias: "my boss", kind: "nickname" }] });
  const user = { entitiesById: async () => [deb] } as unknown as UserStore;
  const near = { entityIds: ["deb"], facts: [] } as never;
  const about = await askedAbout(user, asking("Who is my boss?", near, { mine: ["deb"] }));
  expect(about.names.has("deb")).toBe(true);
  expect(about.names.has("boss")).toBe(false);
});

test("an article in a name is no name", async () => {
  const pool = entity("pool", "the pool", { type: "place" });
  const user = { entitiesById: async () => [pool] } as unknown as UserStore;
  const near = { entityIds: ["pool"], facts: [] } as never;
  const about = await askedAbout(user, asking("When does the pool open?", near));
  expect(about.names).toEqual(new Set(["pool"]));
});

test("who is meant by one role is one that is asked about, whichever of them it is", async () => {
  const cats = [entity("diesel", "Diesel", { type: "cat" }), entity("turbo", "Turbo", { type: "cat" })];
  const user = { entitiesById: async () => cats } as unknown as UserStore;
  const near = { entityIds: ["diesel", "turbo"], facts: [] } as never;
  const about = (question: string, mine: string[]) =>
    askedAbout(user, asking(question, near, { selfId: null, mine }));
  const mentions = async (question: string, mine: string[]) =>
    (await about(question, mine)).mentions.map((one) => one.length);
  expect(await mentions("Was my cat Diesel at home?", ["diesel", "turbo"])).toEqual([2]);
  expect(await mentions("Was Diesel at home?", [])).toEqual([1, 1]);
});

test("who is meant by what he is to somebody named is asked about as well", async () => {
  const anders = entity("anders", "Anders", { type: "person" });
  const greta = entity("greta", "Greta", { type: "person" });
  const mother = {
    subjectId: "anders",
    objectId: "greta",
    predicate: "HAS_MOTHER",
    text: "Greta is Anders's mother.",
  };
  const user = {
    entitiesById: async (ids: string[]) => [anders, greta].filter(({ id }) => ids.includes(id)),
    facts: async () => [mother],
  } as unknown as UserStore;
  const near = { entityIds: ["anders"], facts: [] };
  const about = await askedAbout(user, asking("Where does Anders's mother live?", near));
  expect([...about.ids]).toEqual(["anders", "greta"]);
  expect(about.byRole).toBe(true);
});
