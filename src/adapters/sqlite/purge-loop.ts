import type { Connection } from "./connection.ts";
import { ALL, createPurge, purgesOwed } from "./purge.ts";

/** Purges between the requests of the thread that writes. */
export interface PurgeLoop {
  /** After the commit of a forgetting; `tell` hears once whether its words have left the files. */
  begin(residues: readonly string[], tell: (purged: true | "pending") => void): void;
  /** Whoever waits is told; what is owed is done at the next start. */
  close(): void;
}

/** Between two slices, so that whoever asks meanwhile is served. */
const PAUSE_MS = 1;
/** How often a log that readers hold is tried again. */
const HELD_PAUSE_MS = 250;
/** How long a forgetting waits for its purge before it answers that it is pending. */
const ANSWER_MS_MAX = 2_000;

export function createPurgeLoop(db: Connection): PurgeLoop {
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

  /** A full disk or another process in the way: it stays owed, and is tried again. */
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
    begin(residues, told) {
      if (residues.length > 0) purge.add(residues);
      // What an earlier forgetting removed may be what this one did not find any more.
      if (!purge.isOwed()) return told(true);
      waiting.push({ since: performance.now(), tell: told });
      later(0);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      tell("pending", () => true);
      purge.close();
    },
  };
}
