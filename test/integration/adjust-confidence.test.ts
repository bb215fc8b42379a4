import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { DAY_MS } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { adjustConfidence } from "../../src/services/maintenance/confidence/adjust.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { reviewItems } from "../../src/services/review/queue.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { batch, entity, fact, must, quote, say } from "../contracts/memory-store-story.ts";
import { jobContext, undoAll } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  const put: Mutation = { op: "entity.put", entity: entity("a", "Ada", { status: "verified" }) };
  await ann.apply(batch([put]));
});
afterEach(() => memory.close());

async function run(dryRun = false) {
  const context = jobContext({ dryRun });
  const counts = await adjustConfidence.run(memory, ann, context);
  return { runId: context.runId, counts };
}

/** A statement told in so many turns, one a day. */
async function tell(id: string, predicate: string, turns: number, more: Partial<Fact> = {}): Promise<void> {
  const evidence: Fact["evidence"] = [];
  for (let n = 0; n < turns; n++) {
    const said = `Words ${n} of ${id}.`;
    const episode = await say(ann, `${id}-${n}`, said, { occurredAt: memory.clock.now() });
    evidence.push(quote(episode, said));
  }
  const known = fact(id, "a", predicate, {
    status: "verified",
    confidence: 0.8,
    origin: "extract/1",
    createdAt: memory.clock.now(),
    evidence,
    ...more,
  });
  await ann.apply(batch([{ op: "fact.put", fact: known }]));
}

const confidenceOf = async (id: string): Promise<number> => must(await ann.fact(id)).confidence;

describe("adjust-confidence", () => {
  test("raises what is told often, lowers what is not told any more; again: nothing; undone: all as before", async () => {
    await tell("often", "LIKES", 5, { value: "tea" });
    await tell("once", "LIKES", 1, { value: "cake" });
    memory.clock.advance(65 * DAY_MS);
    await tell("now", "OWNS", 5, { value: "a bicycle" });
    const before = await exported(ann);

    const dry = await run(true);
    expect(await exported(ann)).toEqual(before);
    const plan = await diffOfRun(ann, dry.runId, { limit: 50 });
    expect(plan.items.find(({ id }) => id === "once")?.fields).toMatchObject([
      { field: "confidence", from: 0.8 },
    ]);

    const { runId, counts } = await run();
    expect(counts).toMatchObject({ facts: 3, disputed: 0 });
    expect(await confidenceOf("now")).toBeGreaterThan(0.8);
    expect(await confidenceOf("once")).toBeLessThan(0.8);
    expect(must(await ann.fact("once")).status).toBe("verified");
    const after = await exported(ann);
    expect((await run()).counts).toMatchObject({ raised: 0, lowered: 0 });
    expect(await exported(ann)).toEqual(after);
    expect(await undoAll(ann, runId)).toBe((counts["raised"] ?? 0) + (counts["lowered"] ?? 0));
    expect(await exported(ann)).toEqual(before);
  });

  test("what is told again has the confidence it had", async () => {
    await tell("f", "LIKES", 1, { value: "tea" });
    memory.clock.advance(200 * DAY_MS);
    await run();
    expect(await confidenceOf("f")).toBeLessThan(0.8);
    const episode = await say(ann, "again", "Tea again.", { occurredAt: memory.clock.now() });
    await ann.apply(batch([{ op: "fact.evidence", id: "f", evidence: [quote(episode, "Tea again")] }]));
    await run();
    expect(must(await ann.fact("f"))).toMatchObject({ confidence: 0.8 });
    expect(must(await ann.fact("f"))).not.toHaveProperty("base");
  });

  test("repetition never makes believed what is not", async () => {
    await tell("f", "LIKES", 30, { status: "staged", confidence: 0.4 });
    await run();
    expect(must(await ann.fact("f"))).toMatchObject({ status: "staged" });
    expect(await confidenceOf("f")).toBeLessThanOrEqual(0.61);
  });

  test("what the owner decides takes the place of an adjustment, and a later change keeps it from being undone", async () => {
    await tell("f", "LIKES", 1);
    memory.clock.advance(100 * DAY_MS);
    const { runId } = await run();
    await ann.apply(batch([{ op: "fact.patch", id: "f", set: { confidence: 1 } }]));
    expect(must(await ann.fact("f"))).not.toHaveProperty("base");
    await undoAll(ann, runId);
    expect(await confidenceOf("f")).toBe(1);
    expect(await run()).toMatchObject({ counts: { lowered: 0 } });
  });

  test("two values of what has one, told of one day, are put before the owner once", async () => {
    await tell("rome", "BORN_IN", 1, { value: "Rome" });
    await tell("oslo", "BORN_IN", 1, { value: "Oslo" });
    const before = await exported(ann);
    expect((await run(true)).counts).toMatchObject({ disputed: 2 });
    expect(await exported(ann)).toEqual(before);
    const { runId, counts } = await run();
    expect(counts).toMatchObject({ disputed: 2 });
    expect((await reviewItems(ann, { state: "open", limit: 5 }, memory.clock.now())).items).toMatchObject([
      { kind: "dispute" },
    ]);
    const after = await exported(ann);
    expect((await run()).counts).toMatchObject({ disputed: 0, raised: 0, lowered: 0 });
    expect(await exported(ann)).toEqual(after);
    await undoAll(ann, runId);
    expect(await exported(ann)).toEqual(before);
    expect((await run()).counts, "asked once").toMatchObject({ disputed: 0 });
  });
});
