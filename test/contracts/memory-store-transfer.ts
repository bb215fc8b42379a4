import { expect } from "vitest";
import { openReview } from "../../src/domain/model/review.ts";
import { CURRENT_STATUSES } from "../../src/domain/model/status.ts";
import { HOUR_MS, MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { type DumpRequest, type MemoryRecord, RECORD_KINDS } from "../../src/ports/memory-record.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { community } from "./memory-store-communities.ts";
import { dayReport } from "./memory-store-days.ts";
import type { Case } from "./memory-store.ts";
import {
  START,
  type Story,
  batch,
  dump as listed,
  entity,
  fact,
  must,
  quote,
  rejection,
  say,
  tellStory,
} from "./memory-store-story.ts";

function rejects(promise: Promise<unknown>, code: string): Promise<void> {
  return expect(promise).rejects.toMatchObject({ name: "EngramError", code });
}

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** The whole stream, in pages of `limit`. */
export async function dumpAll(
  user: UserStore,
  { limit = 3, vectors = true, tombstones = true }: Partial<DumpRequest> = {},
): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 10_000; pages++) {
    const page = await user.dump({ limit, vectors, tombstones, after });
    records.push(...page.records);
    if (page.next === null) return records;
    after = page.next;
  }
  throw new Error("The dump does not end");
}

async function loadAll(
  user: UserStore,
  records: MemoryRecord[],
  atOnce = 4,
): Promise<Record<string, number>> {
  const sums = { added: 0, known: 0, skipped: 0 };
  for (let i = 0; i < records.length; i += atOnce) {
    const counts = await user.load(records.slice(i, i + atOnce));
    for (const outcome of ["added", "known", "skipped"] as const) {
      sums[outcome] += Object.values(counts[outcome]).reduce((sum, n) => sum + n, 0);
    }
  }
  return sums;
}

const TAG = "a/16";

/** A life with something in every part of the stream. `undoable`: a deletion that nobody has undone. */
export async function fullLife(user: UserStore): Promise<Story & { undoable: string }> {
  const story = await tellStory(user, "a");
  const { ids, facts } = story;
  const weights = { recency: -1.25, text: 0.5 };
  const ranking = { since: LONG_AGO, learnedAt: START, weights, questions: 24, shipped: 0.5, learned: 0.75 };
  const quietHours = { from: "22:00", to: "07:00" };
  await user.putSettings({ ...DEFAULT_SETTINGS, language: "de", quietHours, ranking });
  const secret = await say(user, "a-secret", "My locker code is tangerine 4711.", {
    conversationId: ids.conversation,
    reply: "I keep it.",
    occurredAt: plusMs(START, MINUTE_MS),
  });
  const garden = await say(user, "a-garden", "Straße 7 has a garden. Anni is Anna.", {
    conversationId: "a-garden-talk",
    speaker: "Carla",
    source: "import",
    state: "complete",
    extract: false,
    contextType: "completed_action",
    outcome: "partial",
    tags: "garden street",
    intent: { kind: "remember", state: "done", candidates: [], changeIds: [] },
  });
  await user.apply(
    batch([
      {
        op: "episode.patch",
        id: "a-secret",
        set: {
          extraction: { state: "pending", attempts: 2, error: "no JSON", retryAt: plusMs(START, MINUTE_MS) },
        },
      },
      {
        op: "fact.put",
        fact: fact("a-fact-code", story.selfId, "HAS_CODE", {
          value: "tangerine 4711",
          evidence: [quote(secret, "locker code is tangerine 4711")],
        }),
      },
      {
        op: "entity.put",
        entity: entity("a-anni", "Anni", {
          type: "person",
          aliases: [
            { alias: "Anni", kind: "name" },
            { alias: "Änni", kind: "nickname" },
          ],
          properties: { age: 41, tall: true, colour: "blue" },
          externalKeys: [{ system: "crm", id: "17" }],
          summary: "Anna, for short",
        }),
      },
      { op: "mention.put", episodeId: garden.id, entityId: "a-anni", start: 23, end: 27 },
      { op: "mention.put", episodeId: garden.id, entityId: ids.anna, start: 31, end: 35 },
      { op: "entity.put", entity: entity("a-tower", "Tower", { createdAt: START }) },
      { op: "entity.put", entity: entity("a-river", "River", { createdAt: START }) },
      {
        op: "fact.put",
        fact: fact("a-fact-garden", ids.anna, "HAS", {
          expansion: "yard, plants",
          value: "a garden",
          polarity: "negative",
          validAt: { at: START, precision: "day" },
          invalidAt: { at: plusMs(START, MINUTE_MS), precision: "minute" },
          status: "verified",
          origin: "extract@1#abc",
          evidence: [quote(garden, "has a garden"), quote(garden, "garden")],
        }),
      },
      { op: "fact.put", fact: fact("a-fact-tower", "a-tower", "NEAR", { objectId: "a-river" }) },
      {
        op: "trace.put",
        trace: {
          episodeId: garden.id,
          purpose: "blind",
          at: START,
          origin: "blind@1",
          model: "m",
          promptTokens: 3,
          completionTokens: 4,
          seconds: 1.25,
          reasoning: "Because.",
          suspicion: 0.5,
          ballots: { "a-fact-garden": "for" },
          rulings: {},
        },
      },
      { op: "review.put", review: openReview("merge", ["a-anni", ids.anna], "nickname", START) },
      { op: "rejection.put", rejection: rejection("a-wrong", { episodeId: garden.id, reasoning: "No." }) },
    ]),
  );
  // Something merged, something deleted and brought back, something deleted for good: each leaves its place.
  await user.apply(
    batch(
      [
        { op: "entity.alias", id: ids.anna, alias: { alias: "Anni", kind: "merged" } },
        { op: "entity.patch", id: "a-anni", set: { status: "archived", mergedInto: ids.anna } },
      ],
      {
        actor: "merge",
        runId: "run-1",
      },
    ),
  );
  const brought = await user.apply(batch([{ op: "fact.delete", id: facts.job }]));
  await user.undo(must(brought.changeIds[0]));
  const gone = await user.apply(
    batch([
      { op: "fact.delete", id: "a-fact-tower" },
      { op: "entity.delete", id: "a-tower" },
    ]),
  );
  await user.apply(
    batch([{ op: "rejection.overrule", id: "a-wrong", factId: "a-fact-garden" }], { runId: "run-2" }),
  );
  await user.addCounts([{ date: "2026-03-02", counts: { "turns.complete": 2 } }]);
  await user.putReport(dayReport("2026-03-01"), "2026-01-01");
  await user.recordFeedback([{ targetId: facts.city, helpful: true, at: START, basis: "rated" }]);
  await user.putLinks([
    {
      id: "a-link",
      type: "refines",
      fromKind: "fact",
      fromId: "a-fact-garden",
      toKind: "fact",
      toId: facts.city,
      weight: 0.8,
      derived: true,
      persistent: true,
      createdAt: START,
      expiresAt: null,
    },
  ]);
  await user.forget({ factId: "a-fact-code" }, plusMs(START, 5 * MINUTE_MS));
  await user.putDiff("run-3", [{ action: "delete", kind: "entity", id: "a-river", fields: [] }]);
  await user.apply(
    batch([
      {
        op: "community.put",
        community: community("a-topic", [ids.lisbon, ids.anna, "a-river"], {
          summary: "A river and a city.",
          factIds: ["a-fact-garden"],
          writtenBy: "model",
          asked: true,
        }),
      },
      { op: "community.put", community: community("a-other-topic", ["a-river"]) },
    ]),
  );
  for (;;) {
    const waiting = await user.unembedded(TAG, 5);
    if (waiting.length === 0) break;
    const vectorOf = (id: string): Float32Array | null =>
      id === ids.lisbon
        ? null
        : Float32Array.from({ length: 16 }, (_, i) => Math.fround((i + id.length) / 31));
    await user.putVectors(
      TAG,
      waiting.map((item) => ({ ...item, vector: vectorOf(item.id) })),
    );
  }
  return { ...story, undoable: must(gone.changeIds[1]) };
}

/** Giving away a whole memory, and taking it. */
export function transferContract(declare: Case): void {
  declare("a dump holds every kind of record, and is the same in pages of any size", async ({ ann }) => {
    await fullLife(ann);
    const records = await dumpAll(ann);
    expect(new Set(records.map((record) => record.kind))).toEqual(new Set(RECORD_KINDS));
    expect(await dumpAll(ann, { limit: 500 })).toEqual(records);
    expect(await dumpAll(ann, { limit: 1 })).toEqual(records);
  });

  declare(
    "a load into an empty user is whole, twice is once, and begun in between is the same",
    async ({ ann, bob, store }) => {
      await fullLife(ann);
      await tellStory(store.forUser("carl"), "c");
      const records = await dumpAll(ann);
      const half = records.slice(0, Math.floor(records.length / 2));
      expect((await loadAll(bob, half)).skipped).toBe(0);
      await say(store.forUser("carl"), "c-later", "Something else in between.");
      expect(await loadAll(bob, records)).toMatchObject({ skipped: 0, known: half.length });
      expect(await dumpAll(bob)).toEqual(records);
      expect(await loadAll(bob, records)).toEqual({ added: 0, known: records.length, skipped: 0 });
      expect(await dumpAll(bob)).toEqual(records);
      expect(await listed(bob)).toEqual(await listed(ann));
      expect(await store.system.check()).toEqual([]);
    },
  );

  declare("what was taken is found by words, names and vectors", async ({ ann, bob }) => {
    const { ids, facts } = await fullLife(ann);
    await loadAll(bob, await dumpAll(ann));
    const query = { terms: ["lisbon"], kinds: ["fact" as const], limit: 5, statuses: CURRENT_STATUSES };
    expect((await bob.search(query)).map((hit) => hit.id)).toEqual([facts.city]);
    const replies = { ...query, terms: ["greetings"], kinds: ["reply" as const] };
    expect((await bob.search(replies)).map((hit) => hit.id)).toEqual([ids.sister]);
    expect((await bob.entitiesByAlias(["anni"])).map((hit) => hit.entity.id)).toEqual([ids.anna]);
    const vector = Float32Array.from({ length: 16 }, (_, i) => i + 1);
    const near = { tag: TAG, vector, kinds: ["fact" as const], limit: 9, statuses: CURRENT_STATUSES };
    expect((await bob.nearest(near))?.length).toBeGreaterThan(0);
    expect(await bob.unembedded(TAG, 5)).toEqual([]);
    const asked = { names: [], entityIds: [ids.anna], self: false, statuses: CURRENT_STATUSES };
    expect((await bob.known({ ...asked, limit: 9, around: 0, depth: 2 })).facts.length).toBeGreaterThan(0);
  });

  declare("without vectors, all of it waits for new ones", async ({ ann, bob }) => {
    await fullLife(ann);
    const records = await dumpAll(ann, { vectors: false, tombstones: false });
    expect(records.filter(({ kind }) => kind === "vector" || kind === "vectors")).toEqual([]);
    await loadAll(bob, records);
    expect((await bob.unembedded(TAG, 100)).length).toBeGreaterThan(5);
  });

  declare(
    "what was forgotten is not in a dump, and stays forgotten where it is taken to",
    async ({ ann, bob }) => {
      await fullLife(ann);
      const records = await dumpAll(ann);
      expect(JSON.stringify(records)).not.toContain("tangerine");
      await loadAll(bob, records);
      const said = await bob.redactForgotten("The locker code is tangerine 4711.", START);
      expect(said.redacted).toBe(true);
      expect(said.text).not.toContain("tangerine");
    },
  );

  declare("undoing works in the copy, and brings things back to their place", async ({ ann, bob }) => {
    const { undoable } = await fullLife(ann);
    await loadAll(bob, await dumpAll(ann));
    for (const user of [ann, bob]) await user.undo(undoable);
    const places = async (user: UserStore): Promise<string[]> =>
      (await dumpAll(user)).flatMap((record) => (record.kind === "entity" ? [record.entity.id] : []));
    expect(await places(bob)).toEqual(await places(ann));
    expect((await places(bob)).indexOf("a-tower")).toBeLessThan((await places(bob)).indexOf("a-river"));
  });

  declare("what goes on in the copy goes on behind what was taken", async ({ ann, bob }) => {
    const { ids } = await fullLife(ann);
    await loadAll(bob, await dumpAll(ann));
    const next = await say(bob, "a-next", "And now something new.", { conversationId: ids.conversation });
    expect(next.ordinal).toBe(3);
    await bob.apply(batch([{ op: "entity.put", entity: entity("a-new", "New") }]));
    const entities = (await dumpAll(bob)).flatMap((one) => (one.kind === "entity" ? [one.entity.id] : []));
    expect(entities.at(-1)).toBe("a-new");
    const again = await bob.apply(batch([], { once: "story" }));
    expect(again.applied).toBe(false);
  });

  declare("a user with a life of their own takes no other, and keeps all", async ({ ann, bob }) => {
    await fullLife(ann);
    await tellStory(bob, "b");
    const before = await dumpAll(bob);
    await rejects(loadAll(bob, await dumpAll(ann)), "conflict");
    expect(await dumpAll(bob)).toEqual(before);
  });

  declare("an older dump adds what is missing and changes nothing else", async ({ ann, bob }) => {
    const { ids, facts } = await fullLife(ann);
    const records = await dumpAll(ann);
    await loadAll(bob, records);
    await bob.apply(batch([{ op: "fact.patch", id: facts.city, set: { text: "Anna has moved." } }]));
    await bob.apply(batch([{ op: "fact.delete", id: facts.sister }]));
    const counts = await loadAll(bob, records);
    expect(counts.skipped).toBe(0);
    expect((await bob.fact(facts.city))?.text).toBe("Anna has moved.");
    expect((await bob.fact(facts.sister))?.objectId).toBe(ids.anna);
  });

  declare("what refers to something missing is left out and counted", async ({ ann, bob, store }) => {
    const { ids } = await fullLife(ann);
    const records = (await dumpAll(ann)).filter(
      (one) => !(one.kind === "entity" && one.entity.id === ids.lisbon),
    );
    const counts = await loadAll(bob, records);
    expect(counts.skipped).toBeGreaterThan(0);
    expect(await bob.fact("a-fact-city")).toBeNull();
    expect(await store.system.check()).toEqual([]);
  });

  declare(
    "hashes of what was forgotten go along only when asked for, and hold with their key alone",
    async (bench) => {
      const { ann, bob, clock } = bench;
      const { facts } = await tellStory(ann, "a");
      await ann.forget({ factId: facts.job }, clock.advance(HOUR_MS));
      const kinds = async (user: UserStore, tombstones: boolean) =>
        (await dumpAll(user, { tombstones })).map(({ kind }) => kind);
      expect(await kinds(ann, false)).not.toContain("hashes");
      expect(await kinds(ann, false)).toContain("tombstone");
      const records = await dumpAll(ann);
      const foreign = records.map((one) => (one.kind === "hashes" ? { ...one, keyId: "another" } : one));
      await loadAll(bob, foreign);
      expect((await bob.redactForgotten("A nurse", LONG_AGO)).redacted).toBe(false);
      await loadAll(bob, records);
      expect((await bob.redactForgotten("I work as a nurse", LONG_AGO)).redacted).toBe(true);
    },
  );

  declare(
    "a user of whom nothing is kept has an empty dump; a cursor of another is refused",
    async ({ ann, bob }) => {
      expect(await dumpAll(bob)).toEqual([]);
      await tellStory(ann, "a");
      await tellStory(bob, "b");
      const page = await ann.dump({ limit: 1, vectors: false, tombstones: false });
      await rejects(
        bob.dump({ limit: 1, vectors: false, tombstones: false, after: must(page.next) }),
        "invalid_cursor",
      );
      await rejects(
        ann.dump({ limit: 1, vectors: false, tombstones: false, after: "nonsense" }),
        "invalid_cursor",
      );
      await rejects(ann.dump({ limit: 0, vectors: false, tombstones: false }), "invalid_request");
    },
  );
}
