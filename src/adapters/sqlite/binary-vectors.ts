import type { VectorKind } from "../../ports/memory-store.ts";
import type { Connection } from "./connection.ts";
import type { Context } from "./context.ts";

/**
 * Binary vectors (the sign of each component) in the memory of a reading connection: comparing 50,000 takes 1 ms here
 * and 8 ms row by row in SQLite. The table `vector_bits` stores them. Row numbers only grow, so new vectors are read
 * after the last known one; a deleted one stays until its full vector is looked up and missing.
 */
interface BinaryVectors {
  /** Numbers of the vectors in the order of `bits`; 0 for a deleted one. */
  numbers: Float64Array;
  bits: Int32Array;
  /** 32-bit words of one vector, an even number. */
  width: number;
  count: number;
  /** The highest number read. */
  last: number;
}

/** Cache of a connection beyond its last query, bytes. */
const KEPT_BYTES_MAX = 256 * 1024 * 1024;
/** Rows per read: keeps SQLite's text for them below 2 MB. */
const READ_AT_ONCE = 10_000;
/** Of those looked up for one query. */
const MISSING_MAX = 20;
const BYTES_PER_WORD = 4;
const BITS_PER_WORD = 32;

const kept = new WeakMap<Connection, Map<string, BinaryVectors>>();

/** Drops a user's vectors, so that nothing forgotten stays in memory; all users' if this one is unknown. */
export function dropBinaryVectors({ db, user }: Context): void {
  if (user === 0) kept.delete(db);
  const all = kept.get(db);
  for (const key of all?.keys() ?? []) if (key.startsWith(`${user} `)) all?.delete(key);
}

/** Row numbers of the vectors with the least Hamming distance to the query, at most `limit`, unordered. */
export function nearestByHamming(
  ctx: Context,
  { tag, kind }: { tag: string; kind: VectorKind },
  vector: Uint8Array,
  limit: number,
): number[] {
  const vectors = readBinaryVectors(ctx, tag, kind);
  const own = ctx.db.get<{ bits: Uint8Array }>("SELECT vec_quantize_binary(?) AS bits", vector)?.bits;
  if (vectors.count === 0 || own === undefined) return [];
  return nearestOf(vectors, wordsOf(own, vectors.width), limit);
}

/** Excludes vectors that were missing when looked up; if there are many, all are reloaded. */
export function dropMissingVectors(
  ctx: Context,
  { tag, kind }: { tag: string; kind: VectorKind },
  numbers: number[],
): void {
  const all = kept.get(ctx.db);
  const key = keyOf(ctx, tag, kind);
  const vectors = all?.get(key);
  if (vectors === undefined) return;
  if (numbers.length > MISSING_MAX) return void all?.delete(key);
  const missing = new Set(numbers);
  for (let i = 0; i < vectors.count; i++) {
    if (missing.has(vectors.numbers[i] as number)) vectors.numbers[i] = 0;
  }
}

function keyOf({ user }: Context, tag: string, kind: VectorKind): string {
  return `${user} ${kind} ${tag}`;
}

const NONE: BinaryVectors = {
  numbers: new Float64Array(),
  bits: new Int32Array(),
  width: 0,
  count: 0,
  last: 0,
};

function readBinaryVectors(ctx: Context, tag: string, kind: VectorKind): BinaryVectors {
  const all = kept.get(ctx.db) ?? new Map<string, BinaryVectors>();
  kept.set(ctx.db, all);
  const key = keyOf(ctx, tag, kind);
  let vectors = all.get(key) ?? NONE;
  for (let isWhole = false; !isWhole;) {
    const { numbers, bits } = readAfter(ctx, tag, kind, vectors.last);
    if (numbers.length > 0) vectors = withAdded(vectors, numbers, bits);
    isWhole = numbers.length < READ_AT_ONCE;
  }
  // Moved to the end: the first ones are the least recently used.
  all.delete(key);
  all.set(key, vectors);
  evict(all);
  return vectors;
}

function readAfter(
  ctx: Context,
  tag: string,
  kind: VectorKind,
  last: number,
): { numbers: number[]; bits: Buffer } {
  const read = ctx.db.get<{ numbers: string | null; bits: string | null }>(
    `SELECT group_concat(n) AS numbers, group_concat(hex(bits), '') AS bits FROM (
       SELECT n, bits FROM vector_bits WHERE user_id = ? AND tag = ? AND kind = ? AND n > ? ORDER BY n LIMIT ?)`,
    ctx.user,
    tag,
    kind,
    last,
    READ_AT_ONCE,
  );
  const numbers = read?.numbers ? read.numbers.split(",").map(Number) : [];
  return { numbers, bits: Buffer.from(read?.bits ?? "", "hex") };
}

function withAdded(vectors: BinaryVectors, numbers: number[], bits: Buffer): BinaryVectors {
  const bytes = bits.length / numbers.length;
  const width = 2 * Math.ceil(bytes / (2 * BYTES_PER_WORD));
  const count = vectors.count + numbers.length;
  const grown = count <= vectors.numbers.length ? vectors : roomFor(vectors, count, width);
  grown.numbers.set(numbers, vectors.count);
  const all = new Uint8Array(grown.bits.buffer);
  const stride = width * BYTES_PER_WORD;
  if (stride === bytes) all.set(bits, vectors.count * stride);
  else {
    // The last words are zero-padded.
    for (let i = 0; i < numbers.length; i++)
      all.set(bits.subarray(i * bytes, (i + 1) * bytes), (vectors.count + i) * stride);
  }
  return { ...grown, width, count, last: numbers.at(-1) ?? vectors.last };
}

/** A quarter more than needed, so that single vectors can be added without copying all. */
function roomFor(vectors: BinaryVectors, count: number, width: number): BinaryVectors {
  const room = Math.ceil(count * 1.25);
  const numbers = new Float64Array(room);
  numbers.set(vectors.numbers.subarray(0, vectors.count));
  const bits = new Int32Array(room * width);
  bits.set(vectors.bits.subarray(0, vectors.count * width));
  return { ...vectors, numbers, bits, width };
}

function evict(all: Map<string, BinaryVectors>): void {
  let bytes = 0;
  for (const { numbers, bits } of all.values()) bytes += numbers.byteLength + bits.byteLength;
  for (const [key, { numbers, bits }] of all) {
    if (bytes <= KEPT_BYTES_MAX || all.size === 1) return;
    all.delete(key);
    bytes -= numbers.byteLength + bits.byteLength;
  }
}

function wordsOf(bytes: Uint8Array, width: number): Int32Array {
  const words = new Int32Array(width);
  new Uint8Array(words.buffer).set(bytes.subarray(0, width * BYTES_PER_WORD));
  return words;
}

function nearestOf({ numbers, bits, width, count }: BinaryVectors, own: Int32Array, limit: number): number[] {
  const most = width * BITS_PER_WORD;
  const differences = new Uint16Array(count);
  const having = new Uint32Array(most + 2);
  for (let i = 0; i < count; i++) {
    const difference = numbers[i] === 0 ? most + 1 : hammingDistance(bits, i * width, own);
    differences[i] = difference;
    having[difference] = (having[difference] as number) + 1;
  }
  let bound = 0;
  let counted = having[0] as number;
  while (counted < limit && bound < most) counted += having[++bound] as number;
  // Of those at the bound, as many as fit, newest first.
  let spare = Math.max(0, counted - limit);
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const difference = differences[i] as number;
    if (difference > bound || (difference === bound && spare-- > 0)) continue;
    found.push(numbers[i] as number);
  }
  return found;
}

/** Hamming distance, counted in parallel within two words at a time. */
function hammingDistance(bits: Int32Array, at: number, own: Int32Array): number {
  let sum = 0;
  for (let w = 0; w < own.length; w += 2) {
    const some = bitsPerNibble((bits[at + w] as number) ^ (own[w] as number));
    const more = bitsPerNibble((bits[at + w + 1] as number) ^ (own[w + 1] as number));
    const bytes = (((some + more) & 0x0f0f0f0f) + (((some + more) >>> 4) & 0x0f0f0f0f)) | 0;
    sum += Math.imul(bytes, 0x01010101) >>> 24;
  }
  return sum;
}

/** Bit counts of all four-bit values. */
function bitsPerNibble(word: number): number {
  const twos = (word - ((word >>> 1) & 0x55555555)) | 0;
  return ((twos & 0x33333333) + ((twos >>> 2) & 0x33333333)) | 0;
}
