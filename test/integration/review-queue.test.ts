import { afterEach, beforeEach, expect, test } from "vitest";
import { openReview } from "../../src/domain/model/review.ts";
import { MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { reviewItems, type ReviewItemKind } from "../../src/services/review/queue.ts";
import { batch, entity, fact, START, walk } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** Questions that an owner has left open for years. */
const QUESTIONS = 250;

let memory: TestMemory;
let ann: UserStore;

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
});
afterEach(() => memory.close());

/** Disputed jobs of many people; whether the first ones are over is asked. */
async function dispute(count: number, asked: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const createdAt = plusMs(START, -n * MINUTE_MS);
    const job = { value: `firm ${n}`, status: "disputed", createdAt } as const;
    const news = { value: `other firm ${n}`, status: "verified" } as const;
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity(`p${n}`, `Person ${n}`) },
        { op: "fact.put", fact: fact(`old${n}`, `p${n}`, "WORKS_AT", job) },
        { op: "fact.put", fact: fact(`new${n}`, `p${n}`, "WORKS_AT", news) },
      ]),
    );
    if (n >= asked) continue;
    const review = openReview("closing", [`new${n}`, `old${n}`], "superseded", createdAt);
    await ann.apply(batch([{ op: "review.put", review }]));
  }
}

const first = (kind?: ReviewItemKind) => reviewItems(ann, { kind, state: "open", limit: 50 }, START);

test("of hundreds of open questions each fact is asked about once, and the first page is never empty", async () => {
  await dispute(QUESTIONS + 3, QUESTIONS);
  const disputes = await first("dispute");
  expect(disputes.items.map(({ id }) => id)).toEqual([0, 1, 2].map((n) => `dispute.old${QUESTIONS + n}`));
  expect(disputes.nextCursor).toBeNull();
  const all = await walk((page) => reviewItems(ann, { state: "open", ...page }, START), 50);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all).toHaveLength(QUESTIONS + 3);
});

test("questions with nothing left to decide hide none behind them", async () => {
  await dispute(62, 62);
  for (let n = 2; n < 62; n++)
    await ann.apply(batch([{ op: "fact.patch", id: `old${n}`, set: { status: "superseded" } }]));
  expect((await first("closing")).items).toHaveLength(2);
  expect((await first()).items).toHaveLength(2);
});
