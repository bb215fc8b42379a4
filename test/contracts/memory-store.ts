import { afterEach, beforeEach, describe, test } from "vitest";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { communityContract } from "./memory-store-communities.ts";
import { dayContract } from "./memory-store-days.ts";
import { forgettingContract } from "./memory-store-forgetting.ts";
import { traceContract } from "./memory-store-traces.ts";
import { transferContract } from "./memory-store-transfer.ts";
import { reviewContract } from "./memory-store-review.ts";
import { conversationGraphContract } from "./conversation-graph.ts";
import { summaryContract } from "./memory-store-summaries.ts";
import { vectorContract } from "./memory-store-vectors.ts";
import { type TestClock } from "./memory-store-story.ts";
import { episodeCases, conversationCases } from "./memory-store-episodes.ts";
import { batchCases, undoCases } from "./memory-store-changes.ts";
import { queryCases, searchCases } from "./memory-store-search.ts";
import { userCases, listCases, isolationCases } from "./memory-store-lists.ts";
import { systemCases } from "./memory-store-system.ts";

export { testClock } from "./memory-store-story.ts";

export interface OpenStore {
  store: MemoryStore;
  clock: TestClock;
  close: () => Promise<void>;
}

/** Cases a store does not meet, by name, with the reason. */
export type Skips = Record<string, string>;

/** What a case works with: an empty store, and two of its users. */
export interface Bench {
  store: MemoryStore;
  clock: TestClock;
  ann: UserStore;
  bob: UserStore;
}

export type Case = (name: string, body: (bench: Bench) => Promise<void>) => void;

/** What every `MemoryStore` does, whatever it is made of. `open` gives an empty one. */
export function memoryStoreContract(
  name: string,
  open: () => Promise<OpenStore>,
  options: { skip?: Skips; missing?: string | null } = {},
): void {
  describe.skipIf(options.missing != null)(`MemoryStore contract: ${name}`, () => {
    let opened: OpenStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const declare: Case = (title, body) => {
      const reason = options.skip?.[title];
      test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (${reason})`, () => {
        const { store, clock } = opened;
        return body({ store, clock, ann: store.forUser("ann"), bob: store.forUser("bob") });
      });
    };
    describe("users", () => userCases(declare));
    describe("episodes", () => episodeCases(declare));
    describe("conversations", () => conversationCases(declare));
    describe("batches", () => batchCases(declare));
    describe("graph queries", () => queryCases(declare));
    describe("search", () => searchCases(declare));
    describe("vectors", () => vectorContract(declare));
    describe("traces", () => traceContract(declare));
    describe("lists", () => listCases(declare));
    describe("changes and undo", () => undoCases(declare));
    describe("review", () => reviewContract(declare));
    describe("summaries", () => summaryContract(declare));
    describe("topics", () => communityContract(declare));
    describe("the graph of a conversation", () => conversationGraphContract(declare));
    describe("isolation", () => isolationCases(declare));
    describe("forgetting", () => forgettingContract(declare));
    describe("transfer", () => transferContract(declare));
    describe("days", () => dayContract(declare));
    describe("system", () => systemCases(declare));
  });
}
