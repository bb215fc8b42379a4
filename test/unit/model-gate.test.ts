import { expect, test } from "vitest";
import { createKeyedLock } from "../../src/services/locks.ts";
import { createModelGate, Preempted } from "../../src/services/model/gate.ts";

const never = new AbortController().signal;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function held() {
  let release: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (release = resolve));
  return { done, release };
}

test("background work waits for chats and runs live before idle", async () => {
  const gate = createModelGate({ slots: 1 });
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
  expect(seen?.aborted).toBe(true);
  await expect(work).rejects.toBeInstanceOf(Preempted);
  leave();
  leave();
  expect(gate.activeChats()).toBe(0);
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
