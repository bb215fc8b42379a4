import { afterEach, beforeEach, expect, test } from "vitest";
import { planLiveExtraction } from "../../src/services/extraction/plan.ts";
import { say } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

let memory: TestMemory;
beforeEach(async () => {
  memory = await openMemory();
});
afterEach(() => memory.close());

const TURN = "Mum has lived in the back room since January, and she grows tomatoes.";

/** From when each statement of the turn holds, where the extractor states this of the first one. */
async function heldFrom(validAt: string | null): Promise<(string | undefined)[]> {
  const user = memory.store.forUser("ann");
  const episode = await say(user, "e1", TURN, { occurredAt: "2026-03-01T09:00:00.000Z" });
  const statement = (object: string, text: string, at: string | null) =>
    ({
      subject: "Mum",
      predicate: "LIVES_IN",
      object,
      text,
      quote: "lived in the back room since January, and she grows tomatoes",
      objectKind: "value",
      polarity: "positive",
      assertedBy: "user",
      confidence: 0.9,
      change: "none",
      validAt: at,
      invalidAt: null,
      reasoning: null,
    }) as const;
  const facts = [
    statement("back room", "Mum has lived in the back room since January.", validAt),
    statement("tomatoes", "Mum grows tomatoes.", null),
  ];
  const turn = { turn: 1, summary: null, emotion: null, valence: null, importance: null, place: null };
  const entities = [{ name: "Mum", type: "person", aliases: [], summary: null }];
  const context = { user, newId: memory.newId, now: memory.clock.now(), timeZone: "UTC", language: null };
  const options = { origin: "p", reasoning: null };
  const plan = { ...turn, entities, facts, requests: [] };
  const { mutations } = await planLiveExtraction({ ...context, ...options }, episode, plan, []);
  return mutations.flatMap((one) => (one.op === "fact.put" ? [one.fact.validAt?.at.slice(0, 10)] : []));
}

test("where an extractor states a time, statements without one have none", async () => {
  expect(await heldFrom("2026-01")).toEqual(["2026-01-01", undefined]);
});

test("where it states none at all, the words of the turn are read", async () => {
  expect((await heldFrom(null))[0]).toBe("2026-01-01");
});
