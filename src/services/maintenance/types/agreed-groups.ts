import { connectedBy } from "../../collections.ts";
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
  return connectedBy(same, (pair) => pair.map(({ name }) => name)).flatMap((pairs) => {
    const to = mostUsed(pairs.flat());
    const members = connectedNames(to, pairs);
    const within = ({ pair }: AnsweredPair): boolean => pair.every((term) => members.includes(term.name));
    if (asked.some((one) => one.answer === "different" && within(one))) return [];
    const renamings = members
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
