import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "../../src/domain/model/time.ts";
import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import type { RunRecord, UserStore } from "../../src/ports/memory-store.ts";
import { createModelBudget } from "../../src/services/maintenance/budget.ts";
import { deduplicate } from "../../src/services/maintenance/identity/deduplicate.ts";
import { createMaintenanceRuns, type MaintenanceRuns } from "../../src/services/maintenance/runs.ts";
import { consolidateTypes } from "../../src/services/maintenance/types/consolidate-types.ts";
import { batch, entity, must } from "../contracts/memory-store-story.ts";
import { asCalibrated } from "../support/as-calibrated.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What the jobs after a pass ask a model counts in the nightly budget, and stops within it. */
const TOKENS_PER_CALL = 150;

let memory: TestMemory;
let ann: UserStore;
let runs: MaintenanceRuns;
let calls: number;
/** What happens inside a call of the model. */
let duringCall: () => void;

const model: ChatModel = {
  info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
  health: async () => "ready",
  close: async () => undefined,
  async *stream(request: ModelRequest, signal: AbortSignal) {
    calls += 1;
    duringCall();
    signal.throwIfAborted();
    const pairs = must(request.messages.at(-1)).content.match(/^\d+\. /gm) ?? [];
    const said = pairs.map((_, at) => ({ n: at + 1, why: "", answer: "unclear" }));
    yield { type: "delta", text: JSON.stringify({ pairs: said }) } as const;
    const usage = { promptTokens: 100, cachedTokens: 20, completionTokens: 50 };
    yield { type: "finish", reason: "stop", usage, model: "scripted" } as const;
  },
};

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  await ann.self();
  [calls, duringCall] = [0, () => undefined];
  const { store, clock } = memory;
  const deps = {
    ...memory,
    model,
    prompts: { get: (name: string) => ({ name, version: 1, text: name, origin: name }) },
    budget: createModelBudget({
      store,
      clock,
      limits: { idleMinutesMax: 60, idleTokensMax: TOKENS_PER_CALL },
    }),
    canVote: () => true,
    embedder: asCalibrated(null),
  };
  runs = createMaintenanceRuns({
    system: store.system,
    clock,
    newId: memory.newId,
    onError: () => undefined,
    jobs: {
      deduplicate: (userId, context) => deduplicate.run(deps, store.forUser(userId), context),
      "consolidate-types": (userId, context) => consolidateTypes.run(deps, store.forUser(userId), context),
    },
  });
});
afterEach(async () => {
  await runs.close();
  await memory.close();
});

async function run(job: string, automatic: boolean): Promise<RunRecord> {
  const runId = await runs.start("ann", job, { dryRun: false, automatic });
  await runs.finished(runId);
  return must(await runs.get("ann", runId));
}

/** Two names that only a model can tell apart. */
async function addPair(full: string, short: string, type = "person"): Promise<void> {
  for (const name of [full, short]) {
    const one = entity(name.toLowerCase(), name, { type, status: "verified" });
    await ann.apply(batch([{ op: "entity.put", entity: one }]));
  }
}

test("a call is kept with its run; spent, nobody is asked until a day has passed, but for who asks by hand", async () => {
  await addPair("Robert", "Bob");
  const first = await run("deduplicate", true);
  expect(first.result).toMatchObject({ modelCalls: 1, modelTokens: TOKENS_PER_CALL, proposed: 1 });
  expect(first.result["modelSeconds"]).toBeGreaterThan(0);

  await addPair("Trip to Rome", "Trip to Oslo", "TravelEvent");
  await ann.apply(
    batch([{ op: "entity.put", entity: entity("bern", "Trip to Bern", { type: "TripEvent" }) }]),
  );
  expect((await run("consolidate-types", true)).result).toMatchObject({ modelCalls: 0 });
  expect(calls).toBe(1);
  memory.clock.advance(25 * HOUR_MS);
  expect((await run("consolidate-types", true)).result["modelCalls"]).toBeGreaterThan(0);

  await addPair("Samuel", "Sam");
  const before = calls;
  expect((await run("deduplicate", true)).result).toMatchObject({ modelCalls: 0, proposed: 1 });
  expect(calls).toBe(before);
  expect((await run("deduplicate", false)).result).toMatchObject({ modelCalls: 1 });
});

test("in quiet hours nobody is asked", async () => {
  await ann.putSettings({
    ...(await ann.settings()),
    timeZone: "UTC",
    quietHours: { from: "00:00", to: "23:59" },
  });
  await addPair("Robert", "Bob");
  expect((await run("deduplicate", true)).result).toMatchObject({ modelCalls: 0 });
  expect((await run("deduplicate", false)).result).toMatchObject({ modelCalls: 1 });
});

test("a run that a message ends has still been paid for", async () => {
  await addPair("Robert", "Bob");
  const runId = await runs.start("ann", "deduplicate", {
    dryRun: false,
    automatic: true,
    stopsForUser: true,
  });
  duringCall = () => runs.userIsBack("ann");
  await runs.finished(runId);
  const ended = must(await runs.get("ann", runId));
  expect(ended.state).toBe("aborted");
  expect(ended.result["modelSeconds"]).toBeGreaterThan(0);
});
