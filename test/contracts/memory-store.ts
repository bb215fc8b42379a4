import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { toMs } from "../../src/domain/model/time.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { communityContract } from "./memory-store-communities.ts";
import { dayContract } from "./memory-store-days.ts";
import { forgettingContract } from "./memory-store-forgetting.ts";
import { linkCases } from "./memory-store-links.ts";
import { traceContract } from "./memory-store-traces.ts";
import { transferContract } from "./memory-store-transfer.ts";
import { reviewContract } from "./memory-store-review.ts";
import { conversationGraphContract } from "./conversation-graph.ts";
import { summaryContract } from "./memory-store-summaries.ts";
import { vectorContract } from "./memory-store-vectors.ts";
import { START, type TestClock } from "./memory-store-story.ts";
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
  const declare =
    (bench: () => Bench): Case =>
    (title, body) => {
      const reason = options.skip?.[title];
      const shown = reason === undefined ? title : `${title} (${reason})`;
      test.skipIf(reason !== undefined)(shown, () => body(bench()));
    };

  /** Strangers in one store: each case has two users whom nobody has seen before. */
  const together = (groups: Record<string, (declare: Case) => void>): void => {
    let opened: OpenStore;
    let cases = 0;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const next = (): Bench => {
      const { store, clock } = opened;
      clock.advance(toMs(START) - toMs(clock.now()));
      cases += 1;
      return { store, clock, ann: store.forUser(`ann ${cases}`), bob: store.forUser(`bob ${cases}`) };
    };
    for (const [title, group] of Object.entries(groups)) describe(title, () => group(declare(next)));
  };

  /** What looks at all users, or ends the store: one each. */
  const alone = (groups: Record<string, (declare: Case) => void>): void => {
    let opened: OpenStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const next = (): Bench => {
      const { store, clock } = opened;
      return { store, clock, ann: store.forUser("ann"), bob: store.forUser("bob") };
    };
    for (const [title, group] of Object.entries(groups)) describe(title, () => group(declare(next)));
  };

  describe.skipIf(options.missing != null)(`MemoryStore contract: ${name}`, () => {
    describe("of a user", () =>
      together({
        episodes: episodeCases,
        conversations: conversationCases,
        batches: batchCases,
        "graph queries": queryCases,
        search: searchCases,
        traces: traceContract,
        lists: listCases,
        "changes and undo": undoCases,
        review: reviewContract,
        summaries: summaryContract,
        topics: communityContract,
        links: linkCases,
        "the graph of a conversation": conversationGraphContract,
        forgetting: forgettingContract,
        transfer: transferContract,
      }));
    describe("of all", () =>
      alone({
        users: userCases,
        vectors: vectorContract,
        isolation: isolationCases,
        days: dayContract,
        system: systemCases,
      }));
  });
}
