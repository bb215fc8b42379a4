import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entity } from "../../src/domain/model/entity.ts";
import type { Fact } from "../../src/domain/model/fact.ts";
import { STATUSES } from "../../src/domain/model/status.ts";
import { MINUTE_MS } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, must, quote, say } from "../contracts/memory-store-story.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** Merging two entities, and splitting them again by undoing it. */
let memory: TestMemory;
let ann: UserStore;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
});
afterEach(() => memory.close());

async function person(id: string, name: string, more: Partial<Entity> = {}): Promise<void> {
  await ann.apply(batch([{ op: "entity.put", entity: entity(id, name, { type: "person", ...more }) }]));
}

async function told(id: string, subject: string, predicate: string, more: Partial<Fact> = {}): Promise<void> {
  const episode = await say(ann, `e-${id}`, `Words of ${id}.`, {
    occurredAt: memory.clock.advance(MINUTE_MS),
  });
  const evidence = [quote(episode, `Words of ${id}`)];
  const known = fact(id, subject, predicate, {
    status: "verified",
    evidence,
    createdAt: memory.clock.now(),
    ...more,
  });
  await ann.apply(batch([{ op: "fact.put", fact: known }]));
}

const statusOf = async (id: string): Promise<string | undefined> => (await ann.fact(id))?.status;

async function merge(a: string, b: string): Promise<string> {
  const { runId } = await memory.desk.merge("ann", a, b);
  return must(runId);
}

/** Merges, checks, undoes, and compares everything with what stood before. */
async function mergeAndSplit(a: string, b: string, check: () => Promise<void>): Promise<void> {
  const before = await exported(ann);
  const runId = await merge(a, b);
  await check();
  expect(await exported(ann)).not.toEqual(before);
  const { skipped } = await memory.desk.undoRun("ann", runId, { again: false });
  expect(skipped).toEqual([]);
  expect(await exported(ann)).toEqual(before);
  expect((await memory.desk.undoRun("ann", runId, { again: false })).undone).toBe(0);
}

test("facts, names and counts move to the one mentioned more; the other points at it", async () => {
  await person("bob", "Bob", { mentionCount: 2, summary: "A baker.", properties: { age: 40, town: "Lyon" } });
  await person("robert", "Robert Miller", { mentionCount: 5, properties: { age: 41 }, status: "verified" });
  await person("eve", "Eve");
  await told("f1", "bob", "LIKES", { value: "bread" });
  await told("f2", "eve", "KNOWS", { objectId: "bob", value: null });
  await told("f3", "bob", "LIKES", { value: "rain", status: "superseded" });
  await mergeAndSplit("bob", "robert", async () => {
    const [one, other] = [must(await ann.entity("robert")), must(await ann.entity("bob"))];
    expect(one).toMatchObject({
      name: "Robert Miller",
      mentionCount: 7,
      summary: "A baker.",
      status: "verified",
    });
    expect(one.properties).toEqual({ age: 41, town: "Lyon" });
    expect(one.aliases).toContainEqual({ alias: "Bob", kind: "merged" });
    expect(other).toMatchObject({ status: "archived", mergedInto: "robert" });
    expect(await ann.fact("f1")).toMatchObject({ subjectId: "robert", status: "verified" });
    expect(await ann.fact("f2")).toMatchObject({ subjectId: "eve", objectId: "robert" });
    expect(await ann.fact("f3")).toMatchObject({ subjectId: "robert", status: "superseded" });
    expect((await ann.entitiesByAlias(["bob"])).map((hit) => hit.entity.id)).toEqual(["robert"]);
  });
});

test("facts that now say the same become one, with the evidence of both", async () => {
  await person("bob", "Bob");
  await person("robert", "Robert", { mentionCount: 3 });
  await told("old", "robert", "LIVES_IN", { value: "Lyon", status: "staged" });
  await told("new", "bob", "RESIDES_IN", { value: "lyon" });
  await mergeAndSplit("bob", "robert", async () => {
    expect(await ann.fact("new")).toBeNull();
    const kept = must(await ann.fact("old"));
    expect(kept.status).toBe("verified");
    expect(kept.evidence.map((e) => e.episodeId)).toEqual(["e-old", "e-new"]);
  });
});

test("what cannot both hold is settled by time, or disputed where nothing changes", async () => {
  await person("bob", "Bob");
  await person("robert", "Robert", { mentionCount: 3 });
  await told("lyon", "robert", "LIVES_IN", { value: "Lyon" });
  await told("may", "robert", "BIRTHDAY", { value: "3 May" });
  await told("lille", "bob", "LIVES_IN", { value: "Lille" });
  await told("june", "bob", "BIRTHDAY", { value: "4 June" });
  await mergeAndSplit("bob", "robert", async () => {
    expect(await statusOf("lyon")).toBe("superseded");
    expect(await statusOf("lille")).toBe("verified");
    expect([await statusOf("may"), await statusOf("june")]).toEqual(["disputed", "disputed"]);
  });
});

test("in a merge too each value holds from its own time to the next one's", async () => {
  const since = (year: number): Partial<Fact> => ({
    validAt: { at: `${year}-01-01T00:00:00.000Z`, precision: "year" },
  });
  const ended = { at: "2024-01-01T00:00:00.000Z", precision: "year" } as const;
  await person("bob", "Bob");
  await person("robert", "Robert", { mentionCount: 3 });
  await told("kiel", "robert", "WORKS_AT", { value: "Kiel Yard" });
  const past = { ...since(2019), invalidAt: ended, status: "superseded" } as const;
  await told("hamburg", "robert", "LIVES_IN", { value: "Hamburg", ...past });
  await told("dresden", "robert", "LIVES_IN", { value: "Dresden", ...since(2024) });
  await told("jena", "bob", "WORKS_AT", { value: "Jena Optics", ...since(2020) });
  await told("wismar", "bob", "LIVES_IN", { value: "Wismar", ...since(2021) });
  await mergeAndSplit("bob", "robert", async () => {
    const now = async (id: string): Promise<string> => {
      const { status, invalidAt } = must(await ann.fact(id));
      return `${status} ${invalidAt?.at.slice(0, 4) ?? ""}`;
    };
    expect([await now("kiel"), await now("jena")]).toEqual(["superseded 2020", "verified "]);
    expect(await now("hamburg")).toBe("superseded 2021");
    expect(await now("wismar")).toBe("superseded 2024");
    expect(await now("dresden")).toBe("verified ");
  });
});

test("the user's own entity stays, and a relation to oneself is put away", async () => {
  const self = await ann.self();
  await person("ann2", "Ann", { mentionCount: 99 });
  await told("loop", "ann2", "KNOWS", { objectId: self.id, value: null });
  await told("likes", "ann2", "LIKES", { value: "tea" });
  await mergeAndSplit("ann2", self.id, async () => {
    expect(await ann.entity("ann2")).toMatchObject({ mergedInto: self.id });
    expect(await ann.fact("likes")).toMatchObject({ subjectId: self.id });
    expect(await statusOf("loop")).toBe("archived");
    expect(await ann.self()).toMatchObject({ isSelf: true, name: self.name });
  });
});

test("merging what was merged leaves no chain, and is split in any order that still fits", async () => {
  await person("a", "Bob");
  await person("b", "Rob", { mentionCount: 2 });
  await person("c", "Robert", { mentionCount: 9 });
  await told("f", "a", "LIKES", { value: "tea" });
  const before = await exported(ann);
  const first = await merge("a", "b");
  const between = await exported(ann);
  const second = await merge("a", "c");
  expect((await ann.mergedInto("c")).map((one) => one.id).sort()).toEqual(["a", "b"]);
  expect(await ann.fact("f")).toMatchObject({ subjectId: "c" });
  const early = await memory.desk.undoRun("ann", first, { again: false });
  expect(early.skipped.length).toBeGreaterThan(0);
  expect(await ann.fact("f")).toMatchObject({ subjectId: "c" });
  expect((await ann.entitiesByAlias(["bob"])).map((hit) => hit.entity.id)).toEqual(["c"]);
  expect((await memory.desk.undoRun("ann", second, { again: false })).skipped).toEqual([]);
  expect(await exported(ann)).toEqual(between);
  await memory.desk.undoRun("ann", first, { again: false });
  expect(await exported(ann)).toEqual(before);
});

test("what was learned after a merge stays with the survivor when it is split", async () => {
  await person("bob", "Bob");
  await person("robert", "Robert", { mentionCount: 3 });
  await told("f", "bob", "LIKES", { value: "tea" });
  const runId = await merge("bob", "robert");
  await told("later", "robert", "LIKES", { value: "cake" });
  await ann.apply(batch([{ op: "fact.patch", id: "f", set: { confidence: 1 } }], { actor: "user" }));
  const { skipped } = await memory.desk.undoRun("ann", runId, { again: false });
  expect(skipped.map((one) => one.targetId)).toEqual(["f"]);
  expect(await ann.fact("later")).toMatchObject({ subjectId: "robert" });
  expect(await ann.entity("bob")).not.toHaveProperty("mergedInto");
  const all = await ann.facts({ entityIds: ["bob", "robert"], statuses: STATUSES, limit: 10 });
  expect(all.map((one) => one.id).sort()).toEqual(["f", "later"]);
});
