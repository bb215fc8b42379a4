import { expect, test } from "vitest";
import type { Clock } from "../../../../src/ports/clock.ts";
import type { RunRecord, SystemStore } from "../../../../src/ports/memory-store.ts";
import { idleUsers } from "../../../../src/services/maintenance/idle-clock.ts";
import { isQuiet } from "../../../../src/services/maintenance/quiet-hours.ts";
import { createMaintenanceRuns } from "../../../../src/services/maintenance/runs.ts";

const at = (time: string): string => `2026-07-01T${time}:00.000Z`;

test("quiet hours are local and may span midnight", () => {
  const berlin = { timeZone: "Europe/Berlin", quietHours: { from: "22:00", to: "07:00" } };
  expect(isQuiet(berlin, at("20:30"))).toBe(true);
  expect(isQuiet(berlin, at("04:59"))).toBe(true);
  expect(isQuiet(berlin, at("05:00"))).toBe(false);
  expect(isQuiet(berlin, at("12:00"))).toBe(false);
  expect(isQuiet({ ...berlin, quietHours: { from: "13:00", to: "15:00" } }, at("12:00"))).toBe(true);
  expect(isQuiet({ ...berlin, quietHours: null }, at("00:00"))).toBe(false);
});

test("each user has their own idle clock", async () => {
  const clock: Clock = { now: () => at("12:00") };
  const system = {
    pendingVerification: async () => [
      { userId: "silent", episodes: 1, deferred: 0, lastMessageAt: at("11:30") },
      { userId: "chatty", episodes: 9, deferred: 0, lastMessageAt: at("11:59") },
    ],
  } as unknown as SystemStore;
  expect(await idleUsers(system, clock, { afterMinutes: 30, canVote: false })).toEqual([
    { userId: "silent", waitsForVotesOnly: false },
  ]);
  expect(await idleUsers(system, clock, { afterMinutes: 31, canVote: false })).toEqual([]);
});

function runs() {
  const records = new Map<string, RunRecord>();
  let next = 0;
  let finish: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (finish = resolve));
  const system = {
    putRun: async (run: RunRecord) => void records.set(run.id, run),
    run: async (id: string) => records.get(id) ?? null,
  } as unknown as SystemStore;
  const made = createMaintenanceRuns({
    system,
    clock: { now: () => at("12:00") },
    newId: () => `run${(next += 1)}`,
    onError: () => undefined,
    jobs: {
      verify: async (_user, { signal }) => {
        await Promise.race([
          work,
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
        ]);
        return { episodes: 1 };
      },
    },
  });
  return { made, finish, records };
}

test("asked for again while it runs it is the same run, of that user only", async () => {
  const { made, finish } = runs();
  const first = await made.start("ann", "verify", { dryRun: false });
  expect(await made.start("ann", "verify", { dryRun: false })).toBe(first);
  const other = await made.start("bob", "verify", { dryRun: false });
  expect(other).not.toBe(first);
  finish();
  await made.close();
  expect(await made.get("ann", first)).toMatchObject({ state: "done", result: { episodes: 1 } });
  expect(await made.get("ann", other)).toBeNull();
});

test("a message ends the runs the idle clock began, not those asked for by hand", async () => {
  const { made, finish, records } = runs();
  const idle = await made.start("ann", "verify", { dryRun: false, stopsForUser: true });
  const manual = await made.start("bob", "verify", { dryRun: false });
  made.userIsBack("ann");
  made.userIsBack("bob");
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(records.get(idle)?.state).toBe("aborted");
  expect(records.get(manual)?.state).toBe("running");
  finish();
  await made.close();
  expect(records.get(manual)?.state).toBe("done");
});
