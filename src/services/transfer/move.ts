import { createHash } from "node:crypto";
import { EngramError } from "../../errors.ts";
import type { MemoryStore, RunRecord, UserStore } from "../../ports/memory-store.ts";
import { STORE_LEASE_NOTE } from "../store-lease.ts";
import { BATCH_RECORDS, line } from "./format.ts";
import { dumped, hasMemory } from "./write.ts";

/** Progress of a move, saved after every batch: an interrupted move resumes there. */
export interface MoveState {
  /** Users that are moved and compared. */
  done: string[];
  /** The current user, and the dump cursor of the next batch. */
  current: { user: string; after: string | null } | null;
}

export interface MoveOptions {
  state: MoveState;
  save: (state: MoveState) => Promise<void>;
  signal?: AbortSignal | undefined;
  onProgress?: ((told: { user: string; records: number }) => void) | undefined;
}

interface MovedUser {
  user: string;
  records: number;
  /** Hash of all records, equal on both sides. */
  sha256: string;
}

export interface Moved {
  users: MovedUser[];
  keys: number;
  runs: number;
  audits: number;
}

/** Maximum runs moved, per user and overall; older ones stay behind. */
const RUNS_MAX = 10_000;
/** Maximum audit rows moved, newest first: more than a lifetime produces. */
const AUDITS_MAX = 1_000_000;

/**
 * Moves everything from one store to another: each user's memory with its vectors, API keys, runs. Each user is
 * compared afterwards, record by record. Loading is idempotent, so a batch that was written but not saved as progress
 * is harmless.
 *
 * @throws EngramError `conflict` if anything differs between the two sides.
 */
export async function moveStore(from: MemoryStore, to: MemoryStore, options: MoveOptions): Promise<Moved> {
  const users: MovedUser[] = [];
  const state = options.state;
  for (const userId of await from.system.users()) {
    if (!state.done.includes(userId)) await moveUser(from.forUser(userId), to.forUser(userId), options);
    users.push(await compare(from.forUser(userId), to.forUser(userId), options.signal));
    if (!state.done.includes(userId)) state.done.push(userId);
    state.current = null;
    await options.save(state);
  }
  const keys = await moveAll(await from.system.keys(), (key) => to.system.putKey(key));
  const runs = await moveAll(await runsOf(from), (run) => to.system.putRun(run));
  await moveNotes(from, to);
  const audits = await moveAll(await from.system.audits(null, AUDITS_MAX), (row) => to.system.putAudit(row));
  return { users, keys, runs, audits };
}

/** Paused jobs, last due times and sent alerts; not the lease on the store. */
async function moveNotes(from: MemoryStore, to: MemoryStore): Promise<void> {
  const notes = (await from.system.notes("")).filter(({ name }) => name !== STORE_LEASE_NOTE);
  for (const note of notes) await to.system.putNote({ ...note, version: 0 });
}

async function moveUser(from: UserStore, to: UserStore, options: MoveOptions): Promise<void> {
  const { state, save, signal, onProgress } = options;
  const resumed = state.current?.user === from.userId ? state.current.after : null;
  let after = resumed ?? undefined;
  let records = 0;
  for (;;) {
    signal?.throwIfAborted();
    const page = await from.dump({ after, limit: BATCH_RECORDS, vectors: true, tombstones: true });
    if (page.records.length > 0) await to.load(page.records);
    records += page.records.length;
    onProgress?.({ user: from.userId, records });
    if (page.next === null) return;
    after = page.next;
    state.current = { user: from.userId, after };
    await save(state);
  }
}

async function compare(from: UserStore, to: UserStore, signal?: AbortSignal): Promise<MovedUser> {
  const [a, b] = [await digest(from, signal), await digest(to, signal)];
  if (a.sha256 === b.sha256) return { user: from.userId, ...a };
  throw new EngramError(
    "conflict",
    `The memory of ${from.userId} is not the same on both sides (${a.records} and ${b.records} records)`,
  );
}

/** SHA-256 over a user's records. */
async function digest(user: UserStore, signal?: AbortSignal): Promise<{ records: number; sha256: string }> {
  const hash = createHash("sha256");
  let records = 0;
  for await (const batch of dumped(user, { vectors: true, tombstones: true, signal })) {
    for (const record of batch) hash.update(line(record));
    records += batch.length;
  }
  return { records, sha256: hash.digest("hex") };
}

async function moveAll<T>(rows: readonly T[], put: (row: T) => Promise<unknown>): Promise<number> {
  for (const row of rows) await put(row);
  return rows.length;
}

/** Oldest first, so that they are listed in the same order. */
async function runsOf({ system }: MemoryStore): Promise<RunRecord[]> {
  const runs = new Map<string, RunRecord>();
  for (const userId of await system.users())
    for (const run of (await system.runs(userId, RUNS_MAX)).reverse()) runs.set(run.id, run);
  return [...runs.values()];
}

/** Users with any stored data; users who only visited have none. */
export async function usersWithMemory(store: MemoryStore): Promise<string[]> {
  const found: string[] = [];
  for (const userId of await store.system.users())
    if (await hasMemory(store.forUser(userId))) found.push(userId);
  return found;
}
