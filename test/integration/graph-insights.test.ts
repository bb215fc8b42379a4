import { afterEach, beforeEach, expect, test } from "vitest";
import { createInProcessCoordination } from "../../src/adapters/in-process-coordination/index.ts";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createMemoryEvents } from "../../src/services/events.ts";
import { createGraphIntelligence, type GraphIntelligence } from "../../src/services/graph/insights.ts";
import { batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What the graph shows of a memory that changes: never more than may be seen at that moment. */
let memory: TestMemory;
let user: UserStore;
let graph: GraphIntelligence;

beforeEach(async () => {
  memory = await openMemory();
  user = memory.store.forUser("anna");
  graph = createGraphIntelligence(createMemoryEvents(createInProcessCoordination("test")));
});
afterEach(async () => {
  graph.close();
  await memory.close();
});

const PEOPLE = ["Berta", "Carlo", "Dora", "Emil"];

/** Berta - Carlo - Dora - Emil, each known to the next; the user knows Berta. */
async function chain(): Promise<void> {
  const said = await say(user, "said", "Berta knows Carlo, who knows Dora, who knows Emil. I know Berta.");
  const self = await user.self();
  const knows = (id: string, from: string, to: string, more: Partial<Fact> = {}) => ({
    op: "fact.put" as const,
    fact: fact(id, from, "KNOWS", {
      objectId: to,
      text: `${from} knows ${to}.`,
      evidence: [quote(said, "knows")],
      ...more,
    }),
  });
  await user.apply(
    batch([
      ...PEOPLE.map((name) => ({
        op: "entity.put" as const,
        entity: entity(name, name, { type: "person" }),
      })),
      knows("f0", self.id, "Berta"),
      knows("f1", "Berta", "Carlo"),
      knows("f2", "Carlo", "Dora"),
      knows("f3", "Dora", "Emil"),
      knows("denied", "Berta", "Emil", { polarity: "negative" }),
      knows("never", "Berta", "Emil", { status: "corrected" }),
    ]),
  );
}

const path = async (from: string, to: string) => {
  const { distance, paths } = await graph.paths(user, { from, to }, 5);
  return { distance, paths: paths.map((facts) => facts.map(({ id }) => id)) };
};
const namesOf = (scored: { entity: { name: string } }[]) => scored.map(({ entity }) => entity.name);

test("a graph that did not change is read once", async () => {
  await chain();
  let pages = 0;
  const counting: UserStore = { ...user, factPage: (query) => ((pages += 1), user.factPage(query)) };
  await graph.insights(counting);
  const once = pages;
  expect(once).toBeGreaterThan(0);
  await graph.insights(counting);
  await graph.paths(counting, { from: "Berta", to: "Emil" }, 5);
  expect(pages).toBe(once);
  await user.apply(batch([{ op: "fact.patch", id: "f2", set: { status: "archived" } }]));
  await graph.insights(counting);
  expect(pages).toBeGreaterThan(once);
});

test("denied and corrected statements link nothing; what is current does", async () => {
  await chain();
  expect(await path("Berta", "Emil")).toEqual({ distance: 3, paths: [["f1", "f2", "f3"]] });
  const { things, facts, important, bridges, cutPoints, cutLinks, groups, largest, patterns } =
    await graph.insights(user);
  expect({ things, facts, groups }).toEqual({ things: 4, facts: 4, groups: 1 });
  expect(namesOf(important)[0]).toBe("Berta");
  expect(namesOf(bridges).sort()).toEqual(["Carlo", "Dora"]);
  expect(cutPoints.map(({ score }) => score)).toEqual([1, 1]);
  expect(cutLinks[0]).toMatchObject({ fact: { id: "f2" }, score: 2 });
  expect(largest).toMatchObject([{ size: 4 }]);
  expect(patterns.map(({ pattern, count }) => [pattern, count])).toEqual([
    ["(person)-[KNOWS]->(person)", 3],
    ["(person)-[KNOWS]->(person)-[KNOWS]->(person)", 2],
  ]);
  expect(namesOf(await graph.around(user, "Emil"))[0]).toBe("Dora");
});

test("a thing that is hidden is gone at once, and back when the change is undone", async () => {
  await chain();
  await graph.insights(user);
  const patch = { op: "entity.patch" as const, id: "Dora", set: { status: "archived" as const } };
  await user.apply(batch([patch]));
  expect(JSON.stringify(await graph.insights(user))).not.toContain("Dora");
  expect(await path("Berta", "Emil")).toEqual({ distance: null, paths: [] });
  const { items } = await user.changePage({ targetId: "Dora", limit: 1 });
  await user.undo(items[0]?.id ?? "");
  expect((await path("Berta", "Emil")).distance).toBe(3);
});

test("a fact that is archived links nothing", async () => {
  await chain();
  await graph.insights(user);
  await user.apply(batch([{ op: "fact.patch", id: "f2", set: { status: "archived" } }]));
  expect((await path("Berta", "Emil")).distance).toBeNull();
  expect((await graph.insights(user)).groups).toBe(2);
});

test("what is forgotten is in no answer", async () => {
  await chain();
  expect((await path("Berta", "Emil")).distance).toBe(3);
  await user.forget({ entityId: "Carlo" }, memory.clock.now());
  expect(JSON.stringify(await graph.insights(user))).not.toContain("Carlo");
  expect((await path("Berta", "Emil")).distance).toBeNull();
});

test("a turn that is replaced takes its facts along, although no change is logged", async () => {
  await chain();
  expect((await graph.insights(user)).facts).toBe(4);
  await say(user, "again", "Never mind.");
  await user.replaceEpisode("said", "again");
  expect(await graph.insights(user)).toMatchObject({ things: 0, facts: 0, groups: 0, patterns: [] });
});

test("one user's graph is never another's", async () => {
  await chain();
  await graph.insights(user);
  const other = memory.store.forUser("bert");
  expect(await graph.insights(other)).toMatchObject({ things: 0, facts: 0 });
  expect(await graph.paths(other, { from: "Berta", to: "Emil" }, 5)).toEqual({ distance: null, paths: [] });
});
