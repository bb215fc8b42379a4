import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { inferRelations } from "../../src/services/maintenance/infer/infer-relations.ts";
import { reviewItems } from "../../src/services/review/queue.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { batch, entity, fact, must } from "../contracts/memory-store-story.ts";
import { jobContext } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  const people = ["Bea", "Carl", "Dora"].map((name): Mutation => {
    return {
      op: "entity.put",
      entity: entity(name.toLowerCase(), name, { type: "person", status: "verified" }),
    };
  });
  const mill: Mutation = { op: "entity.put", entity: entity("mill", "The Mill", { status: "verified" }) };
  await ann.apply(batch([...people, mill]));
  await link("b", "bea", "WORKS_AT", "mill");
  await link("c", "carl", "WORKS_AT", "mill");
});
afterEach(() => memory.close());

async function link(
  id: string,
  from: string,
  predicate: string,
  to: string,
  more: Partial<Fact> = {},
): Promise<void> {
  const known = fact(id, from, predicate, { objectId: to, value: null, status: "verified", ...more });
  await ann.apply(batch([{ op: "fact.put", fact: known }]));
}

async function run(dryRun = false) {
  const context = jobContext({ dryRun });
  return { runId: context.runId, counts: await inferRelations.run(memory, ann, context) };
}

const open = async () =>
  (await reviewItems(ann, { state: "open", kind: "inferred", limit: 50 }, memory.clock.now())).items;

describe("infer-relations", () => {
  test("puts what follows before the owner, in words and with its grounds, and nothing into the graph", async () => {
    const before = await exported(ann);
    const dry = await run(true);
    expect(dry.counts).toMatchObject({ relations: 2, candidates: 1, proposed: 1 });
    expect(await open()).toEqual([]);
    expect((await diffOfRun(ann, dry.runId, { limit: 5 })).items).toMatchObject([
      { action: "propose", kind: "review" },
    ]);
    expect((await run()).counts).toMatchObject({ proposed: 1 });
    expect(await exported(ann)).toEqual(before);
    expect(await open()).toMatchObject([
      {
        kind: "inferred",
        reason: "same_employer",
        text: "Bea and Carl are colleagues.",
        predicate: "HAS_COLLEAGUE",
        entities: [{ name: "Bea" }, { name: "Carl" }],
        facts: [{ id: "c" }, { id: "b" }],
      },
    ]);
    expect((await run()).counts).toMatchObject({ proposed: 0 });
  });

  test("accepted it is the owner's own statement; undone it is a question again", async () => {
    await run();
    const before = await exported(ann);
    const { id } = must((await open())[0]);
    const answer = await memory.desk.accept("ann", id);
    expect(answer).toMatchObject({ kind: "inferred", state: "accepted" });
    expect(await ann.fact(must(answer.factId))).toMatchObject({
      subjectId: "bea",
      predicate: "HAS_COLLEAGUE",
      objectId: "carl",
      status: "verified",
      confidence: 1,
      origin: id,
      evidence: [],
    });
    expect(await open()).toEqual([]);
    expect(
      (await reviewItems(ann, { state: "accepted", kind: "inferred", limit: 5 }, memory.clock.now())).items,
    ).toHaveLength(1);
    expect(await memory.desk.accept("ann", id)).toMatchObject({ runId: null });
    await expect(memory.desk.reject("ann", id)).rejects.toMatchObject({ code: "conflict" });
    expect((await run()).counts).toMatchObject({ proposed: 0 });
    await memory.desk.undoRun("ann", must(answer.runId), { again: false });
    expect(await exported(ann)).toEqual(before);
    expect(await open()).toHaveLength(1);
  });

  test("rejected, or its run undone, it is never proposed again", async () => {
    const { runId } = await run();
    await link("d", "dora", "WORKS_AT", "mill");
    const second = await run();
    expect(second.counts).toMatchObject({ proposed: 2 });
    await memory.desk.undoRun("ann", second.runId, { again: false });
    expect(await open()).toHaveLength(1);
    const { id } = must((await open())[0]);
    const rejected = await memory.desk.reject("ann", id);
    expect(rejected).toMatchObject({ kind: "inferred", state: "rejected" });
    expect(await memory.desk.reject("ann", id)).toMatchObject({ runId: null });
    expect(await open()).toEqual([]);
    expect((await run()).counts).toMatchObject({ candidates: 3, proposed: 0 });
    await memory.desk.undoRun("ann", must(rejected.runId), { again: false });
    expect(await open(), "the decision was undone").toHaveLength(1);
    await memory.desk.undoRun("ann", runId, { again: false });
  });

  test("what does not follow any more is not asked about, and cannot be accepted", async () => {
    await run();
    const { id } = must((await open())[0]);
    await ann.apply(batch([{ op: "fact.patch", id: "c", set: { status: "superseded" } }]));
    expect(await open()).toEqual([]);
    await expect(memory.desk.accept("ann", id)).rejects.toMatchObject({ code: "conflict" });
    await ann.forget({ entityId: "carl" }, memory.clock.now());
    expect(await ann.review(id)).toBeNull();
    await expect(memory.desk.accept("ann", id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("no more than a hundred questions stand open; one that is answered makes room for one", async () => {
    const mutations: Mutation[] = [];
    for (let n = 0; n < 120; n++) {
      const id = `child${n}`;
      mutations.push({ op: "entity.put", entity: entity(id, `Child ${n}`, { status: "verified" }) });
      const child = { objectId: id, value: null, status: "verified" } as const;
      mutations.push({ op: "fact.put", fact: fact(`has${n}`, "dora", "HAS_CHILD", child) });
    }
    await ann.apply(batch(mutations));
    expect((await run()).counts).toMatchObject({ candidates: 121, proposed: 100 });
    expect((await run()).counts).toMatchObject({ proposed: 0 });
    await memory.desk.reject("ann", must((await open())[0]).id);
    expect((await run()).counts).toMatchObject({ proposed: 1 });
  });

  test("all that waits is listed page by page, each once", async () => {
    await link("d", "dora", "WORKS_AT", "mill");
    await run();
    await link("x", "bea", "BORN_IN", "mill", { status: "disputed" });
    await link("y", "bea", "BORN_IN", "dora", { status: "disputed" });
    const kinds: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await reviewItems(ann, { state: "open", limit: 1, cursor }, memory.clock.now());
      kinds.push(...page.items.map(({ kind }) => kind));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(kinds).toEqual(["dispute", "inferred", "inferred", "inferred"]);
  });
});
