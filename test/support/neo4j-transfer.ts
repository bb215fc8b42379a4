import type { RecordKind } from "../../src/ports/memory-record.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";

const AT_ONCE = 20;
/** Of each kind; more only repeats the same statements. */
const TAKEN_MAX = 40;

/** Reads all of a user in small steps, and takes some of each kind into a new one, whose own "I" gives way. */
export async function copyUser(store: MemoryStore, from: string, to: string): Promise<void> {
  const copy = store.forUser(to);
  await copy.self();
  const taken = new Map<RecordKind, number>();
  let after: string | undefined;
  for (;;) {
    const page = await store.forUser(from).dump({ after, limit: AT_ONCE, vectors: true });
    const fresh = page.records.filter(({ kind }) => (taken.get(kind) ?? 0) < TAKEN_MAX);
    for (const { kind } of fresh) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    if (fresh.length > 0) await copy.load(fresh);
    if (page.next === null) return;
    after = page.next;
  }
}
