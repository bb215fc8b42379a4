import { expect, test } from "vitest";
import { createKeyedLock } from "../../../../src/services/locks.ts";
import { createModelGate, Preempted } from "../../../../src/services/model/gate.ts";

const never = new AbortController().signal;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function held() {
  let release: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (release = resolve));
  return { done, release };
}

test("background work waits for chats and runs live before idle", async () => {
  const gate = createModelGate({ slots: 1, restMs: 0 });
  const leave = gate.enterChat();
  const order: string[] = [];
  const idle = gate.background("idle", never, async () => void order.push("idle"));
  const live = gate.background("live", never, async () => void order.push("live"));
  await tick();
  expect(order).toEqual([]);
  leave();
  await Promise.all([idle, live]);
  expect(order).toEqual(["live", "idle"]);
});

test("a chat aborts what runs at once and never waits", async () => {
  const gate = createModelGate({ slots: 2 });
  let seen: AbortSignal | undefined;
  const work = gate.background("live", never, (signal) => {
    seen = signal;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  });
  await tick();
  const leave = gate.enterChat();
  await expect(work).rejects.toBeInstanceOf(Preempted);
  expect(seen?.aborted).toBe(true);
  leave();
  leave();
  expect(gate.activeChats()).toBe(0);
});

test("after a reply, idle work rests; what needs no model or belongs to the conversation does not", async () => {
  const gate = createModelGate({ slots: 1, restMs: 30 });
  const order: string[] = [];
  await gate.background("idle", never, async () => void order.push("before any chat"));
  const leave = gate.enterChat();
  const idle = gate.background("idle", never, async () => void order.push("idle"));
  leave();
  await tick();
  expect(order).toEqual(["before any chat"]);
  await gate.background("code", never, async () => void order.push("code"));
  await gate.background("live", never, async () => void order.push("live"));
  gate.enterChat()();
  await idle;
  await gate.background("idle", never, async () => void order.push("rested"));
  expect(order).toEqual(["before any chat", "code", "live", "idle", "rested"]);
  gate.close();
});

test("at most `slots` run at once; an aborted waiter leaves the line", async () => {
  const gate = createModelGate({ slots: 1 });
  const first = held();
  const running = gate.background("live", never, () => first.done);
  const gone = new AbortController();
  let ran = false;
  const waiting = gate.background("live", gone.signal, async () => void (ran = true));
  await tick();
  gone.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  first.release();
  await running;
  expect(ran).toBe(false);
});

test("a keyed lock serves in order, per key, and gives up after its time", async () => {
  const lock = createKeyedLock({ waitMs: 30, busy: "conversation_busy" });
  const release = await lock.acquire("a");
  const other = await lock.acquire("b");
  other();
  await expect(lock.acquire("a")).rejects.toMatchObject({ code: "conversation_busy" });
  const order: number[] = [];
  const waiting = [1, 2].map((n) => lock.run("a", async () => void order.push(n)));
  release();
  release();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
});
