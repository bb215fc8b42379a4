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

test("a conversation and what is read ahead for it keep their slot, another takes the other one", async () => {
  const { slots } = keeper();
  const a = await ask(slots, request("a"));
  expect(await ask(slots, request("a", { purpose: "warm" }))).toBe(a);
  const b = await ask(slots, request("b"));
  expect(b).not.toBe(a);
  expect(await ask(slots, request("a"))).toBe(a);
  expect(await ask(slots, request("b"))).toBe(b);
});

const READING = [
  { role: "system" as const, content: "other rule ".repeat(1_000) },
  { role: "user" as const, content: "[extraction request]" },
];

test("background work leaves the conversation its slot", async () => {
  const { slots } = keeper();
  const a = await ask(slots, request("a"));
  const other = await ask(slots, request(undefined, { purpose: "verify", messages: READING }));
  expect(other).not.toBe(a);
  expect(await ask(slots, request("a"))).toBe(a);
  expect(await ask(slots, request("a", { purpose: "extract", messages: READING }))).toBe(other);
});

test("a second conversation takes the slot of background work, not the one of a chat, which it would overwrite", async () => {
  const { slots } = keeper();
  const a = await ask(slots, request("a"));
  const extraction = await ask(slots, request("a", { purpose: "extract", messages: READING }));
  expect(await ask(slots, request("b"))).toBe(extraction);
  expect(await ask(slots, request("a"))).toBe(a);
  // Both slots are a chat's now: the extraction goes where it overwrites nothing, to the one used longer ago.
  expect(await ask(slots, request("b", { purpose: "extract", messages: READING }))).toBe(extraction);
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

test("of a server that was away nothing is expected to be found", async () => {
  const { slots } = keeper();
  await ask(slots, request("a"));
  await ask(slots, request("b"));
  slots.forget();
  await ask(slots, request("a"), 0);
  await ask(slots, request("b"), 0);
  expect(await slots.choose(request("a"), 2)).not.toBeNull();
});

test("on a server with one slot none is named", async () => {
  const { slots } = keeper([true]);
  expect(await slots.choose(request("a"), 1)).toBeNull();
});
