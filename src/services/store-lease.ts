import { toMs } from "../domain/model/time.ts";
import { EngramError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { changeNote, type Notes } from "./notes.ts";

export const STORE_LEASE_NOTE = "service/claim";
/** A claim not renewed for this long has lapsed: its process died. */
const LASTS_MS = 30_000;
const RENEWED_EVERY_MS = 10_000;

interface StoreLease {
  holder: string;
  until: number;
}

export interface StoreLeaseDeps {
  system: Notes;
  clock: Clock;
  /** The same for processes that share their background work, and for one that restarts after a crash. */
  holder: string;
  /** Others may hold the same claim: it is left to expire when this process ends. */
  isShared: boolean;
  /** The store was away for long and another process took the claim, or it is away now. */
  onError: (error: unknown) => void;
}

/**
 * Processes on one store must share one queue, or each does the work of all. The first to start claims the store for
 * itself, or for all processes on one Redis, as long as one of them lives. Resolves with a function that releases the
 * claim. Errors: conflict, while others hold it.
 */
export async function leaseStore(deps: StoreLeaseDeps): Promise<() => Promise<void>> {
  await renew(deps);
  const timer = setInterval(() => void renew(deps).catch(deps.onError), RENEWED_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    if (!deps.isShared) await letGo(deps).catch(deps.onError);
  };
}

async function renew({ system, clock, holder }: StoreLeaseDeps): Promise<void> {
  const now = toMs(clock.now());
  await changeNote<StoreLease>(system, STORE_LEASE_NOTE, (claim) => {
    if (claim !== null && claim.holder !== holder && claim.until > now) throw taken();
    return { holder, until: now + LASTS_MS };
  });
}

async function letGo({ system, holder }: StoreLeaseDeps): Promise<void> {
  await changeNote<StoreLease>(system, STORE_LEASE_NOTE, (claim) =>
    claim?.holder === holder ? null : undefined,
  );
}

function taken(): EngramError {
  return new EngramError(
    "conflict",
    "STORE: another Engram works on this database and shares no queue with this one. Give all of them QUEUE=bullmq and " +
      `one REDIS_URL, or stop it first; if it died on another machine, wait ${LASTS_MS / 1000} seconds`,
  );
}
