import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Community } from "../../src/domain/model/community.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { rebuildCommunities } from "../../src/services/maintenance/communities/communities.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import { recipeNamed } from "../../src/services/retrieval/recipes.ts";
import { search } from "../../src/services/retrieval/search.ts";
import type { RerankRule } from "../../src/services/retrieval/types.ts";
import { batch, entity, fact, must, walk } from "../contracts/memory-store-story.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { writingModel, type WritingModel } from "../support/writing-model.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** The job that finds topics: over a real store, with a scripted model. */
let memory: TestMemory;
let ann: UserStore;
let script: WritingModel;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  script = writingModel();
});
afterEach(() => memory.close());

let runs = 0;
async function run(dryRun = false, more: { spent?: boolean } = {}) {
  const runId = `run${(runs += 1)}`;
  const budget = { isSpent: async () => more.spent === true };
  const deps = { ...memory, ...script, budget, canVote: () => script.write !== null };
  const { signal } = new AbortController();
  const automatic = more.spent === true;
  const context = { userId: "ann", runId, dryRun, automatic, signal, spend: async () => undefined };
  return { runId, counts: await rebuildCommunities.run(deps, ann, context) };
}

const topics = (): Promise<Community[]> => walk((request) => ann.communityPage(request), 50);
const all = async () => ({ ...(await exported(ann)), topics: await topics() });

const person = (id: string): Mutation => ({
  op: "entity.put",
  entity: entity(id, `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`, { type: "person", status: "verified" }),
});
const knows = (a: string, b: string): Mutation => ({
  op: "fact.put",
  fact: fact(`${a}-${b}`, a, "KNOWS", {
    objectId: b,
    status: "verified",
    text: `${a.slice(0, 1).toUpperCase()}${a.slice(1)} sails with ${b.slice(0, 1).toUpperCase()}${b.slice(1)}.`,
  }),
});

const SAILORS = ["anton", "berta", "carlo", "dora"];
const COOKS = ["emil", "frida", "gerd"];

/** Two circles of friends, one of whom knows one of the other. */
async function circles(): Promise<void> {
  const pairs = (names: string[]): Mutation[] =>
    names.flatMap((a, i) => names.slice(i + 1).map((b) => knows(a, b)));
  await ann.apply(
    batch([...[...SAILORS, ...COOKS].map(person), ...pairs(SAILORS), ...pairs(COOKS), knows("dora", "emil")]),
  );
}

const membersOf = (found: Community[]): string[][] =>
  found.map(({ members }) => [...members].sort()).sort((a, b) => b.length - a.length);

test("what belongs together becomes a topic with a plain name and what is known; a second run changes nothing", async () => {
  await circles();
  const { counts } = await run();
  expect(counts).toMatchObject({ communities: 2, created: 2, changed: 0, removed: 0, modelCalls: 0 });
  const found = await topics();
  expect(membersOf(found)).toEqual([SAILORS, COOKS]);
  const sailors = must(found.find(({ members }) => members.includes("anton")));
  expect(sailors.name.split(", ")).toHaveLength(3);
  expect(sailors.summary).toMatch(/^\w+ sails with \w+\. /);
  expect(sailors).toMatchObject({ writtenBy: "code", asked: false });
  const before = await all();
  expect((await run()).counts).toMatchObject({ created: 0, changed: 0, removed: 0 });
  expect(await all()).toEqual(before);
});

test("a dry run shows what it would do and does nothing; a run is undone exactly", async () => {
  await circles();
  const before = await all();
  const dry = await run(true);
  expect(dry.counts).toMatchObject({ created: 2 });
  expect(await all()).toEqual(before);
  const plan = await diffOfRun(ann, dry.runId, { limit: 50 });
  expect(plan.items.map(({ action, kind }) => [action, kind])).toEqual([
    ["create", "community"],
    ["create", "community"],
  ]);
  expect(JSON.stringify(await ann.diff(dry.runId)), "text would outlive its forgetting").not.toMatch(
    /sails|Anton/,
  );
  const { runId } = await run();
  const after = await all();
  const lines = (await diffOfRun(ann, runId, { limit: 50 })).items;
  expect(lines.map(({ name }) => name).sort()).toEqual((await topics()).map(({ name }) => name).sort());
  expect((await memory.desk.undoRun("ann", runId, { again: false })).skipped).toEqual([]);
  expect(await all()).toEqual(before);
  await run();
  expect(membersOf(await topics())).toEqual(membersOf(after.topics));
});

test("a new thing joins the topic of most of its neighbours; the topic keeps its id", async () => {
  await circles();
  await run();
  const before = await topics();
  await ann.apply(
    batch([person("hugo"), knows("hugo", "anton"), knows("hugo", "berta"), knows("hugo", "emil")]),
  );
  expect((await run()).counts).toMatchObject({ created: 0, changed: 1, removed: 0 });
  const found = await topics();
  expect(found.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(must(found.find(({ members }) => members.includes("hugo"))).members).toContain("anton");
});

test("two things are no topic, and what falls apart is no topic any more", async () => {
  await ann.apply(batch([person("anton"), person("berta"), knows("anton", "berta")]));
  expect((await run()).counts).toMatchObject({ communities: 0 });
  await circles();
  await run();
  await ann.apply(
    batch(
      ["emil-frida", "emil-gerd", "frida-gerd", "dora-emil"].map((id): Mutation => ({
        op: "fact.delete",
        id,
      })),
    ),
  );
  expect((await run()).counts).toMatchObject({ removed: 1 });
  expect(membersOf(await topics())).toEqual([SAILORS]);
});

test("merged members are one", async () => {
  await circles();
  await run();
  await ann.apply(batch([person("bertha"), knows("bertha", "carlo"), knows("bertha", "anton")]));
  await run();
  await memory.desk.merge("ann", "berta", "bertha");
  const found = must((await topics()).find(({ members }) => members.includes("anton")));
  const survivor = found.members.filter((id) => id.startsWith("bert"));
  expect(survivor).toHaveLength(1);
  expect((await ann.entity(must(survivor[0])))?.mergedInto).toBeUndefined();
});

describe("a model that can write", () => {
  const good = (item: string) => ({ name: "who sails", summary: must(/- (.*)/.exec(item)?.[1]) });

  test("words each topic once; what it says beyond the facts is left out", async () => {
    await circles();
    script.write = (item) =>
      /Anton/.test(item)
        ? good(item)
        : { name: "who sails", summary: "Emil sails with Zacharias since 1999." };
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 1 });
    const found = await topics();
    const sailors = must(found.find(({ members }) => members.includes("anton")));
    const cooks = must(found.find(({ members }) => members.includes("emil")));
    expect(sailors).toMatchObject({ name: "who sails", writtenBy: "model", asked: true });
    expect(cooks).toMatchObject({ writtenBy: "code", asked: true });
    expect(cooks.summary).not.toMatch(/Zacharias|1999/);
    const before = await all();
    expect((await run()).counts).toMatchObject({ modelCalls: 0, changed: 0 });
    expect(await all()).toEqual(before);
    await ann.apply(
      batch([
        { op: "fact.patch", id: "emil-frida", set: { text: "Emil cooks with Frida." } },
        knows("gerd", "emil"),
      ]),
    );
    script.asked = [];
    await run();
    expect(script.asked.join(), "what it has not seen").toMatch(/Gerd sails with Emil/);
    expect(script.asked.join()).not.toMatch(/Anton sails/);
  });

  test("what was forgotten while it wrote does not come back", async () => {
    await circles();
    script.write = good;
    script.meanwhile = async () => void (await ann.forget({ entityId: "anton" }, memory.clock.advance(1000)));
    await run();
    expect(JSON.stringify([await topics(), await walk((r) => ann.changePage(r), 50)])).not.toMatch(/Anton/i);
    script.meanwhile = async () => undefined;
    await run();
    expect(membersOf(await topics())).toContainEqual(["berta", "carlo", "dora"]);
    expect(JSON.stringify(await topics())).not.toMatch(/anton/i);
  });

  test("is not asked when the night's budget is used up", async () => {
    await circles();
    script.write = good;
    expect((await run(false, { spent: true })).counts).toMatchObject({
      created: 2,
      modelCalls: 0,
      written: 0,
    });
    expect((await run()).counts).toMatchObject({ modelCalls: 1, written: 2, created: 0 });
  });
});

describe("search", () => {
  const ask = async (
    query: string,
    more: { kinds?: ["community"]; recipe?: string; rerank?: RerankRule } = {},
  ) => {
    const recipe = { ...recipeNamed(more.recipe), rerank: more.rerank };
    const crossEncoder = {
      rerank: async (_: string, texts: string[]) => texts.map((text) => (/Emil/.test(text) ? 1 : 0)),
    };
    const deps = {
      clock: memory.clock,
      embedQuery: async () => null,
      observe: () => undefined,
      crossEncoder,
    };
    return search(deps as never, ann, { query, limit: 20, recipe, kinds: more.kinds });
  };

  test("finds topics when asked for them and in the exhaustive recipe, by words", async () => {
    await circles();
    await run();
    expect((await ask("who sails?")).map(({ kind }) => kind)).not.toContain("community");
    expect((await ask("who sails?", { recipe: "exhaustive" })).map(({ kind }) => kind)).toContain(
      "community",
    );
    const found = await ask("who sails?", { kinds: ["community"] });
    expect(found.map(({ kind, status }) => [kind, status])).toEqual([
      ["community", "derived"],
      ["community", "derived"],
    ]);
    expect(must(found[0]).text).toMatch(/: .* sails with /);
  });

  test.each<RerankRule>([
    { kind: "rrf", k: 60 },
    { kind: "mmr", lambda: 0.7 },
    { kind: "cross_encoder", top: 10 },
  ])("reranks them by $kind", async (rule) => {
    await circles();
    await run();
    const found = await ask("who sails with emil?", { kinds: ["community"], rerank: rule });
    expect(found).toHaveLength(2);
    expect(must(found[0]).components).toHaveProperty("rerank");
    if (rule.kind === "cross_encoder") expect(must(found[0]).text).toMatch(/Emil/);
  });
});
