import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SystemNote } from "../../../src/ports/memory-store.ts";
import { leaseStore } from "../../../src/services/store-lease.ts";

const MINUTE_MS = 60_000;

/** Notes of a store that two processes share. */
function sharedNotes() {
  const kept = new Map<string, SystemNote>();
  return {
    notes: async (prefix: string) => [...kept.values()].filter(({ name }) => name.startsWith(prefix)),
    async putNote(note: SystemNote) {
      if ((kept.get(note.name)?.version ?? 0) !== note.version) return false;
      if (note.value === null) kept.delete(note.name);
      else kept.set(note.name, { ...note, version: note.version + 1 });
      return true;
    },
  };
}

const clock = { now: () => new Date().toISOString() };
const claims =
  (system: ReturnType<typeof sharedNotes>, errors: unknown[] = []) =>
  (holder: string, isShared = false) =>
    leaseStore({ system, clock, holder, isShared, onError: (error) => errors.push(error) });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("another is refused as long as the first lives, by name of the variable", async () => {
  const claim = claims(sharedNotes());
  await claim("a");
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await expect(claim("b")).rejects.toThrow(/^STORE: another Engram/);
});

test("the same one goes on at once after a crash; another half a minute later", async () => {
  const system = sharedNotes();
  await claims(system)("a");
  await claims(system)("a");
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(29_000);
  await expect(claims(system)("b")).rejects.toThrow(/STORE/);
  await vi.advanceTimersByTimeAsync(2_000);
  await claims(system)("b");
});

test("who ends lets go; who shares leaves it to the others", async () => {
  const system = sharedNotes();
  const claim = claims(system);
  await (
    await claim("a")
  )();
  const end = await claim("redis", true);
  await claim("redis", true);
  await end();
  await expect(claim("a")).rejects.toThrow(/STORE/);
});

test("one that was away while another came says so and does not take it back", async () => {
  const system = sharedNotes();
  const errors: unknown[] = [];
  const claim = claims(system, errors);
  await claim("a");
  const away = vi.spyOn(system, "notes").mockRejectedValue(new Error("away"));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  away.mockRestore();
  await claims(system)("b");
  const before = errors.length;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(errors.length).toBeGreaterThan(before);
  expect((await system.notes("service/claim"))[0]?.value).toMatchObject({ holder: "b" });
});
