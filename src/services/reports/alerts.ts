import { z } from "zod";
import { MINUTE_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import type { MemoryStore } from "../../ports/memory-store.ts";
import { instantType } from "../../store/schema.ts";
import type { Needs } from "../kernel.ts";
import { changeNote, dropNote } from "../notes.ts";
import { spikes } from "./spikes.ts";

const ALERT_KINDS = [
  "hallucination_spike",
  "suspicious_spike",
  "queue_growth",
  "dead_letters",
  "backup_failed",
  "disk_full",
  "model_down",
] as const;
type AlertKind = (typeof ALERT_KINDS)[number];

export const Alert = z.object({
  kind: z.enum(ALERT_KINDS),
  userId: z.string().nullable().describe("null: it is about the service"),
  at: instantType,
  counts: z.record(z.string(), z.number()),
});
export type Alert = z.infer<typeof Alert>;

export interface AlertDeps extends Needs<
  "store" | "queue" | "model" | "coordination" | "clock" | "newId" | "notifier"
> {
  /** Free share of the data disk, 0-1; null: unknown. */
  diskFree: () => Promise<number | null>;
  onAlert: (alert: Alert) => void;
  onError: (error: unknown) => void;
}

export type Alerts = ReturnType<typeof createAlerts>;

/** Between two alerts of one kind: twice a day is a reminder, more often is noise. */
const COOLDOWN_MS = 12 * 60 * MINUTE_MS;
/** Threshold for turns pending extraction: a busy day has fewer. */
const WAITING_TURNS_MAX = 500;
/** A store needs space to rewrite its files; below a tenth there is still time to free some. */
const DISK_FREE_SHARE_MIN = 0.1;
/** A model server that restarts, or loads another model, is back sooner. */
const MODEL_DOWN_MS = 15 * MINUTE_MS;
const LOOK_MS = MINUTE_MS;
const LOOK_AT_USERS_MS = 60 * MINUTE_MS;
/** Share of an interval in which no other process does the same check. */
const ONCE_SHARE = 0.8;
/**
 * The number of pending turns must stay high, without falling, for this long to count as growth: an import adds many at
 * once.
 */
const GROWTH_MS = 30 * MINUTE_MS;
/** Recent runs of a user searched for the newest backup: more than an hour has. */
const RECENT_RUNS = 50;
/** Alerts listed per kind and user. */
const KEPT_MAX = 20;
const PREFIX = "alert/";
const WATCH = "watch";

/** State kept between two checks, whichever process makes them. */
interface Watch {
  manyWaiting: { since: Instant; waiting: number } | null;
  modelDownSince: Instant | null;
}

const TEXTS: Record<AlertKind, string> = {
  hallucination_spike: "More statements than usual are refused because the words do not bear them out.",
  suspicious_spike: "The model's reasoning looks suspicious more often than usual.",
  queue_growth: "Many turns wait to be read, and they become no fewer.",
  dead_letters: "Background jobs failed for good.",
  backup_failed: "The newest backup failed.",
  disk_full: "The disk is nearly full.",
  model_down: "The model server does not answer.",
};

export function createAlerts(deps: AlertDeps) {
  const { clock } = deps;
  const { system } = deps.store;
  const timers: NodeJS.Timeout[] = [];
  const sending = new Set<Promise<void>>();

  const tell = (alert: Alert): void => {
    deps.onAlert(alert);
    const about = alert.userId === null ? "" : ` (user ${alert.userId})`;
    const counts = Object.entries(alert.counts).map(([name, count]) => `${name}: ${count}`);
    const sent = deps.notifier
      .send({
        id: deps.newId(),
        kind: "alert",
        subject: `Engram: ${alert.kind.replaceAll("_", " ")}${about}`,
        text: [TEXTS[alert.kind], "", ...counts, ""].join("\n"),
        data: { alert },
      })
      .catch(deps.onError)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  };

  /** At most one per kind and user within the cool-down: the process that stores it first sends it. */
  const raise = async (
    kind: AlertKind,
    userId: string | null,
    counts: Record<string, number>,
  ): Promise<void> => {
    const alert: Alert = { kind, userId, at: clock.now(), counts };
    const kept = await changeNote<Alert[]>(system, `${PREFIX}${kind}/${userId ?? ""}`, (known) => {
      const last = known?.[0]?.at;
      if (last !== undefined && alert.at < plusMs(last, COOLDOWN_MS)) return undefined;
      return [alert, ...(known ?? [])].slice(0, KEPT_MAX);
    });
    if (kept) tell(alert);
  };

  const watched = async (waiting: number): Promise<Watch> => {
    const now = clock.now();
    const isDown = (await deps.model.health().catch(() => "down")) === "down";
    const isMany = waiting >= WAITING_TURNS_MAX;
    let watch: Watch = { manyWaiting: null, modelDownSince: null };
    await changeNote<Watch>(system, WATCH, (before) => {
      watch = {
        manyWaiting: isMany ? (before?.manyWaiting ?? { since: now, waiting }) : null,
        modelDownSince: isDown ? (before?.modelDownSince ?? now) : null,
      };
      return JSON.stringify(watch) === JSON.stringify(before) ? undefined : watch;
    });
    return watch;
  };

  const look = async (): Promise<void> => {
    const now = clock.now();
    const { pendingExtraction: waiting } = await system.counts();
    const { manyWaiting, modelDownSince } = await watched(waiting);
    if (manyWaiting && now >= plusMs(manyWaiting.since, GROWTH_MS) && waiting >= manyWaiting.waiting)
      await raise("queue_growth", null, { waiting, before: manyWaiting.waiting });
    if (modelDownSince !== null && now >= plusMs(modelDownSince, MODEL_DOWN_MS)) {
      const minutes = Math.round((Date.parse(now) - Date.parse(modelDownSince)) / MINUTE_MS);
      await raise("model_down", null, { minutes });
    }
    const { dead } = await deps.queue.stats();
    if (dead > 0) await raise("dead_letters", null, { jobs: dead });
  };

  const lookAtDisk = async (): Promise<void> => {
    const free = await deps.diskFree();
    if (free !== null && free < DISK_FREE_SHARE_MIN)
      await raise("disk_full", null, { freePercent: Math.round(free * 1_000) / 10 });
  };

  const lookAtUsers = async (): Promise<void> => {
    for (const userId of await system.users()) {
      const user = deps.store.forUser(userId);
      for (const { kind, counts } of await spikes(user, clock.now())) await raise(kind, userId, counts);
      const runs = await system.runs(userId, RECENT_RUNS);
      const backup = runs.find(({ job, state }) => job === "backup" && state !== "running");
      if (backup?.state === "failed") await raise("backup_failed", userId, {});
    }
  };

  const every = (ms: number, work: () => Promise<void>): void => {
    const timer = setInterval(() => void work().catch(deps.onError), ms);
    timer.unref();
    timers.push(timer);
  };
  const onceOfAll = (ms: number, name: string, work: () => Promise<void>) => async (): Promise<void> => {
    if (await deps.coordination.once(`every/${name}`, ms * ONCE_SHARE)) await work();
  };

  return {
    /** `works`: all checks, not only the disk, which every process checks for itself. */
    start({ works }: { works: boolean }): void {
      every(LOOK_MS, lookAtDisk);
      if (!works) return;
      every(LOOK_MS, onceOfAll(LOOK_MS, "alerts", look));
      every(LOOK_AT_USERS_MS, onceOfAll(LOOK_AT_USERS_MS, "alerts of users", lookAtUsers));
    },
    /** Checks the service as a whole once. */
    look,
    /** Checks the disk of this process once. */
    lookAtDisk,
    /** Checks each user's last days once. */
    lookAtUsers,
    /** Alerts about the service and about this user, newest first. */
    async list(userId: string, limit: number): Promise<Alert[]> {
      const notes = await system.notes(PREFIX);
      return notes
        .flatMap(({ value }) => value as Alert[])
        .filter((alert) => alert.userId === null || alert.userId === userId)
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
        .slice(0, limit);
    },
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(sending);
    },
  };
}

/** Removes the alert notes of a user who forgot everything. */
export async function dropAlertsOf(system: MemoryStore["system"], userId: string): Promise<void> {
  for (const kind of ALERT_KINDS) await dropNote(system, `${PREFIX}${kind}/${userId}`);
}
