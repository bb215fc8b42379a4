import { nicknameKeys } from "../../../domain/belief/nicknames.ts";
import type { MergeReason } from "../../../domain/model/review.ts";
import { duplicateReason, type NamedEntity } from "./names.ts";

export interface DuplicatePair {
  a: string;
  b: string;
  reason: MergeReason;
}

/** Maximum number of entities compared under one key; a more common key ("the") is no signal. */
const BLOCK_MAX = 40;
const WORD_CHARS_MIN = 3;
const SLIP_CHARS = { min: 5, max: 24 } as const;

/** Entities or keys between two pauses: some 10 ms. */
const PER_PAUSE = 250;

/**
 * Pairs with similar names. Only entities that share a key are compared, so the work grows linearly and not quadratically. A key is
 * a word, a short form, the beginning of a name, or the name less one letter. With 100,000 entities it takes 4 s, in pieces with a
 * `pause` between them that lets others work.
 */
export async function candidatesAmong(
  entities: NamedEntity[],
  pause: () => Promise<void>,
): Promise<DuplicatePair[]> {
  const blocks = new Map<string, NamedEntity[]>();
  await inPieces(entities, pause, (entity) => {
    for (const key of new Set(keysOf(entity))) {
      const block = blocks.get(key);
      if (block) block.push(entity);
      else blocks.set(key, [entity]);
    }
  });
  const found = new Map<string, DuplicatePair>();
  const shared = [...blocks.values()].filter(({ length }) => length > 1 && length <= BLOCK_MAX);
  await inPieces(shared, pause, (block) => compareAll(block, found));
  return [...found.values()];
}

async function inPieces<T>(items: T[], pause: () => Promise<void>, work: (item: T) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % PER_PAUSE === 0) await pause();
    work(item);
  }
}

function compareAll(block: NamedEntity[], found: Map<string, DuplicatePair>): void {
  block.forEach((one, at) => {
    for (const other of block.slice(at + 1)) {
      const [a, b] = one.id < other.id ? [one, other] : [other, one];
      const key = `${a.id} ${b.id}`;
      if (found.has(key)) continue;
      const reason = duplicateReason(a, b);
      if (reason !== null) found.set(key, { a: a.id, b: b.id, reason });
    }
  });
}

function keysOf({ names, parts, isPerson }: NamedEntity): string[] {
  const told = parts.flat().filter((word) => word.length >= WORD_CHARS_MIN);
  const short = isPerson ? parts.flatMap(([first = ""]) => nicknameKeys(first)) : [];
  return [
    ...names.map((name) => `=:${name}`),
    ...told.map((word) => `w:${word}`),
    ...short.map((key) => `n:${key}`),
    ...parts.flat().flatMap(slipKeys),
  ];
}

/** Two words one typo apart share one of these; most that are two typos apart do as well. */
function slipKeys(word: string): string[] {
  if (word.length < SLIP_CHARS.min || word.length > SLIP_CHARS.max || /\d/.test(word)) return [];
  const skeleton = `s:${word[0] ?? ""}${word.slice(1).replace(/[aeiou]/g, "")}`;
  const shorter = Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at + 1) + word.slice(at + 2),
  );
  return [skeleton, `d:${word}`, ...shorter.map((one) => `d:${one}`)];
}
