import type { Instant } from "../../domain/model/time.ts";
import {
  type HashKind,
  type NewTombstone,
  type Tombstones,
  type WordHash,
  hasherOf,
  messageEntry,
  spaceOf,
} from "../store-core/tombstones.ts";
import { toTombstoneRow } from "../store-core/rows.ts";
import { saltOf } from "../store-core/hash-key.ts";
import type { Context, Owner } from "./context.ts";

type HashRow = WordHash & { forgottenAt: Instant };

/**
 * Content forgotten after `after`, read once; only texts said at that time or later may be checked against it.
 * `messages`: whole messages to be recognised, whenever they were forgotten.
 */
export async function loadTombstones(
  ctx: Context,
  after: Instant,
  messages: string[] = [],
): Promise<Tombstones> {
  const owner = await ctx.owner();
  if (owner === null || owner.forgotten_at === null) return NONE;
  const hash = hasherOf(ctx.hashKey, saltOf(owner));
  const hashes = messages
    .flatMap((text) => messageEntry(text) ?? [])
    .map((entry) => base64(hash(spaceOf(entry.kind), entry.content)));
  const rows = await ctx.tx.run<HashRow>("tombstones/after", { after, messages: hashes });
  return tombstonesOf(hash, rows);
}

/** Whether something said at `at` may have been forgotten since. */
export function forgottenAfter(owner: Owner | null, at: Instant): boolean {
  return owner !== null && owner.forgotten_at !== null && owner.forgotten_at > at;
}

export const NONE: Tombstones = {
  any: () => false,
  hash: hasherOf(new Uint8Array(0), new Uint8Array(0)),
  last: () => null,
  wordsAfter: () => [],
};

const WORD_KINDS: readonly HashKind[] = ["run", "term", "subject", "name"];

function tombstonesOf(hash: Tombstones["hash"], rows: HashRow[]): Tombstones {
  const last = new Map<string, Instant>();
  for (const row of rows) {
    const key = `${row.kind} ${row.hash}`;
    const known = last.get(key);
    if (known === undefined || row.forgottenAt > known) last.set(key, row.forgottenAt);
  }
  return {
    any: () => rows.length > 0,
    hash,
    last: (kind, bytes) => last.get(`${kind} ${base64(bytes)}`) ?? null,
    wordsAfter: (at) => rows.filter((row) => WORD_KINDS.includes(row.kind) && row.forgottenAt > at),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Hashes written by one statement; a forgotten conversation has one per message. */
const HASHES_AT_ONCE = 2_000;

export async function putTombstones(ctx: Context, tombstones: NewTombstone[]): Promise<void> {
  const owner = await ctx.owner();
  if (owner === null || tombstones.length === 0) return;
  const hash = hasherOf(ctx.hashKey, saltOf(owner));
  await ctx.tx.run("tombstones/put", {
    rows: tombstones.map(({ entries, ...tombstone }) => toTombstoneRow(tombstone)),
  });
  const rows = tombstones.flatMap((tombstone) =>
    tombstone.entries.map((entry) => ({
      kind: entry.kind,
      hash: base64(hash(spaceOf(entry.kind), entry.content)),
      tombstone_id: tombstone.id,
      word_count: entry.wordCount,
      forgotten_at: tombstone.forgottenAt,
      subject_is_self: tombstone.subjectIsSelf,
    })),
  );
  for (let i = 0; i < rows.length; i += HASHES_AT_ONCE) {
    await ctx.tx.run("tombstones/put-hashes", { rows: rows.slice(i, i + HASHES_AT_ONCE) });
  }
}
