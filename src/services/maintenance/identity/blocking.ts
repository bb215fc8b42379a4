import { nicknameKeys } from "../../../domain/nicknames.ts";
import type { MergeReason } from "../../../domain/review.ts";
import { words } from "../../../domain/text.ts";
import { isPersonType } from "../../../domain/entity-type.ts";
import { likeness, type Named } from "./names.ts";

export interface Candidate {
  a: string;
  b: string;
  reason: MergeReason;
}

/** Entities under one key that are compared with each other; a key that more share ("the") tells nothing. */
const BLOCK_MAX = 40;
const WORD_CHARS_MIN = 3;
const SLIP_CHARS = { min: 5, max: 24 } as const;

/**
 * Pairs whose names are alike. Only those that share a key are compared, so that the work grows with the number of
 * entities and not with its square: a word, a short form, the beginning of a name, or the name less one letter.
 */
export function candidatesAmong(entities: Named[]): Candidate[] {
  const blocks = new Map<string, Named[]>();
  for (const entity of entities)
    for (const key of new Set(entity.names.flatMap((name) => keysOf(name, entity.type)))) {
      const block = blocks.get(key);
      if (block) block.push(entity);
      else blocks.set(key, [entity]);
    }
  const found = new Map<string, Candidate>();
  for (const block of blocks.values()) if (block.length <= BLOCK_MAX) compareAll(block, found);
  return [...found.values()];
}

function compareAll(block: Named[], found: Map<string, Candidate>): void {
  block.forEach((one, at) => {
    for (const other of block.slice(at + 1)) {
      const [a, b] = one.id < other.id ? [one, other] : [other, one];
      const key = `${a.id} ${b.id}`;
      if (found.has(key)) continue;
      const reason = likeness(a, b);
      if (reason !== null) found.set(key, { a: a.id, b: b.id, reason });
    }
  });
}

function keysOf(name: string, type: string): string[] {
  const parts = words(name);
  const told = parts.filter((word) => word.length >= WORD_CHARS_MIN).map((word) => `w:${word}`);
  const short = isPersonType(type) ? nicknameKeys(parts[0] ?? "").map((key) => `n:${key}`) : [];
  return [`=:${name}`, ...told, ...short, ...parts.flatMap(slipKeys)];
}

/** Two words one slip apart share one of these; most that are two slips apart do as well. */
function slipKeys(word: string): string[] {
  if (word.length < SLIP_CHARS.min || word.length > SLIP_CHARS.max) return [];
  const skeleton = `s:${word[0] ?? ""}${word.slice(1).replace(/[aeiou]/g, "")}`;
  const shorter = Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at + 1) + word.slice(at + 2),
  );
  return [skeleton, `d:${word}`, ...shorter.map((one) => `d:${one}`)];
}
