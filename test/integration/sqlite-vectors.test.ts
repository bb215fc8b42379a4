import { afterAll, beforeAll, expect, test } from "vitest";
import type { Embeddable, MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { entity } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/**
 * More memories than are compared at full length, so that their signs decide which. What a reader keeps of the signs
 * has to follow every write.
 */
const MEMORIES = 1_500;
const DIMENSIONS = 96;
const TAG = `test/${DIMENSIONS}`;
const WANTED = 10;
const FOUND_MIN = 8;
const AT = "2026-03-01T09:00:00.000Z";

let memory: TestMemory;
let store: MemoryStore;
let user: UserStore;
let seed = 7;
const vectors = new Map<string, Float32Array>();

function direction(): Float32Array {
  const raw = Float32Array.from({ length: DIMENSIONS }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  });
  const length = Math.hypot(...raw);
  return raw.map((x) => x / length);
}

async function put(from: number, to: number, label: string): Promise<void> {
  const mutations = Array.from({ length: to - from }, (_, i) => ({
    op: "entity.put" as const,
    entity: entity(`e${from + i}`, `${label} ${from + i}`, { status: "verified" }),
  }));
  await user.apply({ actor: "import", reason: "test", mutations });
}

/** Every memory that waits gets a direction of its own. */
async function embedAll(): Promise<Embeddable[]> {
  const all: Embeddable[] = [];
  for (let waiting = await user.unembedded(TAG, 500); waiting.length > 0;) {
    for (const { id } of waiting) vectors.set(id, direction());
    await user.putVectors(
      TAG,
      waiting.map((item) => ({ ...item, vector: vectors.get(item.id) ?? null })),
    );
    all.push(...waiting);
    waiting = await user.unembedded(TAG, 500);
  }
  return all;
}

async function nearest(vector: Float32Array): Promise<string[]> {
  const hits = await user.nearest({
    tag: TAG,
    vector,
    kinds: ["entity"],
    limit: WANTED,
    statuses: ["verified"],
  });
  return (hits ?? []).map(({ id }) => id);
}

/** Both readers, several questions, beside a comparison of all. */
async function expectNearest(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const asked = direction();
    const exact = [...vectors]
      .map(([id, vector]) => ({ id, score: vector.reduce((sum, x, i) => sum + x * (asked[i] ?? 0), 0) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, WANTED);
    const found = await nearest(asked);
    expect(found).toHaveLength(WANTED);
    expect(exact.filter(({ id }) => found.includes(id)).length).toBeGreaterThanOrEqual(FOUND_MIN);
  }
}

const of = (id: string): Float32Array => vectors.get(id) ?? new Float32Array(DIMENSIONS);

beforeAll(async () => {
  memory = await openMemory();
  ({ store } = memory);
  user = store.forUser("ann");
  vectors.delete((await user.self()).id);
  await put(0, MEMORIES, "Thing");
  await embedAll();
  vectors.delete((await user.self()).id);
});
afterAll(() => memory.close());

test("nearly all that a comparison of all finds, and again after more came", async () => {
  await expectNearest();
  await put(MEMORIES, MEMORIES + 40, "Later");
  await embedAll();
  await expectNearest();
  for (let n = MEMORIES; n < MEMORIES + 40; n++) expect((await nearest(of(`e${n}`)))[0]).toBe(`e${n}`);
});

test("a memory that reads differently is found by its new vector alone, also the newest one", async () => {
  const ids = [`e${MEMORIES + 39}`, "e3"];
  for (const id of ids) await nearest(of(id));
  const before = ids.map(of);
  const mutations = ids.map((id) => ({
    op: "entity.alias" as const,
    id,
    alias: { alias: `Renamed ${id}`, kind: "name" as const },
  }));
  await user.apply({ actor: "import", reason: "test", mutations });
  expect((await embedAll()).map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const [i, id] of ids.entries()) {
    expect((await nearest(of(id)))[0]).toBe(id);
    expect((await nearest(before[i] ?? of(id)))[0]).not.toBe(id);
  }
  await expectNearest();
});

test("what is taken back without anything in its place, the newest first, is not found, nor anything twice", async () => {
  const asked = direction();
  for (const count of [1, 60]) {
    await put(9_000, 9_000 + count, "Taken back");
    const waiting = await user.unembedded(TAG, 500);
    await user.putVectors(
      TAG,
      waiting.map((item) => ({ ...item, vector: asked })),
    );
    for (let reader = 0; reader < 3; reader++) expect((await nearest(asked))[0]).toMatch(/^e90/);
    const deletions = waiting.map(({ id }) => ({ op: "entity.delete" as const, id }));
    await user.apply({ actor: "import", reason: "test", mutations: deletions });
    for (let reader = 0; reader < 6; reader++) {
      const found = await nearest(asked);
      expect(found.filter((id) => id.startsWith("e90"))).toEqual([]);
      expect(found).toHaveLength(WANTED);
      expect(new Set(found).size).toBe(WANTED);
    }
  }
  await expectNearest();
});

test("another user's vectors are never among them", async () => {
  const other = store.forUser("bob");
  await other.apply({
    actor: "import",
    reason: "test",
    mutations: [{ op: "entity.put", entity: entity("bobs", "Bob's", { status: "verified" }) }],
  });
  await other.unembedded(TAG, 10);
  const asked = direction();
  await other.putVectors(
    TAG,
    (await other.unembedded(TAG, 10)).map((item) => ({ ...item, vector: asked })),
  );
  expect(await nearest(asked)).not.toContain("bobs");
});

test("where the nearest have another status, the next nearest are found", async () => {
  const asked = direction();
  const hidden = await nearest(asked);
  const hide = (ids: string[]) =>
    user.apply({
      actor: "user",
      reason: "test",
      mutations: ids.map((id) => ({ op: "entity.patch" as const, id, set: { status: "archived" as const } })),
    });
  await hide(hidden);
  const next = await nearest(asked);
  expect(next).toHaveLength(WANTED);
  expect(next.filter((id) => hidden.includes(id))).toEqual([]);
  await hide(next);
  expect((await nearest(asked)).filter((id) => [...hidden, ...next].includes(id))).toEqual([]);
  for (const id of [...hidden, ...next]) vectors.delete(id);
  await expectNearest();
});

test("what was forgotten is not found, and the rest still is", async () => {
  const gone = ["e7", `e${MEMORIES + 38}`];
  for (const id of gone) expect((await nearest(of(id)))[0]).toBe(id);
  for (const id of gone) await user.forget({ entityId: id }, AT);
  for (const id of gone) {
    const vector = of(id);
    vectors.delete(id);
    expect(await nearest(vector)).not.toContain(id);
  }
  await expectNearest();
});
