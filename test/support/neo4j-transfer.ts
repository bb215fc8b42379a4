import type { MemoryRecord } from "../../src/ports/memory-record.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";

const AT_ONCE = 20;
/** Of each kind; more only repeats the same statements. */
const TAKEN_MAX = 40;

/** Reads all of a user in small steps, and takes some of each kind into a new one, whose own "I" gives way. */
export async function copyUser(store: MemoryStore, from: string, to: string): Promise<void> {
  const copy = store.forUser(to);
  await copy.self();
  await store.forUser(from).putDiff("copied", []);
  const taken = new Map<string, number>();
  let after: string | undefined;
  for (;;) {
    const page = await store.forUser(from).dump({ after, limit: AT_ONCE, vectors: true, tombstones: true });
    const fresh = page.records.filter((record) => (taken.get(sortOf(record)) ?? 0) < TAKEN_MAX);
    for (const record of fresh) taken.set(sortOf(record), (taken.get(sortOf(record)) ?? 0) + 1);
    if (fresh.length > 0) await copy.load(fresh);
    if (page.next === null) return;
    after = page.next;
  }
}

function sortOf(record: MemoryRecord): string {
  return record.kind === "vector" ? `vector of ${record.of}` : record.kind;
}
