import type { LoadCounts, MemoryRecord, RecordOf } from "../../ports/memory-record.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { EngramError } from "../../errors.ts";
import type { Footer, Header } from "./format.ts";
import { recheckQuotes } from "./quotes.ts";
import { type ReadOptions, readMemory } from "./read.ts";
import { dumped } from "./write.ts";

export interface TakeOptions extends ReadOptions {
  /** Looks and tells; writes nothing. */
  dryRun: boolean;
  onProgress?: ((done: { records: number; of: number }) => void) | undefined;
}

/** What was taken, or would be. */
export interface Restored {
  /** Whose memory the file is. */
  from: string;
  createdAt: string;
  records: number;
  /** Records of the file, by kind. */
  counts: Footer["counts"];
  added: number;
  /** There already, and left as they are. */
  known: number;
  /** They refer to something that is not there. */
  skipped: number;
  /** Believed in the file, but their quotes do not stand in their turns: taken as unverified. A dry run does not look. */
  unverified: number;
  /** Why it cannot be taken; a dry run tells it, else it is thrown. */
  conflict: string | null;
}

/** What of a file is remembered when it was read to its end. */
interface Checked {
  header: Header;
  footer: Footer;
  user: RecordOf<"user"> | null;
  tombstones: Set<string>;
}

/** Reads a file to its end and writes nothing. Throws `invalid_request` for one that is broken, foreign or newer. */
export async function checkMemory(path: string, options: ReadOptions): Promise<Checked> {
  let header: Header | null = null;
  let footer: Footer | null = null;
  let user: Checked["user"] = null;
  const tombstones = new Set<string>();
  const told = {
    onHeader: (found: Header) => void (header = found),
    onFooter: (found: Footer) => void (footer = found),
  };
  for await (const records of readMemory(path, { ...options, ...told })) {
    for (const record of records) {
      if (record.kind === "user") user = record;
      if (record.kind === "tombstone") tombstones.add(record.id);
    }
  }
  return { header: header as unknown as Header, footer: footer as unknown as Footer, user, tombstones };
}

/**
 * Takes a file into a user's memory: checked to its end and against what is there before the first record is written.
 * What is there already stays, so it can be cut off and begun again.
 *
 * @throws EngramError `invalid_request` for the file, `conflict` for the user.
 */
export async function takeMemory(user: UserStore, path: string, options: TakeOptions): Promise<Restored> {
  const checked = await checkMemory(path, options);
  const { header, footer } = checked;
  const conflict = await conflictOf(user, checked);
  if (conflict !== null && !options.dryRun) throw new EngramError("conflict", conflict);
  const taken: Restored = {
    from: header.user,
    createdAt: header.createdAt,
    records: footer.records,
    counts: footer.counts,
    added: 0,
    known: 0,
    skipped: 0,
    unverified: 0,
    conflict,
  };
  if (options.dryRun) return { ...taken, ...(await compared(user, path, options, footer.records)) };
  let done = 0;
  for await (const records of readMemory(path, options)) {
    const checked = await recheckQuotes(user, records);
    add(taken, await user.load(checked.records));
    taken.unverified += checked.staged;
    options.onProgress?.({ records: (done += records.length), of: footer.records });
  }
  return taken;
}

function add(taken: Restored, counts: LoadCounts): void {
  for (const outcome of ["added", "known", "skipped"] as const) {
    taken[outcome] += Object.values(counts[outcome]).reduce((sum, n) => sum + n, 0);
  }
}

/** Why the user cannot take this memory; null: nothing speaks against it. */
async function conflictOf(user: UserStore, file: Checked): Promise<string | null> {
  const there = await originOf(user);
  if (there.user === null) return null;
  const isOther = file.user?.selfId !== there.user.selfId && there.user.selfId !== null;
  if (isOther && (await holdsAnything(user))) {
    return "This user has a memory of another origin: take it into a user who has none, or into the one it came from";
  }
  const unknown = [...there.tombstones].filter((id) => !file.tombstones.has(id)).length;
  if (unknown > 0) {
    return `Of what this user has forgotten, ${unknown} is not known to the file: it is older, and would bring it back. Take it into another user`;
  }
  return null;
}

async function originOf(
  user: UserStore,
): Promise<{ user: RecordOf<"user"> | null; tombstones: Set<string> }> {
  let found: RecordOf<"user"> | null = null;
  const tombstones = new Set<string>();
  for await (const records of dumped(user, { vectors: false, tombstones: false })) {
    for (const record of records) {
      if (record.kind === "user") found = record;
      else if (record.kind === "tombstone") tombstones.add(record.id);
      else if (record.kind !== "hashes") return { user: found, tombstones };
    }
  }
  return { user: found, tombstones };
}

async function holdsAnything(user: UserStore): Promise<boolean> {
  const stats = await user.stats();
  const entities = Object.values(stats.entities).reduce((sum, n) => sum + n, 0);
  // The one entity of a user of whom nothing is known is the user.
  return stats.episodes > 0 || Object.keys(stats.facts).length > 0 || entities > 1;
}

/** What a dry run can tell of a file: how many turns, entities and facts are there already. */
async function compared(
  user: UserStore,
  path: string,
  options: ReadOptions,
  records: number,
): Promise<{ added: number; known: number }> {
  let known = 0;
  for await (const batch of readMemory(path, options)) known += await knownOf(user, batch);
  return { added: records - known, known };
}

async function knownOf(user: UserStore, records: MemoryRecord[]): Promise<number> {
  const ids = { episode: [] as string[], entity: [] as string[], fact: [] as string[] };
  for (const record of records) {
    if (record.kind === "episode") ids.episode.push(record.episode.id);
    else if (record.kind === "entity") ids.entity.push(record.entity.id);
    else if (record.kind === "fact") ids.fact.push(record.fact.id);
  }
  const found = await Promise.all([
    ids.episode.length === 0 ? [] : user.episodesById(ids.episode),
    ids.entity.length === 0 ? [] : user.entitiesById(ids.entity),
    ids.fact.length === 0 ? [] : user.factsById(ids.fact),
  ]);
  return found.reduce((sum, rows) => sum + rows.length, 0);
}
