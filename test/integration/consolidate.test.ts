import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { ChatModel } from "../../src/ports/chat-model.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { consolidate } from "../../src/services/maintenance/consolidate/consolidate.ts";
import { diffOfRun } from "../../src/services/maintenance/diff.ts";
import type { RunContext } from "../../src/services/maintenance/runs.ts";
import { search } from "../../src/services/retrieval/search.ts";
import { recipeNamed } from "../../src/services/retrieval/recipes.ts";
import { exported } from "../contracts/memory-store-review.ts";
import { START, batch, entity, fact, must, quote, say } from "../contracts/memory-store-story.ts";
import { jobContext, prompts, scriptedModel, undoAll, unspent } from "../support/jobs.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
let ann: UserStore;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
});
afterEach(() => memory.close());

const noModel: ChatModel = {
  ...scriptedModel(() => ""),
  info: () => ({ kind: "none", name: "rule", contextTokens: null }),
};

async function run(model: ChatModel = noModel, more: Partial<RunContext> = {}) {
  const context = jobContext(more);
  const deps = { ...memory, model, prompts, budget: unspent };
  return { runId: context.runId, counts: await consolidate.run(deps, ann, context) };
}

const TOLD = [
  "The bus 41 was late again.",
  "Rain in Porto, all day long. I stayed in.",
  "Porridge with Mira for 3 euros.",
  "The bus 41 was late again.",
];

/** Unimportant turns of one conversation, a day apart, a long time ago. */
async function unimportantTurns(
  texts: string[] = TOLD,
  more: { importance?: number } = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, text] of texts.entries()) {
    const episode = await say(ann, `t${n}`, text, { occurredAt: plusMs(START, n * DAY_MS), extract: false });
    ids.push(episode.id);
  }
  const light = ids.map((id): Mutation => {
    return { op: "episode.patch", id, set: { importance: more.importance ?? 0.2 } };
  });
  await ann.apply(batch(light));
  memory.clock.advance(120 * DAY_MS);
  return ids;
}

const found = async (query: string) => {
  const recipe = recipeNamed();
  const deps = { clock: memory.clock, embedQuery: async () => null, observe: () => undefined };
  return search(deps, ann, { query, limit: 10, recipe });
};

describe("consolidate", () => {
  test("old unimportant turns get one summary that keeps what they tell; again: nothing; undone: as before", async () => {
    const ids = await unimportantTurns();
    const evidence = [quote(must(await ann.episode("t2")), "Porridge with Mira")];
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("mira", "Mira") },
        { op: "mention.put", episodeId: "t2", entityId: "mira", start: 14, end: 18 },
        { op: "fact.put", fact: fact("ate", "mira", "EATS", { value: "porridge", evidence }) },
      ]),
    );
    const before = await exported(ann);
    const dry = await run(noModel, { dryRun: true });
    expect(dry.counts).toMatchObject({ turns: 4, summaries: 1, merged: 4 });
    expect(await exported(ann)).toEqual(before);
    const planned = await diffOfRun(ann, dry.runId, { limit: 5 });
    expect(planned.items).toMatchObject([{ action: "create", kind: "episode", fields: [{ to: ids }] }]);

    const { runId, counts } = await run();
    expect(counts).toMatchObject({ summaries: 1, merged: 4, left: 0, modelCalls: 0 });
    const [hit, ...others] = await found("porridge with Mira");
    const episodes = [hit, ...others].filter((one) => one?.kind === "episode");
    expect(episodes.map((one) => must(one).id)).not.toContain("t2");
    const summary = must(episodes[0]);
    expect(summary.text).toMatch(/^summary: .*41.*Porto.*Mira for 3 euros/s);
    expect(summary.text.match(/bus 41/g), "said twice, kept once").toHaveLength(1);
    expect(summary.item).toMatchObject({ importance: 0.3, sourceCount: 4, occurredAt: START });
    expect(await ann.mentions([summary.id])).toMatchObject([{ entityId: "mira" }]);
    expect(must(await ann.fact("ate")).evidence).toEqual(evidence);
    expect(must(await ann.episode("t2")).userMessage).toBe(TOLD[2]);
    const changed = await diffOfRun(ann, runId, { limit: 5 });
    expect(changed.items).toMatchObject([{ action: "create", kind: "episode", id: summary.id }]);

    const after = await exported(ann);
    expect((await run()).counts).toMatchObject({ turns: 0, summaries: 0 });
    expect(await exported(ann)).toEqual(after);
    expect(await undoAll(ann, runId)).toBe(1);
    expect(await exported(ann)).toEqual(before);
    expect((await run()).counts, "it was undone").toMatchObject({ groups: 0, summaries: 0 });
  });

  test("a turn that was of use again and again is fresh, and left out", async () => {
    const ids = await unimportantTurns();
    await ann.recordFeedback(
      [15, 45, 105].map((days) => {
        const at = plusMs(START, days * DAY_MS);
        return { targetId: "t1", helpful: true, at, basis: "used" as const };
      }),
    );
    expect((await run()).counts).toMatchObject({ turns: 3, merged: 3 });
    const merged = (await ann.episodesById(ids)).filter(({ consolidatedInto }) => consolidatedInto !== null);
    expect(merged.map(({ id }) => id)).toEqual(["t0", "t2", "t3"]);
  });

  test("what weighs more, is new, waits to be read, was replaced or wished for is left alone", async () => {
    await unimportantTurns(TOLD, { importance: 0.4 });
    expect((await run()).counts).toMatchObject({ turns: 0 });
    const now = memory.clock.now();
    const wish = { kind: "remember", state: "done", candidates: [], changeIds: [] } as const;
    await say(ann, "new", "Soup.", { occurredAt: now, extract: false });
    await say(ann, "waits", "Soup.", { occurredAt: START, extract: true });
    await say(ann, "off", "Soup.", { occurredAt: START, memory: "off", extract: false });
    await say(ann, "wish", "Soup.", {
      occurredAt: START,
      extract: false,
      intent: { ...wish, candidates: [], changeIds: [] },
    });
    await say(ann, "old", "Soup.", { occurredAt: START, extract: false });
    await ann.replaceEpisode("old", "new");
    const all = ["new", "waits", "off", "wish", "old"];
    await ann.apply(
      batch(all.map((id): Mutation => ({ op: "episode.patch", id, set: { importance: 0.1 } }))),
    );
    expect((await run()).counts).toMatchObject({ turns: 0 });
  });

  test("a model writes it; what it leaves out is asked for once more, then added", async () => {
    await unimportantTurns();
    const model = scriptedModel(() =>
      JSON.stringify({ summary: "The bus 41 was late, and it rained in Porto." }),
    );
    const { counts } = await run(model);
    expect(counts).toMatchObject({ summaries: 1, modelCalls: 2 });
    expect(model.asked[0]).toContain("[2026-03-01 09:00] The bus 41 was late again.");
    expect(model.asked[1]).toMatch(/<keep>\n.*Mira.*3/s);
    const [summary] = await ann.episodes({ standing: true, order: "oldest", limit: 5 });
    expect(must(summary).userMessage).toBe(
      "The bus 41 was late, and it rained in Porto.\n2026-03-03: Porridge with Mira for 3 euros.",
    );
  });

  test("a model that keeps all is asked once; one that makes something up, or nothing readable, is not heard", async () => {
    await unimportantTurns();
    const good = "Bus 41 was late twice; rain in Porto; porridge with Mira for 3 euros.";
    const { runId, counts } = await run(scriptedModel(() => JSON.stringify({ summary: good })));
    expect(counts).toMatchObject({ summaries: 1, modelCalls: 1 });
    const textNow = async () =>
      must((await ann.episodes({ standing: true, order: "oldest", limit: 5 }))[0]).userMessage;
    expect(await textNow()).toBe(good);
    await undoAll(ann, runId);
    await say(ann, "t9", "Tea.", { occurredAt: plusMs(START, 9 * DAY_MS), extract: false });
    await ann.apply(batch([{ op: "episode.patch", id: "t9", set: { importance: 0.2 } }]));
    const made = scriptedModel(() => JSON.stringify({ summary: `${good} Tom came at 17:45.` }));
    const second = await run(made);
    expect(await textNow()).not.toMatch(/Tom|17:45/);
    expect(await textNow()).toContain("2026-03-03: Porridge with Mira for 3 euros.");
    await undoAll(ann, second.runId);
    await say(ann, "t10", "Coffee.", { occurredAt: plusMs(START, 9 * DAY_MS), extract: false });
    await ann.apply(batch([{ op: "episode.patch", id: "t10", set: { importance: 0.2 } }]));
    await run(scriptedModel(() => "I cannot do that."));
    expect(await textNow()).toContain("2026-03-03: Porridge with Mira for 3 euros.");
  });

  test("a turn that is forgotten while the model writes is in no summary", async () => {
    await unimportantTurns();
    const forgetful = scriptedModel(() =>
      JSON.stringify({ summary: "Bus 41, rain in Porto, porridge with Mira, 3 euros." }),
    );
    const model: ChatModel = {
      ...forgetful,
      async *stream(request, signal) {
        await ann.forget({ episodeId: "t2" }, memory.clock.now());
        yield* forgetful.stream(request, signal);
      },
    };
    expect((await run(model)).counts).toMatchObject({ summaries: 0, left: 1 });
    expect(JSON.stringify(await exported(ann))).not.toMatch(/Mira/);
  });

  test("without budget nobody is asked and all is left for another night", async () => {
    await unimportantTurns();
    const before = await exported(ann);
    const model = scriptedModel(() => "{}");
    const context = jobContext({ automatic: true });
    const budget = { isSpent: async () => true };
    const deps = { ...memory, model, prompts, budget };
    expect(await consolidate.run(deps, ann, context)).toMatchObject({ summaries: 0, left: 1, modelCalls: 0 });
    expect(model.asked).toEqual([]);
    expect(await exported(ann)).toEqual(before);
  });
});
