import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { ContextType } from "../../src/domain/model/context.ts";
import { fadedBefore, isTransient, relevanceOf, TRANSIENT_TYPES } from "../../src/domain/model/context.ts";
import { HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { createKeyedLock } from "../../src/services/locks.ts";
import { fade } from "../../src/services/maintenance/transient/fade.ts";
import { createModelGate } from "../../src/services/model/gate.ts";
import { recipeNamed } from "../../src/services/retrieval/recipes.ts";
import { search } from "../../src/services/retrieval/search.ts";
import { say, START, testClock } from "../contracts/memory-store-story.ts";
import { jobContext } from "../support/jobs.ts";

/** Context that programs store for hours: it counts less and less, and goes; what people say stays. */
const clock = testClock();
let folder: string;
let store: MemoryStore;
let ann: UserStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-transient-"));
  clock.advance(Date.parse(START) - Date.parse(clock.now()));
  store = await createSqliteStore({ file: join(folder, "engram.db"), clock });
  ann = store.forUser("ann");
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const hold = (id: string, text: string, contextType: ContextType, conversationId = "c1") => {
  const now = clock.now();
  const more = { contextType, conversationId, recordedAt: now, occurredAt: now } as const;
  return say(ann, id, text, { ...more, source: "api", state: "complete", extract: !isTransient(more) });
};
const found = async (query: string, conversationId?: string) => {
  const deps = {
    clock,
    embedQuery: async () => null,
    observe: () => undefined,
  };
  const asked = { query, limit: 20, recipe: recipeNamed("default"), conversationId };
  return (await search(deps, ann, asked)).map(({ id, components }) => ({ id, decay: components.decay ?? 1 }));
};
const run = (dryRun = false) =>
  fade.run({ gate: createModelGate(), graphLock: createKeyedLock(), clock }, ann, jobContext({ dryRun }));

test("relevance falls from 1 to 0, by half in each half-life", () => {
  const hours = fc.double({ min: 0, max: 10_000, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...TRANSIENT_TYPES), hours, hours, (type, one, other) => {
      const after = (some: number): number => relevanceOf(type, START, plusMs(START, some * HOUR_MS));
      expect(after(one)).toBeGreaterThanOrEqual(0);
      expect(after(one)).toBeLessThanOrEqual(1);
      if (one < other) expect(after(one)).toBeGreaterThanOrEqual(after(other));
      expect(relevanceOf(type, plusMs(START, one * HOUR_MS), START)).toBe(1);
    }),
  );
  expect(relevanceOf("temporary_state", START, plusMs(START, 4 * HOUR_MS))).toBe(0.5);
  expect(relevanceOf("tool_output", fadedBefore("tool_output", START), START)).toBeCloseTo(0.1);
});

test("a search counts transient context by its relevance, and other conversations do not see a state", async () => {
  await hold("state", "The zeppelin upload is at 40 percent", "temporary_state");
  await hold("result", "The zeppelin museum opens at nine", "search_result");
  await hold("action", "Booked the zeppelin museum", "completed_action");
  clock.advance(4 * HOUR_MS);
  expect(await found("zeppelin", "c1")).toEqual(
    expect.arrayContaining([
      { id: "state", decay: 0.5 },
      { id: "result", decay: expect.closeTo(0.794, 3) },
      { id: "action", decay: 1 },
    ]),
  );
  const elsewhere = await found("zeppelin", "c2");
  expect(elsewhere.map(({ id }) => id)).not.toContain("state");
  expect(elsewhere).toContainEqual({ id: "result", decay: expect.closeTo(0.397, 3) });
  expect((await found("zeppelin")).map(({ id }) => id)).toContain("state");
});

test("what faded is removed without a trace, what was used or said stays", async () => {
  await hold("state", "The quokka upload is at 40 percent", "temporary_state");
  await hold("used", "The quokka table has 14 rows", "temporary_state");
  await hold("action", "Sent the quokka table", "completed_action", "c2");
  await say(ann, "said", "The quokka upload is slow", { conversationId: "c3", reply: "I see." });
  clock.advance(13 * HOUR_MS);
  const used = { targetId: "used", helpful: true, at: clock.now(), basis: "used" } as const;
  await ann.recordFeedback([used]);
  expect(await run()).toEqual({ episodes: 0, links: 0 });
  clock.advance(HOUR_MS);
  expect(await run(true)).toEqual({ episodes: 1, links: 0 });
  expect(await ann.episode("state")).not.toBeNull();
  expect(await run()).toEqual({ episodes: 1, links: 0 });
  expect(await run()).toEqual({ episodes: 0, links: 0 });
  expect(await ann.episode("state")).toBeNull();
  expect((await found("quokka")).map(({ id }) => id).sort()).toEqual(["action", "said", "used"]);
  expect(await holds("40 percent")).toEqual([]);
  expect(await holds("14 rows")).not.toEqual([]);
  // Nobody asked to forget it: it may be stored again, as of any time.
  const again = await say(ann, "again", "The quokka upload is at 40 percent", {
    contextType: "temporary_state",
    source: "import",
    state: "complete",
  });
  expect(again.redacted).toBe(false);
});

/** Files of the database with these words. */
async function holds(words: string): Promise<string[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "latin1")));
  return files.filter((_, at) => texts[at]?.includes(words));
}
