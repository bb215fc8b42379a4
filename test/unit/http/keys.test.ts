import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createInProcessCoordination } from "../../../src/adapters/in-process-coordination/index.ts";
import { createKeys, SESSION_SECONDS, type Keys } from "../../../src/http/auth.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";

/** Two processes on one store that hear nothing of each other, as while Redis is away. */
let memory: TestMemory;
let here: Keys;
let there: Keys;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  memory = await openMemory();
  const { store, clock } = memory;
  const open = (name: string): Promise<Keys> =>
    createKeys(store.system, clock, createInProcessCoordination(name), async () => undefined);
  [here, there] = [await open("here"), await open("there")];
});
afterEach(async () => {
  here.close();
  there.close();
  await memory.close();
  vi.useRealTimers();
});

const minute = (): void => void vi.advanceTimersByTime(60_000);

test("a key that was revoked in another process without a word of it ends within a minute", async () => {
  const key = await here.create({ userId: "anna", by: "test" });
  minute();
  await vi.waitFor(() => expect(there.callerOf(key)?.userId).toBe("anna"));
  const open = there.callerOf(key)?.revoked;
  await here.revoke(key.split("_")[1] ?? "", "test");
  minute();
  await vi.waitFor(() => expect(there.callerOf(key)).toBeNull());
  expect(open?.aborted).toBe(true);
});

test("a session that reaches its end closes what it has open", async () => {
  const session = (await here.signIn(await here.create({ userId: "anna", by: "test" }), "browser")) ?? "";
  const open = here.callerOf(session)?.revoked;
  memory.clock.advance((SESSION_SECONDS + 1) * 1000);
  expect(open?.aborted).toBe(false);
  minute();
  await vi.waitFor(() => expect(open?.aborted).toBe(true));
});
