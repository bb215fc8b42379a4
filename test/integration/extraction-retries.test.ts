import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AnswerCut, EngramError, ModelBusy } from "../../src/errors.ts";
import type { ChatModel, ModelEvent, ModelRequest } from "../../src/ports/chat-model.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { retryExtraction, retryFailedExtractions } from "../../src/services/extraction/retry-failed.ts";
import { afterFailure } from "../../src/services/extraction/attempts.ts";
import { countsAsAttempt } from "../../src/services/model/attempt.ts";
import { createFailureStreaks } from "../../src/services/extraction/failure-streak.ts";
import { LIMITS } from "../../src/services/limits.ts";
import { createLivePass, type LivePass } from "../../src/services/extraction/live-pass.ts";
import { Preempted } from "../../src/services/model/gate.ts";
import { loadPrompts } from "../../src/services/prompts/library.ts";
import { say } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** Attempts at extracting a turn, over a real store and with a clock that the test moves. */
const PROMPTS = loadPrompts(join(import.meta.dirname, "../../prompts"));
const PAUSES_MINUTES = [0, 1, 60];
const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;

/** What the model says to a request that covers these messages; an error is thrown. */
type Answers = (messages: string[]) => string | Error;

let memory: TestMemory;
let user: UserStore;
let pass: LivePass;
let answers: Answers;
/** The turns of each request, by their words. */
let asked: string[][];
let outcomes: string[];
let finish: "stop" | "length";
/** Thrown where a turn's batch is made ready. */
let fault: Error | null;

beforeEach(async () => {
  memory = await openMemory();
  user = memory.store.forUser("ann");
  asked = [];
  outcomes = [];
  finish = "stop";
  fault = null;
  answers = () => "no JSON";
  pass = createLivePass({
    ...memory,
    model: scripted(),
    prompts: PROMPTS,
    pausesMs: PAUSES_MINUTES.map((minutes) => minutes * MINUTE_MS),
    count: (outcome) => outcomes.push(outcome),
    vectorsWith: async ({ id }) => {
      if (fault !== null && id === "t1") throw fault;
      return undefined;
    },
  });
});
afterEach(() => memory.close());

function scripted(): ChatModel {
  return {
    info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
    health: async () => "ready",
    stream,
    close: async () => undefined,
  };
}

async function* stream({ messages }: ModelRequest): AsyncGenerator<ModelEvent> {
  const trigger = messages.at(-1)?.content ?? "";
  const shown = [...trigger.matchAll(/^turn \d+: (.+)$/gm)].map(([, what = ""]) => what);
  const said = messages.filter(({ content }) => content.endsWith("lamp is here.")).slice(-shown.length);
  const turns = said
    .filter((_, at) => !shown[at]?.includes("leave it out"))
    .map(({ content }) => content.split(" ")[0] ?? "");
  asked.push(turns);
  yield { type: "reasoning", text: "I think about lamps." };
  const answer = answers(turns);
  if (answer instanceof Error) throw answer;
  yield { type: "delta", text: answer };
  yield { type: "finish", reason: finish, usage: null, model: "scripted" };
}

async function say3(): Promise<void> {
  for (const [at, word] of ["One", "Two", "Three"].entries())
    await say(user, `t${at}`, `${word} lamp is here.`);
}

/** As the job does: until nothing is due. */
async function work(): Promise<void> {
  while (await pass.run("ann", "c1", NEVER));
}

async function states(): Promise<string[]> {
  const turns = await user.episodesById(["t0", "t1", "t2"]);
  return turns.map(({ extraction: { state, attempts } }) => `${state} ${attempts}`);
}

const emptyFor = (turns: string[]): string =>
  JSON.stringify({ turns: turns.map((_, at) => ({ turn: at + 1, facts: [] })) });

test("several turns fail together, then each is tried alone, and one that is bad takes no other down", async () => {
  await say3();
  answers = (turns) => (turns.includes("Two") ? "no JSON" : emptyFor(turns));
  await work();
  expect(asked).toEqual([["One", "Two", "Three"], ["One"], ["Two"], ["Three"]]);
  expect(await states()).toEqual(["done 2", "pending 2", "done 2"]);
  expect((await user.episode("t1"))?.extraction).toMatchObject({
    error: "the answer was not the JSON asked for",
    retryAt: "2026-03-01T09:01:00.000Z",
  });
});

test("the pauses are kept, the last attempt sets the turn aside, and asking again begins anew", async () => {
  await say(user, "t0", "One lamp is here.");
  await work();
  expect(asked.length).toBe(2);
  memory.clock.advance(MINUTE_MS - 1);
  await work();
  expect(asked.length).toBe(2);
  memory.clock.advance(1);
  await work();
  expect(asked.length).toBe(3);
  memory.clock.advance(60 * MINUTE_MS);
  await work();
  expect((await user.episode("t0"))?.extraction).toEqual({
    state: "failed",
    attempts: 4,
    error: "the answer was not the JSON asked for",
    retryAt: null,
  });
  expect(outcomes).toEqual(["malformed", "malformed", "malformed", "failed"]);
  await work();
  expect(asked.length).toBe(4);

  answers = emptyFor;
  expect((await retryFailedExtractions(user)).map(({ id }) => id)).toEqual(["t0"]);
  expect(await retryFailedExtractions(user)).toEqual([]);
  await work();
  expect((await user.episode("t0"))?.extraction).toMatchObject({ state: "done", error: null, retryAt: null });
  await expect(retryExtraction(user, "t0")).rejects.toMatchObject({ code: "conflict" });
  await expect(retryExtraction(user, "none")).rejects.toMatchObject({ code: "not_found" });
});

test("a turn that waits holds up none that is said later, and can be asked for before its time", async () => {
  await say(user, "t0", "One lamp is here.");
  await work();
  answers = emptyFor;
  await say(user, "t1", "Two lamp is here.");
  await work();
  expect(asked.at(-1)).toEqual(["Two"]);
  expect((await memory.store.system.pendingExtraction(9)).length).toBe(1);
  expect(await memory.store.system.pendingExtraction(9, memory.clock.now())).toEqual([]);
  await retryExtraction(user, "t0");
  await work();
  expect((await user.episode("t0"))?.extraction.state).toBe("done");
});

test("a request that fails is an attempt, with its reason and what was thought", async () => {
  await say(user, "t0", "One lamp is here.");
  answers = () => new EngramError("model_error", "The model failed with status 500");
  await work();
  expect((await user.episode("t0"))?.extraction).toMatchObject({
    attempts: 2,
    error: "The model failed with status 500",
  });
  expect(outcomes).toEqual(["error", "error"]);
  expect(await user.traces(["t0"])).toMatchObject([
    { purpose: "extract", reasoning: "I think about lamps.", model: "scripted" },
  ]);
});

test("of an answer that was cut off the turns behind its end are tried again", async () => {
  await say3();
  finish = "length";
  answers = (turns) => {
    if (turns.length === 1) finish = "stop";
    return turns.length === 1
      ? emptyFor(turns)
      : '{"turns": [{"turn": 1, "facts": []}, {"turn": 2, "facts": [';
  };
  await work();
  expect(asked).toEqual([["One", "Two", "Three"], ["Two"], ["Three"]]);
  expect(await states()).toEqual(["done 1", "done 2", "done 2"]);
});

test("what an answer that is cut off each time tells in full is kept at the last attempt", async () => {
  await say(user, "t0", "One lamp is here.");
  finish = "length";
  const fact = (object: string): string =>
    `{"subject": "user", "predicate": "HAS", "object": "${object}", "text": "The user has a ${object}.", "quote": "One lamp"}`;
  answers = () => `{"turns": [{"turn": 1, "facts": [${fact("lamp")}, ${fact("lam").slice(0, -14)}`;
  const facts = async () => (await user.facts({ limit: 9 })).map(({ text }) => text);
  for (const minutes of PAUSES_MINUTES.slice(1)) {
    await work();
    expect(await facts()).toEqual([]);
    memory.clock.advance(minutes * MINUTE_MS);
  }
  await work();
  expect(await facts()).toEqual(["The user has a lamp."]);
  expect(await states()).toEqual(["done 4"]);
});

test("a fault of the program at one turn leaves the others of the request alone", async () => {
  await say3();
  answers = emptyFor;
  fault = new TypeError("a fault");
  await work();
  expect(await states()).toEqual(["done 1", "pending 2", "done 1"]);
  fault = new EngramError("store_full");
  await retryExtraction(user, "t1");
  await expect(work()).rejects.toMatchObject({ code: "store_full" });
  expect(await states()).toEqual(["done 1", "pending 0", "done 1"]);
});

test("a model that is away, or taken by a chat, costs no attempt", async () => {
  await say(user, "t0", "One lamp is here.");
  answers = () => new EngramError("model_unavailable", "The model is still loading");
  await expect(work()).rejects.toMatchObject({ code: "model_unavailable" });
  answers = () => {
    memory.gate.enterChat()();
    return new Preempted();
  };
  await expect(work()).rejects.toBeInstanceOf(Preempted);
  expect((await user.episode("t0"))?.extraction).toMatchObject({
    state: "pending",
    attempts: 0,
    retryAt: null,
  });
});

test("a server that is ready and refuses is asked once for nothing, from then on it is an attempt", async () => {
  await say(user, "t0", "One lamp is here.");
  answers = () => new ModelBusy();
  await expect(work()).rejects.toBeInstanceOf(ModelBusy);
  await say(user, "t1", "Two lamp is here.");
  for (let n = 0; n < 9; n++) {
    await work();
    memory.clock.advance(60 * MINUTE_MS);
  }
  for (const id of ["t0", "t1"]) {
    expect((await user.episode(id))?.extraction).toMatchObject({
      state: "failed",
      attempts: PAUSES_MINUTES.length + 1,
      error: "The model is still loading",
    });
    const word = id === "t0" ? "One" : "Two";
    expect(asked.filter((turns) => turns.includes(word)).length).toBeLessThanOrEqual(
      PAUSES_MINUTES.length + 2,
    );
  }
  await say(user, "t2", "Three lamp is here.");
  await expect(work()).rejects.toBeInstanceOf(ModelBusy);
  answers = emptyFor;
  await work();
  expect((await user.episode("t2"))?.extraction).toMatchObject({ state: "done", attempts: 1 });
});

test("a turn that is forgotten while it is read ends nothing", async () => {
  await say(user, "t0", "One lamp is here.");
  await say(user, "t1", "Two lamp is here.");
  await user.forget({ episodeId: "t0" }, memory.clock.now());
  answers = emptyFor;
  await work();
  expect((await user.episode("t1"))?.extraction.state).toBe("done");
});

test("failures in a row are counted in the store until one succeeds", async () => {
  const { clock, store } = memory;
  const deps = {
    of: "extraction",
    system: store.system,
    clock,
    onError: (error: unknown) => expect(error).toBeUndefined(),
  };
  const streaks = createFailureStreaks(deps);
  expect(await streaks.current()).toBeNull();
  streaks.attempted(true);
  for (let n = 0; n < 3; n++) streaks.attempted(false);
  await streaks.settled();
  expect(await createFailureStreaks(deps).current()).toEqual({ failures: 3, since: clock.now() });
  streaks.attempted(true);
  await streaks.settled();
  expect(await streaks.current()).toBeNull();
});

describe("attempts", () => {
  const now = "2026-03-01T09:00:00.000Z";
  const begin = { state: "pending", attempts: 0, error: null, retryAt: null } as const;

  test("the pauses that are shipped grow over hours", () => {
    const pausesMs = LIMITS.extractionPausesMs;
    expect(pausesMs).toEqual([0, 1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS));
    let state = afterFailure(begin, { reason: "x", now, pausesMs });
    expect(state).toEqual({ state: "pending", attempts: 1, error: "x", retryAt: now });
    for (let n = 0; n < 5; n++) state = afterFailure(state, { reason: "x", now, pausesMs });
    expect(state).toMatchObject({ state: "pending", attempts: 6, retryAt: "2026-03-01T15:00:00.000Z" });
    state = afterFailure(state, { reason: "y", now, pausesMs });
    expect(state).toEqual({ state: "failed", attempts: 7, error: "y", retryAt: null });
  });

  test("without pauses the first failure is the last", () => {
    expect(afterFailure(begin, { reason: "x", now, pausesMs: [] }).state).toBe("failed");
  });

  test.each<[boolean, unknown]>([
    [true, new EngramError("model_error")],
    [true, new EngramError("model_timeout")],
    [true, new EngramError("context_too_long")],
    [true, new AnswerCut()],
    [true, new TypeError("a fault of the program")],
    [false, new EngramError("model_unavailable")],
    [false, new ModelBusy()],
    [false, new EngramError("store_unavailable")],
    [false, new EngramError("store_full")],
    [false, new EngramError("shutting_down")],
    [false, new Preempted()],
  ])("counts: %s for %s", (counts, error) => {
    expect(countsAsAttempt(error)).toBe(counts);
  });
});
