import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import type { MemoryRecord } from "../../src/ports/memory-record.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { localDate, plusDays } from "../../src/domain/model/local-day.ts";
import { readMemory } from "../../src/services/transfer/read.ts";
import { dumped } from "../../src/services/transfer/write.ts";
import { batch, entity, fact } from "../contracts/memory-store-story.ts";
import type { KillScenario } from "./kill-jobs.ts";

/** Entities and facts, one of each: many batches of vectors, and a file that takes its time. */
const THINGS = 2_000;
/** Days back on which something was learned: each has a report. */
const DAYS = 6;
const OLD_TAG = "first-model/2";
const AT_ONCE = 500;
const FILE_BYTES_MAX = 1024 ** 3;
/** Hour of the day it is for the user while this runs: no day ends meanwhile. */
const LOCAL_HOUR = 12;

/**
 * The jobs that keep what was made: vectors of another model, files of the whole memory, the reports of days. `hookUrl`
 * is told of each report.
 */
export function keeping(hookUrl: string): KillScenario {
  return {
    jobs: ["re-embed", "backup", "report"],
    stage,
    stateOf,
    env: (fakeUrl) => ({ EMBEDDINGS_URL: fakeUrl, NOTIFY_WEBHOOK_URL: hookUrl, BACKUP_KEEP: "1000" }),
  };
}

async function stage(user: UserStore): Promise<void> {
  const now = systemClock.now();
  const timeZone = zoneAtNoon(new Date());
  await user.putSettings({ ...DEFAULT_SETTINGS, timeZone });
  await user.self();
  const mutations: Mutation[] = [];
  for (let n = 0; n < THINGS; n++) {
    const createdAt = plusMs(now, -((n % DAYS) + 1) * DAY_MS);
    const standing = { createdAt, status: "verified" } as const;
    mutations.push({ op: "entity.put", entity: entity(`thing${n}`, `Thing ${n}`, standing) });
    const text = `Thing ${n} stands in room ${n % 90}.`;
    mutations.push({ op: "fact.put", fact: fact(`f${n}`, `thing${n}`, "STANDS_IN", { text, ...standing }) });
  }
  for (let at = 0; at < mutations.length; at += AT_ONCE)
    await user.apply(batch(mutations.slice(at, at + AT_ONCE)));
  for (;;) {
    const waiting = await user.unembedded(OLD_TAG, AT_ONCE);
    if (waiting.length === 0) break;
    await user.putVectors(
      OLD_TAG,
      waiting.map((one) => ({ ...one, vector: Float32Array.of(1, 0) })),
    );
  }
  const today = localDate(now, timeZone);
  await user.addCounts(
    Array.from({ length: DAYS }, (_, n) => ({
      date: plusDays(today, -n - 1),
      counts: { "turns.complete": n + 1 },
    })),
  );
}

/** Zones named like this count west of UTC. */
function zoneAtNoon(date: Date): string {
  const west = date.getUTCHours() - LOCAL_HOUR;
  return `Etc/GMT${west < 0 ? west : `+${west}`}`;
}

/** Every record, and what the backups hold. Not: today, which both see from another hour, and when a report was made. */
async function stateOf(user: UserStore, path: string): Promise<string[]> {
  const { timeZone } = await user.settings();
  const today = localDate(systemClock.now(), timeZone);
  const kept: MemoryRecord[] = [];
  for await (const records of dumped(user, { vectors: true, tombstones: true })) kept.push(...records);
  const days = kept.flatMap((record) => (record.kind === "day" ? [record.day] : []));
  return [
    ...kept.filter(({ kind }) => kind !== "day").map((record) => JSON.stringify(record)),
    ...days
      .filter(({ date }) => date < today)
      .map((day) => JSON.stringify({ ...day, report: { ...day.report, madeAt: "" } })),
    ...(await backups(join(path, "data", "backups"), kept)),
  ].sort();
}

/** A backup under its final name is whole, and holds what was there; days get their reports later. */
async function backups(folder: string, kept: MemoryRecord[]): Promise<string[]> {
  const held = (records: MemoryRecord[]): string =>
    JSON.stringify(records.filter(({ kind }) => !["day", "vector", "vectors"].includes(kind)));
  const expected = held(kept);
  const seen = new Set<string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".gz")) continue;
    const records: MemoryRecord[] = [];
    for await (const some of readMemory(join(folder, name), { bytesMax: FILE_BYTES_MAX }))
      records.push(...some);
    seen.add(held(records) === expected ? "a backup holds everything" : `${name} does not hold everything`);
  }
  return [...seen];
}
