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
