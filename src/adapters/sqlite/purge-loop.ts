import type { Connection } from "./connection.ts";
import { ALL, createPurge, purgesOwed } from "./purge.ts";

/** Purges between the requests of the writer thread. */
export type PurgeLoop = ReturnType<typeof createPurgeLoop>;

/** Pause between two slices, so that other requests are served. */
const PAUSE_MS = 1;
/** Retry interval for a log held by readers. */
const HELD_PAUSE_MS = 250;
/** How long a forgetting waits for its purge before it reports it as pending. */
const ANSWER_MS_MAX = 2_000;

export function createPurgeLoop(db: Connection) {
  const purge = createPurge(db);
  let waiting: { since: number; tell: (purged: true | "pending") => void }[] = [];
  let timer: NodeJS.Timeout | null = null;

  const tell = (purged: true | "pending", which: (since: number) => boolean): void => {
    const told = waiting.filter(({ since }) => which(since));
    waiting = waiting.filter(({ since }) => !which(since));
    for (const one of told) one.tell(purged);
  };

  const later = (pauseMs: number): void => {
    timer ??= setTimeout(() => {
      timer = null;
      run();
    }, pauseMs);
  };

  const run = (): void => {
    const outcome = attempt();
    if (outcome === "done") return tell(true, () => true);
    const now = performance.now();
    tell("pending", (since) => outcome === "held" || now - since > ANSWER_MS_MAX);
    later(outcome === "held" ? HELD_PAUSE_MS : PAUSE_MS);
  };

  /** A full disk or another process blocks it: it stays pending, and is retried. */
  const attempt = (): ReturnType<typeof purge.step> => {
    try {
      return purge.step();
    } catch {
      return "held";
    }
  };

  if (purgesOwed(db) > 0) {
    purge.add(ALL);
    later(PAUSE_MS);
  }
  return {
    /** After the commit of a forgetting; `tell` is called once with whether its words have left the files. */
    begin(residues: readonly string[] | "all", told: (purged: true | "pending") => void): void {
      if (residues.length > 0) purge.add(residues === "all" ? ALL : residues);
      // An earlier forgetting may have removed content this one no longer finds.
      if (!purge.isOwed()) return told(true);
      waiting.push({ since: performance.now(), tell: told });
      later(0);
    },
    /** Waiting callers are answered; pending work is done at the next start. */
    close(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      tell("pending", () => true);
      purge.close();
    },
  };
}
