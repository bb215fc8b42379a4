import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { summarise } from "../../src/services/maintenance/summaries/summarise.ts";
import { shownLines } from "../../src/services/retrieval/shown-lines.ts";
import { batch, entity, fact, must, START, walk } from "../contracts/memory-store-story.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { writingModel, type WritingModel } from "../support/writing-model.ts";

/** The job that sums up entities: over a real store, with a scripted model. */
let memory: TestMemory;
let ann: UserStore;
let script: WritingModel;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  const self = await ann.self();
  script = writingModel();
  await ann.apply(
    batch([
      { op: "entity.put", entity: entity("lia", "Lia", { type: "person", status: "verified" }) },
      { op: "entity.put", entity: entity("garda", "Lake Garda", { type: "lake", status: "verified" }) },
    ]),
  );
  await tell("f1", { text: "Lia is a nurse.", confidence: 0.9 });
  await tell("f2", { text: "Lia sails on Lake Garda.", objectId: "garda", value: null, confidence: 0.8 });
  await tell("f3", { text: "Lia was born in 1984.", confidence: 0.7 });
  await tell("f4", { text: "Lia may like tea.", status: "staged" });
  await tell("f5", { text: "The user has a sister, Lia.", subjectId: self.id, objectId: "lia", value: null });
});
afterEach(() => memory.close());

async function tell(id: string, more: Partial<Fact>): Promise<void> {
  const known = fact(id, "lia", `P${id}`, { status: "verified", value: `value ${id}`, ...more });
  await ann.apply(batch([{ op: "fact.put", fact: known }]));
}

let runs = 0;
async function run(dryRun = false, more: { spent?: boolean } = {}) {
  const runId = `run${(runs += 1)}`;
  const budget = { isSpent: async () => more.spent === true };
  const deps = { ...memory, ...script, budget, canVote: () => script.write !== null };
  const { signal } = new AbortController();
  const automatic = more.spent === true;
  const context = { userId: "ann", runId, dryRun, automatic, signal, spend: async () => undefined };
  return { runId, counts: await summarise.run(deps, ann, context) };
}

const lia = async () => must(await ann.entity("lia"));

test("code tells what is believed, its own facts first; a second run changes nothing", async () => {
  expect((await run()).counts).toMatchObject({ entities: 2, summaries: 1, modelCalls: 0 });
  const { summary, summaryBasis } = await lia();
  expect(summary).toBe(
    "Lia (person): Lia is a nurse. Lia sails on Lake Garda. Lia was born in 1984. The user has a sister, Lia.",
  );
  expect(summaryBasis).toEqual({ factIds: ["f1", "f2", "f3", "f5"], writtenBy: "code", asked: false });
  expect((await ann.entity("garda"))?.summary, "one fact sums up nothing").toBeNull();
  const before = await exported(ann);
  expect((await run()).counts).toMatchObject({ summaries: 0, cleared: 0 });
  expect(await exported(ann)).toEqual(before);
});

test("a dry run does nothing and keeps no words; a run is undone exactly", async () => {
  const before = await exported(ann);
  const dry = await run(true);
  expect(await exported(ann)).toEqual(before);
  const lines = (await diffOfRun(ann, dry.runId, { limit: 50 })).items;
  expect(lines.map(({ action, kind, name }) => [action, kind, name])).toEqual([["change", "entity", "Lia"]]);
  expect(JSON.stringify(await ann.diff(dry.runId))).not.toMatch(/nurse/);
  const { runId } = await run();
  expect((await memory.desk.undoRun("ann", runId, { again: false })).skipped).toEqual([]);
  expect(await exported(ann)).toEqual(before);
});

test("what is over is told no longer; with too little left the summary goes", async () => {
  await run();
  const over = { status: "superseded" as const, invalidAt: { at: START, precision: "day" as const } };
  await ann.apply(batch([{ op: "fact.patch", id: "f1", set: over }]));
  await run();
  expect((await lia()).summary).not.toMatch(/nurse/);
  await ann.apply(batch(["f2", "f3"].map((id) => ({ op: "fact.patch" as const, id, set: over }))));
  expect((await run()).counts).toMatchObject({ cleared: 1 });
  expect((await lia()).summary).toBeNull();
});

test("forgetting one of its facts takes the summary at once", async () => {
  await run();
  await ann.forget({ factId: "f3" }, memory.clock.advance(1000));
  expect((await lia()).summary).toBeNull();
  const log = JSON.stringify(await walk((request) => ann.changePage(request), 50));
  expect(log).not.toMatch(/1984/);
  await run();
  expect((await lia()).summary).toMatch(/nurse/);
});

describe("a model that can write", () => {
  test("words it once; what it says beyond the facts is left out", async () => {
    script.write = () => ({ name: "Lia", summary: "Lia is a nurse, born in 1984, who sails on Lake Garda." });
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 1 });
    expect((await lia()).summary).toBe("Lia is a nurse, born in 1984, who sails on Lake Garda.");
    expect((await lia()).summaryBasis).toMatchObject({ writtenBy: "model", asked: true });
    expect((await run()).counts).toMatchObject({ modelCalls: 0, summaries: 0 });
    await tell("f6", { text: "Lia has a cat, Minka." });
    script.write = () => ({ name: "Lia", summary: "Lia is a surgeon from Rome." });
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 0 });
    expect((await lia()).summary).toMatch(/^Lia \(person\): Lia is a nurse/);
    expect((await run()).counts).toMatchObject({ modelCalls: 0 });
  });

  test("what changes while it writes wins", async () => {
    script.write = () => ({ name: "Lia", summary: "Lia is a nurse, born in 1984." });
    script.meanwhile = async () => void (await ann.forget({ factId: "f3" }, memory.clock.advance(1000)));
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 0 });
    expect(JSON.stringify([await lia(), await walk((r) => ann.changePage(r), 50)])).not.toMatch(/1984/);
  });

  test("is not asked when the night's budget is used up", async () => {
    script.write = () => ({ name: "Lia", summary: "Lia is a nurse." });
    expect((await run(false, { spent: true })).counts).toMatchObject({ modelCalls: 0, summaries: 1 });
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 1 });
  });
});

test("a summary whose facts are told already is not told in recall", async () => {
  await run();
  const common = {
    status: "verified",
    score: 1,
    components: { evidence: 1 },
    evidence: [],
    isNew: false,
    isOutdated: false,
    untrue: [],
    isTold: false,
  };
  const facts = await ann.factsById(["f1", "f2", "f3", "f5"]);
  const told = facts.map((item) => ({
    ...common,
    kind: "fact" as const,
    id: item.id,
    text: item.text,
    item,
  }));
  const item = await lia();
  const summed = { ...common, kind: "entity" as const, id: "lia", text: item.summary ?? "", item };
  const asked = {
    question: "Who is Lia?",
    isAboutKnown: true,
    asksThen: false,
    leans: false,
    knowsFacts: true,
  };
  expect(shownLines([...told, summed], asked).map(({ id }) => id)).not.toContain("lia");
  expect(shownLines([...told.slice(1), summed], asked).map(({ id }) => id)).toContain("lia");
});
