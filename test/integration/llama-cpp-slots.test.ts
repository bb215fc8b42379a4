import { afterEach, expect, test, vi } from "vitest";
import { SlotKeeper } from "../../src/adapters/model-server/slots.ts";
import type { ModelRequest, ModelUsage } from "../../src/ports/chat-model.ts";

/** Which slot a request asks for. */
afterEach(() => {
  vi.useRealTimers();
});

const RULES = "rule ".repeat(1_000);
const request = (conversationId: string | undefined, more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "chat",
  conversationId,
  messages: [
    { role: "system", content: RULES },
    { role: "user", content: `hello from ${conversationId ?? "nobody"}` },
  ],
  effort: "low",
  temperature: 1,
  maxTokens: 100,
  ...more,
});
const found = (cachedTokens: number): ModelUsage => ({
  promptTokens: 1_300,
  cachedTokens,
  completionTokens: 9,
});

function keeper(idle: boolean[] | null = [true, true]) {
  const server = { idle };
  return { server, slots: new SlotKeeper(async () => server.idle) };
}

/** A whole request: the slot it had. */
async function ask(slots: SlotKeeper, one: ModelRequest, cached = 1_200): Promise<number | null> {
  const chosen = await slots.choose(one, 2);
  if (chosen !== null) slots.left(chosen, found(cached));
  return chosen?.slot ?? null;
}

/** The same on a server with one slot: the blank lines it had. */
async function askOne(slots: SlotKeeper, one: ModelRequest, cached = 1_200): Promise<number | null> {
  const chosen = await slots.choose(one, 1);
  if (chosen !== null) slots.left(chosen, found(cached));
  expect(chosen?.slot ?? null).toBeNull();
  return chosen?.blankLines ?? null;
}

test("a conversation and its extraction keep their slot, another takes the other one", async () => {
  const { slots } = keeper();
  const a = await ask(slots, request("a"));
  expect(await ask(slots, request("a", { purpose: "extract" }))).toBe(a);
  const b = await ask(slots, request("b"));
  expect(b).not.toBe(a);
  expect(await ask(slots, request("a"))).toBe(a);
  expect(await ask(slots, request("b"))).toBe(b);
});

test("background work takes the slot that was used least recently, and keeps it", async () => {
  const { slots } = keeper();
  const a = await ask(slots, request("a"));
  const idle = await ask(slots, request(undefined, { purpose: "verify" }));
  expect(idle).not.toBe(a);
  expect(await ask(slots, request("a"))).toBe(a);
  expect(await ask(slots, request("a", { purpose: "adjudicate" }))).toBe(idle);
});

test("a busy slot is not waited for, but for one that was just left", async () => {
  const { slots, server } = keeper();
  const chosen = await slots.choose(request("a"), 2);
  server.idle = [false, true].map((is) => (chosen?.slot === 0 ? is : !is));
  expect(await slots.choose(request("a"), 2)).toBeNull();
  expect(await ask(slots, request("b"))).toBe(chosen?.slot === 0 ? 1 : 0);
  server.idle = [false, false];
  expect(await slots.choose(request("c"), 2)).toBeNull();
  if (chosen !== null) slots.left(chosen, null);
  expect((await slots.choose(request("a"), 2))?.slot).toBe(chosen?.slot);
});

test("none is named where the server does not say, and where prompts are not found again", async () => {
  const { slots, server } = keeper();
  expect(await slots.choose(request("a"), null)).toBeNull();
  server.idle = null;
  expect(await slots.choose(request("a"), 2)).toBeNull();
  server.idle = [true, true];
  await ask(slots, request("a"), 0);
  await ask(slots, request("a"), 20);
  expect(await ask(slots, request("a"), 1_200)).not.toBeNull();
  await ask(slots, request("a"), 20);
  await ask(slots, request("a"), 20);
  expect(await slots.choose(request("a"), 2)).toBeNull();
});

test("after an hour it is tried again: prompts also go cold at midnight", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(1);
  const { slots } = keeper();
  await ask(slots, request("a"));
  await ask(slots, request("b"));
  await ask(slots, request("a"), 20);
  await ask(slots, request("b"), 20);
  expect(await slots.choose(request("a"), 2)).toBeNull();
  vi.advanceTimersByTime(3_600_001);
  expect(await slots.choose(request("a"), 2)).not.toBeNull();
});

test("a conversation takes a place that was read ahead before one that was not", async () => {
  const { slots } = keeper();
  for (const place of slots.ahead(request(undefined, { purpose: "warm" }), [0], 1)) {
    // A chat takes the model from the second one.
    if (place.blankLines === 0) break;
    slots.left(place, found(0));
  }
  expect(await askOne(slots, request("a"))).toBe(1);
});

test("a place that a conversation took meanwhile is not read ahead", async () => {
  const { slots } = keeper();
  const ahead = slots.ahead(request(undefined, { purpose: "warm" }), [0], 1);
  expect(ahead.next().value?.blankLines).toBe(1);
  expect(await askOne(slots, request("a"))).toBe(0);
  expect(ahead.next().done).toBe(true);
});

test("of a server that was away nothing is expected to be found", async () => {
  const { slots } = keeper();
  await ask(slots, request("a"));
  await ask(slots, request("b"));
  slots.forget();
  await ask(slots, request("a"), 0);
  await ask(slots, request("b"), 0);
  expect(await slots.choose(request("a"), 2)).not.toBeNull();
});

test("of one slot each conversation keeps a place; background work, which begins otherwise, has none", async () => {
  const { slots } = keeper(null);
  expect(await askOne(slots, request("a"))).toBe(0);
  expect(await askOne(slots, request("b"))).toBe(1);
  expect(await askOne(slots, request("a", { purpose: "extract" }))).toBe(0);
  expect(await askOne(slots, request("a", { purpose: "verify" }))).toBeNull();
  expect(await askOne(slots, request(undefined))).toBeNull();
  expect(await askOne(slots, request("c"))).toBe(2);
  expect(await askOne(slots, request("d"))).toBe(3);
  expect(await askOne(slots, request("e"))).toBe(1);
  expect(await askOne(slots, request("a"))).toBe(0);
});

test("one slot whose server keeps nothing in RAM has no places, until they are tried again", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(1);
  const { slots } = keeper();
  await askOne(slots, request("a"));
  await askOne(slots, request("b"));
  await askOne(slots, request("a"), 70);
  await askOne(slots, request("b"), 70);
  expect(await askOne(slots, request("b"))).toBeNull();
  vi.advanceTimersByTime(3_600_001);
  expect(await askOne(slots, request("b"))).toBe(1);
});

/** Reads ahead all that the keeper wants: the blank lines of each request. */
function readAhead(slots: SlotKeeper, cached: (blankLines: number[]) => number, unused = [0]): number[] {
  const read: number[] = [];
  for (const place of slots.ahead(request(undefined, { purpose: "warm" }), unused, 1)) {
    const usage = found(cached(read));
    read.push(place.blankLines);
    slots.left(place, usage);
  }
  return read;
}

test("one slot's places are read ahead, and a conversation begins in one that was", async () => {
  const { slots } = keeper();
  expect(readAhead(slots, () => 1_200, [])).toEqual([]);
  expect(readAhead(slots, (read) => (read.length < 2 ? 0 : 1_200))).toEqual([1, 0, 1, 0, 2, 3]);
  expect(await askOne(slots, request("a"))).toBe(0);
});

test("what is not found once more while it is read ahead ends the places, with the first one in the slot", async () => {
  const { slots } = keeper();
  expect(readAhead(slots, () => 0)).toEqual([1, 0, 1, 0]);
  expect(await askOne(slots, request("a"))).toBeNull();
});
