import { createHash } from "node:crypto";
import type { Instant } from "../../domain/model/time.ts";
import type { MemoryRecord } from "../../ports/memory-record.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import {
  BATCH_RECORDS,
  FORMAT,
  FORMAT_VERSION,
  type Footer,
  type Header,
  type KindCounts,
  line,
} from "./format.ts";
import { toChecked } from "./record-schema.ts";
import { type SigningKey, signerOf } from "./signature.ts";

export interface WriteOptions {
  /** Version of this Engram. */
  product: string;
  now: Instant;
  signingKey: SigningKey;
  vectors: boolean;
  /** With the hashes of forgotten content; useful only to a service with the same key. */
  tombstones: boolean;
  signal?: AbortSignal | undefined;
  onFooter?: ((footer: Footer) => void) | undefined;
}

/** One user's memory as the text of a file, a batch of lines at a time. */
export async function* memoryText(
  user: UserStore,
  options: WriteOptions,
): AsyncGenerator<string, void, undefined> {
  const { conversations, episodes, entities, facts } = await user.stats();
  const holds = { conversations, episodes, entities: sumOf(entities), facts: sumOf(facts) };
  const header = headerOf(user, options, { vectors: options.vectors, holds });
  yield* textOf(header, dumped(user, options), options);
}

/** Part of a memory in the same form: content a job is about to remove. */
export async function* partText(
  user: Pick<UserStore, "userId">,
  records: MemoryRecord[],
  options: Pick<WriteOptions, "product" | "now" | "signingKey">,
): AsyncGenerator<string, void, undefined> {
  yield* textOf(headerOf(user, options, { vectors: false, holds: {} }), [records], options);
}

async function* textOf(
  header: Header,
  batches: AsyncIterable<MemoryRecord[]> | Iterable<MemoryRecord[]>,
  { signingKey, onFooter }: Pick<WriteOptions, "signingKey" | "onFooter">,
): AsyncGenerator<string, void, undefined> {
  const signer = signerOf(signingKey);
  signer.add(line(header));
  yield line(header);
  const hash = createHash("sha256");
  const counts: KindCounts = {};
  let records = 0;
  for await (const batch of batches) {
    const text = batch.map((record) => line(toChecked(record))).join("");
    hash.update(text);
    signer.add(text);
    records += batch.length;
    for (const { kind } of batch) counts[kind] = (counts[kind] ?? 0) + 1;
    if (text !== "") yield text;
  }
  const end = { records, sha256: hash.digest("hex") };
  const footer: Footer = { kind: "footer", counts, ...end, signature: signer.sign(end) };
  onFooter?.(footer);
  yield line(footer);
}

/** All records of a user, page by page. */
export async function* dumped(
  user: UserStore,
  { vectors, tombstones, signal }: Pick<WriteOptions, "vectors" | "tombstones" | "signal">,
): AsyncGenerator<MemoryRecord[], void, undefined> {
  let after: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const page = await user.dump({ after, limit: BATCH_RECORDS, vectors, tombstones });
    yield page.records;
    if (page.next === null) return;
    after = page.next;
  }
}

function headerOf(
  { userId: user }: Pick<UserStore, "userId">,
  { product, now: createdAt }: Pick<WriteOptions, "product" | "now">,
  content: Pick<Header, "vectors" | "holds">,
): Header {
  return { kind: "header", format: FORMAT, version: FORMAT_VERSION, product, user, createdAt, ...content };
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Whether anything is known about a user besides their self entity, which a mere visit makes. */
export async function hasMemory(user: UserStore): Promise<boolean> {
  const { episodes, facts, entities } = await user.stats();
  return episodes > 0 || Object.keys(facts).length > 0 || sumOf(entities) > 1;
}
