import type { MemoryStore } from "../../../src/ports/memory-store.ts";
import type { Recipe } from "../../../src/services/retrieval/types.ts";

/** A question: its words, what its vector is made of, and how much each lane may find. */
export interface Asked {
  words: string[];
  key: string;
  quotas: Recipe["quotas"];
}

export interface BenchStore {
  name: string;
  store: MemoryStore;
  /** What a user told in many turns, their vectors too. */
  fill(userId: string, size: { facts: number; turns: number }): Promise<void>;
  /** The rows of this user's one turn again, under other ids, in one raw transaction. */
  rawTurn(userId: string, n: number): Promise<void>;
  /** The full-text and vector queries that a recipe is made of, raw. */
  rawSearch(userId: string, asked: Asked): Promise<void>;
  close(): Promise<void>;
}

const OPEN: Record<string, () => Promise<BenchStore>> = {
  sqlite: async () => (await import("./sqlite.ts")).openSqlite(),
  neo4j: async () => (await import("./neo4j.ts")).openNeo4j(),
};

export function openBench(name: string): Promise<BenchStore> {
  const open = OPEN[name];
  if (open === undefined) throw new Error(`No store ${name}: use ${Object.keys(OPEN).join(", ")}`);
  return open();
}
