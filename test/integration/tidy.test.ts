import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Entity } from "../../src/domain/model/entity.ts";
import { MINUTE_MS } from "../../src/domain/model/time.ts";
import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { deduplicate } from "../../src/services/maintenance/identity/deduplicate.ts";
import { consolidateTypes } from "../../src/services/maintenance/types/consolidate-types.ts";
import type { PromptLibrary } from "../../src/services/prompts/library.ts";
import { rootEntity } from "../../src/services/review/merge.ts";
import { reviewItems } from "../../src/services/review/queue.ts";
import { batch, entity, fact, must, quote, say } from "../contracts/memory-store-story.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { asCalibrated } from "../support/as-calibrated.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
/** The jobs that bring entities, types and predicates together. */
let memory: TestMemory;
let ann: UserStore;
/** What the model says to each pair it is asked about; none when it is not there. */
let answers: ((pair: string) => string) | null;
let asked: string[];
let embedder: Embedder | null;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  answers = null;
  asked = [];
  embedder = null;
});
afterEach(() => memory.close());

const model: ChatModel = {
  info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
  health: async () => "ready",
  close: async () => undefined,
  async *stream(request: ModelRequest) {
    const pairs = must(request.messages.at(-1))
      .content.split(/^\d+\. /m)
      .slice(1);
    asked.push(...pairs);
    const said = pairs.map((pair, at) => ({ n: at + 1, why: "", answer: must(answers)(pair) }));
    yield { type: "delta", text: JSON.stringify({ pairs: said }) } as const;
    yield { type: "finish", reason: "stop", usage: null, model: "scripted" } as const;
  },
};
const prompts: PromptLibrary = {
  get: (name) => ({ name, version: 1, text: name, origin: name }),
};

let runs = 0;

async function run(job: typeof deduplicate | typeof consolidateTypes, dryRun = false) {
  const runId = `run${(runs += 1)}`;
  const budget = { isSpent: async () => false };
  const canVote = (): boolean => answers !== null;
  const deps = {
    ...memory,
    model,
    prompts,
    budget,
    embedder: asCalibrated(embedder),
    canVote,
  };
  const { signal } = new AbortController();
  const context = { userId: "ann", runId, dryRun, automatic: false, signal, spend: async () => undefined };
  return { runId, counts: await job.run(deps, ann, context) };
}

async function add(id: string, name: string, more: Partial<Entity> = {}): Promise<void> {
  const known = entity(id, name, { type: "person", status: "verified", ...more });
  await ann.apply(batch([{ op: "entity.put", entity: known }]));
}

/** A fact told in a turn of a conversation, which mentions who it is about. */
async function tell(id: string, subject: string, predicate: string, value: string, conversationId = "c1") {
  const episode = await say(ann, `e-${id}`, `Words of ${id}.`, {
    conversationId,
    occurredAt: memory.clock.advance(MINUTE_MS),
  });
  const evidence = [quote(episode, `Words of ${id}`)];
  const known = fact(id, subject, predicate, {
    value,
    status: "verified",
    evidence,
    createdAt: memory.clock.now(),
  });
  await ann.apply(
    batch([
      { op: "fact.put", fact: known },
      { op: "mention.put", episodeId: episode.id, entityId: subject, start: 0, end: 5 },
    ]),
  );
}

const open = async () => (await reviewItems(ann, { state: "open", limit: 50 }, memory.clock.now())).items;

describe("who may be one", () => {
  test("the same name, type and company, and nothing against it: merged; a second run changes nothing", async () => {
    await add("a", "Annelie Martin", { mentionCount: 3 });
    await add("b", "annelie martin", { type: "Human" });
    await tell("f1", "a", "LIKES", "tea");
    await tell("f2", "b", "LIKES", "cake");
    const before = await exported(ann);
    const dry = await run(deduplicate, true);
    expect(dry.counts).toMatchObject({ merged: 1, proposed: 0 });
    expect(await exported(ann)).toEqual(before);
    const plan = await diffOfRun(ann, dry.runId, { limit: 50 });
    const merged = must(plan.items.find(({ fields }) => fields.some(({ field }) => field === "mergedInto")));
    expect(merged).toMatchObject({ action: "change", kind: "entity", id: "b", name: "annelie martin" });
    const { runId, counts } = await run(deduplicate);
    expect(counts).toMatchObject({ merged: 1, proposed: 0, modelCalls: 0 });
    expect(await ann.entity("b")).toMatchObject({ mergedInto: "a" });
    const after = await exported(ann);
    expect((await run(deduplicate)).counts).toMatchObject({ candidates: 0, merged: 0 });
    expect(await exported(ann)).toEqual(after);
    const diff = await diffOfRun(ann, runId, { limit: 50 });
    expect(diff.items.map((line) => line.name)).toContain("Annelie Martin");
    expect((await memory.desk.undoRun("ann", runId, { again: false })).skipped).toEqual([]);
    expect(await exported(ann)).toEqual(before);
    expect((await run(deduplicate)).counts, "the owner split them").toMatchObject({ merged: 0, proposed: 0 });
  });

  test("two people with one name stay two: told apart by what never changes, or asked about", async () => {
    await add("a", "Martin");
    await add("b", "Martin");
    await add("c", "Martin");
    await tell("f1", "a", "BIRTHDAY", "3 May");
    await tell("f2", "b", "BIRTHDAY", "4 June");
    await tell("f3", "c", "LIKES", "tea", "another");
    const { counts } = await run(deduplicate);
    expect(counts).toMatchObject({ merged: 0, apart: 1, proposed: 2 });
    expect((await open()).map((item) => item.kind)).toEqual(["merge", "merge"]);
  });

  test("one first name in one conversation is asked about; the same company as well is enough", async () => {
    await add("a", "Martin");
    await add("b", "Martin");
    await tell("f1", "a", "LIKES", "tea");
    await tell("f2", "b", "LIKES", "cake");
    expect((await run(deduplicate, true)).counts).toMatchObject({ merged: 0, proposed: 1 });
    await add("club", "Chess club", { type: "club" });
    const member = (id: string, of: string) => fact(id, of, "MEMBER_OF", { objectId: "club", value: null });
    await ann.apply(
      batch([
        { op: "fact.put", fact: member("m1", "a") },
        { op: "fact.put", fact: member("m2", "b") },
      ]),
    );
    expect((await run(deduplicate)).counts).toMatchObject({ merged: 1, proposed: 0 });
    expect(await ann.fact("m2")).toBeNull();
  });

  test("short forms, parts and slips are asked about; side by side in one turn they are two", async () => {
    await add("bob", "Bob");
    await add("robert", "Robert Miller");
    await add("anneliese", "Anneliese");
    await add("annelise", "Annelise");
    await add("ben", "Ben");
    await add("benjamin", "Benjamin");
    const both = await say(ann, "both", "Ben met Benjamin.");
    await ann.apply(
      batch([
        { op: "mention.put", episodeId: both.id, entityId: "ben", start: 0, end: 3 },
        { op: "mention.put", episodeId: both.id, entityId: "benjamin", start: 8, end: 16 },
      ]),
    );
    const { counts } = await run(deduplicate);
    expect(counts).toMatchObject({ merged: 0, proposed: 2, apart: 1 });
    const items = await open();
    const reasons = items.map((item) => (item.kind === "merge" ? item.reason : "")).sort();
    expect(reasons).toEqual(["misspelling", "nickname"]);
    const answer = await memory.desk.reject("ann", must(items[0]).id);
    expect(answer).toMatchObject({ kind: "merge", state: "rejected" });
    expect((await run(deduplicate)).counts).toMatchObject({ merged: 0, proposed: 0, apart: 1 });
    expect(await open()).toHaveLength(1);
    await memory.desk.undoRun("ann", must(answer.runId), { again: false });
    expect(await open()).toHaveLength(2);
  });

  test("the one sister without a name and the one with a name", async () => {
    const self = await ann.self();
    await add("role", "my sister");
    await add("lia", "Lia");
    const sister = (id: string, objectId: string) =>
      fact(id, self.id, "HAS_SISTER", { objectId, value: null });
    await ann.apply(
      batch([
        { op: "fact.put", fact: sister("s1", "role") },
        { op: "fact.put", fact: sister("s2", "lia") },
      ]),
    );
    await run(deduplicate);
    const [item] = await open();
    expect(item).toMatchObject({ kind: "merge", reason: "role" });
    const { entityId } = await memory.desk.accept("ann", must(item).id);
    expect(await ann.entity(must(entityId))).toMatchObject({ name: "Lia" });
    expect((await ann.entitiesByAlias(["my sister"])).map((hit) => hit.entity.id)).toEqual([entityId]);
  });

  test("two people without a name, known by the same role in other words", async () => {
    await add("one", "my mother");
    await add("other", "Mum");
    await add("third", "my sister");
    expect((await run(deduplicate)).counts).toMatchObject({ candidates: 1, proposed: 1 });
    expect(await open()).toMatchObject([{ kind: "merge", reason: "role" }]);
  });

  test("a model that can vote says how they look; code applies it, the owner gets the rest", async () => {
    await add("bob", "Bob");
    await add("robert", "Robert");
    await add("sam", "Sam");
    await add("samuel", "Samuel");
    await add("samantha", "Samantha");
    await add("lena", "Lena");
    await add("helena", "Helena");
    answers = (pair) => (/Lena/.test(pair) ? "unclear" : "same");
    const { counts, runId } = await run(deduplicate);
    expect(counts).toMatchObject({ merged: 1, modelCalls: 1 });
    expect(asked[0]).toMatch(/person/);
    const names = (await open()).flatMap((item) => (item.kind === "merge" ? item.entities : []));
    expect(new Set(names.map(({ entity: one }) => one.name))).toEqual(
      new Set(["Sam", "Samuel", "Samantha", "Lena", "Helena"]),
    );
    asked = [];
    expect((await run(deduplicate)).counts).toMatchObject({ merged: 0, proposed: 0, modelCalls: 0 });
    expect(asked).toEqual([]);
    await memory.desk.undoRun("ann", runId, { again: false });
    expect(await ann.entity("bob")).not.toHaveProperty("mergedInto");
    expect((await run(deduplicate)).counts).toMatchObject({ merged: 0, modelCalls: 0 });
  });

  test("one run asks about twenty pairs; those of one name are never split over two runs", async () => {
    for (let n = 0; n < 9; n++) {
      await add(`alex${n}`, `Alex Ford${n}`);
      await add(`alexander${n}`, `Alexander Ford${n}`);
      await add(`alexandra${n}`, `Alexandra Ford${n}`);
    }
    answers = (pair) => (/Alexander.*Alexandra/s.test(pair) ? "different" : "same");
    const perRun: number[] = [];
    for (let calls = 1; calls > 0;) {
      asked = [];
      const { counts } = await run(deduplicate);
      expect(counts, "Alex may be either").toMatchObject({ merged: 0 });
      calls = counts["modelCalls"] ?? 0;
      if (calls > 0) perRun.push(asked.length);
    }
    expect(perRun).toEqual([18, 9]);
  });

  test("entities that a file merged in a circle are looked up in an end", async () => {
    await add("a", "Anna", { mergedInto: "b", status: "archived" });
    await add("b", "Anna", { mergedInto: "a", status: "archived" });
    expect(await rootEntity(ann, "a")).toMatchObject({ id: "b" });
  });

  test("what a model takes for two is not asked about", async () => {
    await add("bob", "Bob");
    await add("robert", "Robert");
    answers = () => "different";
    expect((await run(deduplicate)).counts).toMatchObject({ apart: 1, proposed: 0 });
    expect(await open()).toEqual([]);
    expect((await run(deduplicate)).counts).toMatchObject({ candidates: 0 });
  });
});

describe("types and predicates", () => {
  test("spellings of one kind become one; undone as a run, and not done again", async () => {
    await add("a", "Ada", { type: "person" });
    await add("b", "Bela", { type: "person" });
    await add("c", "Cleo", { type: "Human" });
    await tell("f1", "a", "RESIDES_IN", "Lyon");
    await tell("f2", "b", "WORKS_FOR", "Ravel");
    const before = await exported(ann);
    const dry = await run(consolidateTypes, true);
    expect(dry.counts).toMatchObject({ types: 1, predicates: 2, entities: 1, facts: 2 });
    expect(await exported(ann)).toEqual(before);
    const plan = await diffOfRun(ann, dry.runId, { limit: 50 });
    expect(plan.items[0]).toMatchObject({
      name: "Cleo",
      fields: [{ field: "type", from: "Human", to: "person" }],
    });
    const { runId } = await run(consolidateTypes);
    expect(await ann.entity("c")).toMatchObject({ type: "person" });
    expect(await ann.fact("f1")).toMatchObject({ predicate: "LIVES_IN" });
    expect(await ann.fact("f2")).toMatchObject({ predicate: "WORKS_AT" });
    const after = await exported(ann);
    expect((await run(consolidateTypes)).counts).toMatchObject({ types: 0, predicates: 0 });
    expect(await exported(ann)).toEqual(after);
    await memory.desk.undoRun("ann", runId, { again: false });
    expect(await exported(ann)).toEqual(before);
    expect((await run(consolidateTypes)).counts, "the owner said no").toMatchObject({
      types: 0,
      predicates: 0,
    });
  });

  test("what two names of a relation said becomes one; what held before ends; undone it is as before", async () => {
    await add("a", "Ada");
    await tell("old", "a", "RESIDES_IN", "Lyon");
    await tell("new", "a", "LIVES_IN", "Oslo");
    await tell("twice", "a", "WORKS_FOR", "Ravel");
    await tell("again", "a", "WORKS_AT", "Ravel");
    const before = await exported(ann);
    const { runId } = await run(consolidateTypes);
    expect(await ann.fact("old")).toMatchObject({ predicate: "LIVES_IN", status: "superseded" });
    expect(await ann.fact("new")).toMatchObject({ status: "verified" });
    expect(await ann.fact("twice")).toBeNull();
    expect(must(await ann.fact("again")).evidence).toHaveLength(2);
    await memory.desk.undoRun("ann", runId, { again: false });
    expect(await exported(ann)).toEqual(before);
  });

  test("names that are alike are put to a model once", async () => {
    await add("a", "Trip to Rome", { type: "TravelEvent" });
    await add("b", "Trip to Oslo", { type: "TravelEvent" });
    await add("c", "Trip to Bern", { type: "TripEvent" });
    await add("d", "Concert", { type: "MusicEvent" });
    answers = (pair) => (/MusicEvent/.test(pair) ? "different" : "same");
    expect((await run(consolidateTypes)).counts).toMatchObject({ types: 1, entities: 1 });
    expect(await ann.entity("c")).toMatchObject({ type: "TravelEvent" });
    expect(await ann.entity("d")).toMatchObject({ type: "MusicEvent" });
    asked = [];
    expect((await run(consolidateTypes)).counts).toMatchObject({ types: 0, modelCalls: 0 });
    expect(asked).toEqual([]);
    await add("e", "Trip to Nice", { type: "TripEvent" });
    answers = null;
    const { runId, counts } = await run(consolidateTypes);
    expect(counts, "learned, nobody needs to be asked").toMatchObject({ types: 1, entities: 1 });
    await memory.desk.undoRun("ann", runId, { again: false });
    expect((await run(consolidateTypes)).counts, "the owner said no").toMatchObject({ types: 0 });
  });
});

/** Texts of one list point the same way; all others each in a direction of its own. */
function nearEachOther(...lists: string[][]): Embedder {
  const known: string[] = [];
  const axisOf = (text: string): number => {
    const list = lists.findIndex((words) => words.some((word) => text.startsWith(word)));
    if (list >= 0) return list;
    if (!known.includes(text)) known.push(text);
    return lists.length + known.indexOf(text);
  };
  return {
    tag: async () => "m/32",
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(32);
        vector[axisOf(text)] = 1;
        return vector;
      }),
    health: async () => "ready",
    close: async () => undefined,
  };
}

async function embedAll(by: Embedder): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const waiting = await ann.unembedded("m/32", 20);
    if (waiting.length === 0) return;
    const vectors = await by.embed(
      waiting.map(({ text }) => text),
      signal,
    );
    await ann.putVectors(
      "m/32",
      waiting.map((item, n) => ({ ...item, vector: must(vectors[n]) })),
    );
  }
}

describe("what lies near by vectors", () => {
  async function twoNames(): Promise<void> {
    await add("a", "Big Blue", { type: "company", mentionCount: 3 });
    await add("b", "IBM", { type: "company" });
    await add("c", "IBM Street", { type: "street" });
    await tell("f1", "a", "LIKES", "chess");
    await tell("f2", "b", "LIKES", "chess", "another");
    await embedAll(nearEachOther(["Big Blue", "IBM"]));
  }

  test("two names of one thing are asked about, and merged when the model says so", async () => {
    await twoNames();
    answers = () => "same";
    expect((await run(deduplicate)).counts, "without an embedder").toMatchObject({ candidates: 0 });
    embedder = nearEachOther(["Big Blue", "IBM"]);
    expect((await run(deduplicate)).counts).toMatchObject({ candidates: 1, merged: 1 });
    expect(await ann.entity("b")).toMatchObject({ mergedInto: "a" });
  });

  test("what the model cannot tell is left apart for good, and never the owner's question", async () => {
    await twoNames();
    embedder = nearEachOther(["Big Blue", "IBM"]);
    expect((await run(deduplicate)).counts, "without a model").toMatchObject({ candidates: 0 });
    answers = () => "unclear";
    expect((await run(deduplicate)).counts).toMatchObject({ merged: 0, proposed: 0, apart: 1 });
    expect(await open()).toEqual([]);
    expect((await run(deduplicate)).counts).toMatchObject({ candidates: 0 });
  });

  test("kinds whose names share no word are asked about", async () => {
    await add("a", "Ada", { type: "physicist" });
    await add("b", "Bo", { type: "scientist" });
    await add("c", "Cy", { type: "scientist" });
    await add("d", "Di", { type: "street" });
    answers = () => "same";
    expect((await run(consolidateTypes)).counts).toMatchObject({ types: 0 });
    embedder = nearEachOther(["physicist", "scientist"]);
    expect((await run(consolidateTypes)).counts).toMatchObject({ types: 1, entities: 1 });
    expect(await ann.entity("a")).toMatchObject({ type: "scientist" });
    expect(asked).toHaveLength(1);
  });
});
