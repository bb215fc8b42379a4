import { z } from "zod";
import type { Instant } from "../../domain/model/time.ts";
import type { LoadCounts, MemoryRecord, RecordOf } from "../../ports/memory-record.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { EngramError } from "../../errors.ts";
import { type Footer, type Header, badFile } from "./format.ts";
import { type ReadOptions, readMemory } from "./read.ts";
import {
  SIGNATURE_KINDS,
  type Signature,
  type SignatureKind,
  type SigningKey,
  signatureKind,
  signatureNote,
} from "./signature.ts";
import { type StageDeps, stageMemory } from "./stage.ts";
import { dumped, hasMemory } from "./write.ts";

export interface TakeOptions extends ReadOptions {
  /** Only reports; writes nothing. */
  dryRun: boolean;
  /** The owner vouches for the file, whoever signed it: it is imported as it is. */
  trust: boolean;
  signingKey: SigningKey;
  staging: StageDeps;
  onProgress?: ((done: { records: number; of: number }) => void) | undefined;
}

/** What was imported, or would be. */
export const Restored = z.object({
  from: z.string().describe("whose memory the file is"),
  createdAt: z.string(),
  signature: z.enum(SIGNATURE_KINDS),
  asItIs: z.boolean().describe("taken with what it believes; else its statements are checked first"),
  note: z.string().describe("both in words"),
  records: z.int(),
  counts: z.record(z.string(), z.number()).describe("records in the file, by kind"),
  added: z.int(),
  known: z.int().describe("already there, and left unchanged"),
  skipped: z.int().describe("lacking what they refer to, or taken from a trusted file only"),
  staged: z.int().describe("added statements that await verification"),
  // Stored as rejections, unless something was forgotten here, which they might repeat.
  refused: z.int().describe("statements that no turn supports; 0 in a dry run"),
  forgotten: z.int().describe("turns and statements with something that was forgotten here; 0 in a dry run"),
  runId: z.string().nullable().describe("undoing it takes back what was staged"),
  conflict: z.string().nullable().describe("of a dry run: why the file cannot be taken"),
});
export type Restored = z.infer<typeof Restored>;

/** What is remembered about a file after reading it to the end. */
export interface Checked {
  header: Header;
  footer: Footer;
  user: RecordOf<"user"> | null;
  tombstones: Set<string>;
  /** The signature this installation would have produced; null if no key was given. */
  expected: Signature | null;
  /** Hashes of its batches, to verify that the second read is identical. */
  batches: string[];
}

/** Reads a file to the end and writes nothing. Throws `invalid_request` if it is broken, foreign or newer. */
export async function checkMemory(
  path: string,
  { signingKey, ...options }: ReadOptions & { signingKey?: SigningKey },
): Promise<Checked> {
  let header: Header | null = null;
  let footer: Footer | null = null;
  let expected: Signature | null = null;
  let user: Checked["user"] = null;
  const batches: string[] = [];
  const tombstones = new Set<string>();
  const told = {
    onHeader: (found: Header) => void (header = found),
    onFooter: (found: Footer) => void (footer = found),
    onBatch: (hash: string) => void batches.push(hash),
    signing: signingKey && { key: signingKey, onSignature: (made: Signature) => void (expected = made) },
  };
  for await (const records of readMemory(path, { ...options, ...told })) {
    for (const record of records) {
      if (record.kind === "user") user ??= record;
      if (record.kind === "tombstone") tombstones.add(record.id);
    }
  }
  const whole = { header: header as unknown as Header, footer: footer as unknown as Footer };
  return { ...whole, user, tombstones, expected, batches };
}

/**
 * Imports a file into a user's memory: validated to the end and against the existing memory before the first record is
 * written. A file this installation signed for this user is imported as it is, and so is one its owner trusts. Any line
 * of any other file may be forged: its turns are imported like a chat's, its statements as proposals. Existing records
 * stay, so it can be interrupted and started again.
 *
 * @throws EngramError `invalid_request` for the file, `conflict` for the user, or for trust in a changed file.
 */
export async function takeMemory(user: UserStore, path: string, options: TakeOptions): Promise<Restored> {
  const checked = await checkMemory(path, options);
  const { header, footer } = checked;
  const signature = kindOf(checked, user.userId);
  const isTrusted = signature !== "own" && options.trust;
  if (isTrusted && signature === "changed") throw changedFile();
  const asItIs = signature === "own" || isTrusted;
  const there = await originOf(user);
  const conflict = await conflictOf(user, there, checked, asItIs);
  if (conflict !== null && !options.dryRun) throw new EngramError("conflict", conflict);
  const taken: Restored = {
    from: header.user,
    createdAt: header.createdAt,
    signature,
    asItIs,
    note: signatureNote(signature, isTrusted),
    records: footer.records,
    counts: footer.counts,
    added: 0,
    known: 0,
    skipped: 0,
    staged: 0,
    refused: 0,
    forgotten: 0,
    runId: null,
    conflict,
  };
  const batches = readAgain(path, options, checked);
  if (options.dryRun) return { ...taken, ...(await compared(user, batches, checked, asItIs)) };
  if (!asItIs)
    return {
      ...taken,
      ...(await stageMemory(options.staging, user, { checked, there, batches, signal: options.signal })),
    };
  for await (const records of batches) add(taken, await user.load(records));
  return taken;
}

function kindOf({ header, footer, expected }: Checked, userId: string): SignatureKind {
  return expected === null ? "none" : signatureKind(footer.signature, expected, header.user === userId);
}

function changedFile(): EngramError {
  return new EngramError(
    "conflict",
    "It says that this installation wrote it, and it was changed since: it is not taken on trust",
  );
}

/** Reads the records again. Throws `invalid_request` before a batch that differs from the one checked. */
async function* readAgain(
  path: string,
  options: TakeOptions,
  { batches, footer }: Checked,
): AsyncGenerator<MemoryRecord[], void, undefined> {
  let at = 0;
  let done = 0;
  const onBatch = (hash: string): void => {
    if (hash !== batches[at++]) throw badFile("it was changed while it was read");
  };
  for await (const records of readMemory(path, { ...options, onBatch })) {
    yield records;
    options.onProgress?.({ records: (done += records.length), of: footer.records });
  }
}

function add(taken: Restored, counts: LoadCounts): void {
  for (const outcome of ["added", "known", "skipped"] as const) {
    taken[outcome] += Object.values(counts[outcome]).reduce((sum, n) => sum + n, 0);
  }
}

/** The memory's owner, and what was forgotten. */
export interface Origin {
  user: RecordOf<"user"> | null;
  tombstones: Set<string>;
  /** Time of the last forgetting; null: never. */
  forgottenAt: Instant | null;
}

/** Why the user cannot import this memory; null: no objection. */
async function conflictOf(
  user: UserStore,
  there: Origin,
  file: Checked,
  asItIs: boolean,
): Promise<string | null> {
  if (there.user === null) return null;
  const isOther = file.user?.selfId !== there.user.selfId && there.user.selfId !== null;
  if (isOther && (await hasMemory(user))) {
    return "This user has a memory of another origin: take it into a user who has none, or into the one it came from";
  }
  // Staged content passes the tombstones, turn by turn.
  const unknown = asItIs ? [...there.tombstones].filter((id) => !file.tombstones.has(id)).length : 0;
  if (unknown > 0) {
    return `Of what this user has forgotten, ${unknown} is not known to the file: it is older, and would bring it back. Take it into another user`;
  }
  return null;
}

async function originOf(user: UserStore): Promise<Origin> {
  let found: Origin["user"] = null;
  const tombstones = new Set<string>();
  let forgottenAt: Instant | null = null;
  for await (const records of dumped(user, { vectors: false, tombstones: false })) {
    for (const record of records) {
      if (record.kind === "user") found = record;
      else if (record.kind === "tombstone") {
        tombstones.add(record.id);
        if (forgottenAt === null || record.forgottenAt > forgottenAt) forgottenAt = record.forgottenAt;
      } else if (record.kind !== "hashes") return { user: found, tombstones, forgottenAt };
    }
  }
  return { user: found, tombstones, forgottenAt };
}

/** What a dry run can report about a file: how many turns, entities and facts are already there. */
async function compared(
  user: UserStore,
  batches: AsyncIterable<MemoryRecord[]>,
  { footer: { records, counts } }: Checked,
  asItIs: boolean,
): Promise<Pick<Restored, "added" | "known" | "skipped" | "staged">> {
  let known = 0;
  for await (const batch of batches) known += await knownOf(user, batch, asItIs);
  if (asItIs) return { added: records - known, known, skipped: 0, staged: 0 };
  const { episode = 0, fact = 0 } = counts;
  const added = Math.max(0, episode + fact - known);
  return { added, known, skipped: records - added - known, staged: 0 };
}

async function knownOf(user: UserStore, records: MemoryRecord[], asItIs: boolean): Promise<number> {
  const ids = { episode: [] as string[], entity: [] as string[], fact: [] as string[] };
  for (const record of records) {
    if (record.kind === "episode") ids.episode.push(record.episode.id);
    else if (record.kind === "entity" && asItIs) ids.entity.push(record.entity.id);
    else if (record.kind === "fact") ids.fact.push(record.fact.id);
  }
  const found = await Promise.all([
    ids.episode.length === 0 ? [] : user.episodesById(ids.episode),
    ids.entity.length === 0 ? [] : user.entitiesById(ids.entity),
    ids.fact.length === 0 ? [] : user.factsById(ids.fact),
  ]);
  return found.reduce((sum, rows) => sum + rows.length, 0);
}
