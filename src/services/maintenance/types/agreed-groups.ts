import type { SameOrNot } from "../ask-pairs.ts";
import { mostUsed, type Renaming, type Term } from "./vocabulary.ts";

export interface AnsweredPair {
  pair: [Term, Term];
  answer: SameOrNot;
}

/** Names to be merged into one. */
export interface AgreedGroup {
  renamings: Renaming[];
  /** The pairs that support it. */
  pairs: [Term, Term][];
}

/**
 * Names that a model calls the same, directly or transitively, become the most used one of them. If it also calls two of them
 * different, it contradicts itself and none is renamed. Those farthest from the remaining name come first: if a run dies, the rest
 * of the group is still connected and ends up at the same name.
 */
export function agreedGroups(asked: readonly AnsweredPair[]): AgreedGroup[] {
  const same = asked.filter(({ answer }) => answer === "same").map(({ pair }) => pair);
  const seen = new Set<string>();
  return same.flatMap(([{ name }]) => {
    if (seen.has(name)) return [];
    const members = connectedNames(name, same);
    for (const member of members) seen.add(member);
    const within = ({ pair }: AnsweredPair): boolean => pair.every((term) => members.includes(term.name));
    if (asked.some((one) => one.answer === "different" && within(one))) return [];
    const pairs = same.filter(([term]) => members.includes(term.name));
    const to = mostUsed(pairs.flat());
    const renamings = connectedNames(to, pairs)
      .filter((from) => from !== to)
      .reverse()
      .map((from) => ({ from, to }));
    return [{ renamings, pairs }];
  });
}

/** Names connected to one, nearest first. */
function connectedNames(start: string, pairs: readonly [Term, Term][]): string[] {
  const found = [start];
  for (const name of found) {
    for (const [a, b] of pairs) {
      const other = a.name === name ? b.name : b.name === name ? a.name : null;
      if (other !== null && !found.includes(other)) found.push(other);
    }
  }
  return found;
}
