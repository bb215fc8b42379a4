import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KnownQuery } from "../../src/ports/memory-store.ts";
import type { Fact } from "../../src/domain/fact.ts";
import { CURRENT_STATUSES, STATUSES } from "../../src/domain/status.ts";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/time.ts";
import { noneForgotten } from "../../src/domain/tombstone.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/user.ts";
import type { ErrorCode } from "../../src/errors.ts";
import type {
  ExtractionFilter,
  MemoryStore,
  Page,
  PageRequest,
  TextQuery,
  UserStore,
} from "../../src/ports/memory-store.ts";
import { communityContract } from "./memory-store-communities.ts";
import { dayContract } from "./memory-store-days.ts";
import { forgettingContract } from "./memory-store-forgetting.ts";
import { traceContract } from "./memory-store-traces.ts";
import { transferContract } from "./memory-store-transfer.ts";
import { reviewContract } from "./memory-store-review.ts";
import { conversationGraphContract } from "./conversation-graph.ts";
import { summaryContract } from "./memory-store-summaries.ts";
import { vectorContract } from "./memory-store-vectors.ts";
import {
  START,
  type TestClock,
  batch,
  dump,
  entity,
  fact,
  must,
  newEpisode,
  quote,
  rejection,
  say,
  tellStory,
  walk,
} from "./memory-store-story.ts";

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

async function rejects(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  await expect(promise).rejects.toMatchObject({ name: "EngramError", code });
}

const search = (terms: string[], more: Partial<TextQuery> = {}): TextQuery => ({
  terms,
  kinds: ["fact", "entity", "episode"],
  limit: 10,
  statuses: CURRENT_STATUSES,
  ...more,
});

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

function userCases(declare: Case): void {
  declare("settings have defaults and are kept per user", async ({ ann, bob }) => {
    expect(await ann.settings()).toEqual(DEFAULT_SETTINGS);
    const mine = { ...DEFAULT_SETTINGS, timeZone: "Europe/Berlin", retentionDays: 30 };
    await ann.putSettings(mine);
    expect(await ann.settings()).toEqual(mine);
    expect(await bob.settings()).toEqual(DEFAULT_SETTINGS);
  });

  declare("self is made once and found by what people call themselves", async ({ ann, bob }) => {
    const [self, again] = await Promise.all([ann.self(), ann.self()]);
    expect(again.id).toBe(self.id);
    expect(self).toMatchObject({
      isSelf: true,
      name: "user",
      type: "person",
      status: "verified",
      confidence: 1,
    });
    expect((await bob.self()).id).not.toBe(self.id);
    const hits = await ann.entitiesByAlias(["I", "Me", "MYSELF"]);
    expect(hits.map((hit) => hit.entity.id)).toEqual([self.id, self.id, self.id]);
    expect((await walk((r) => ann.changePage(r))).length).toBe(0);
  });

  declare("the user's own entity keeps what it is", async ({ ann }) => {
    const self = await ann.self();
    await rejects(ann.apply(batch([{ op: "entity.delete", id: self.id }])), "conflict");
    await rejects(
      ann.apply(batch([{ op: "entity.put", entity: entity("x", "user", { isSelf: true }) }])),
      "conflict",
    );
    await ann.apply(
      batch([
        {
          op: "entity.patch",
          id: self.id,
          set: { name: "Ann", summary: "Likes tea.", status: "archived", type: "cat" },
        },
        { op: "entity.alias", id: self.id, alias: { alias: "Annie", kind: "nickname" } },
      ]),
    );
    const after = await ann.self();
    expect(after).toMatchObject({
      id: self.id,
      name: "Ann",
      summary: "Likes tea.",
      status: "verified",
      type: "person",
    });
    expect(after.aliases).toContainEqual({ alias: "Annie", kind: "nickname" });
  });

  declare("feedback is taken", async ({ ann }) => {
    await expect(ann.recordFeedback({ targetId: "f", helpful: true, at: START })).resolves.toBeUndefined();
  });
}

function episodeCases(declare: Case): void {
  declare("an opened episode is read back as it was said", async ({ ann }) => {
    const asked = newEpisode("e1", {
      userMessage: "Grüße, 🙂 \u0000 end",
      speaker: "Carl",
      source: "api",
      mode: "memory",
      occurredAt: "2025-01-01T00:00:00.000Z",
      externalId: "x1",
      idempotencyKey: "k1",
    });
    const opened = await ann.openEpisode(asked);
    const { createConversation: _1, extract: _2, ...said } = asked;
    const expected = {
      ...said,
      ordinal: 0,
      assistantReply: null,
      extraction: { state: "pending", attempts: 0, error: null },
      verification: { state: "none", attempts: 0, error: null },
      recalled: [],
      redacted: false,
      replacedBy: null,
    };
    expect(opened).toMatchObject({ outcome: "opened", episode: expected });
    expect(await ann.episode("e1")).toMatchObject(expected);
    const quiet = await ann.openEpisode(newEpisode("e2", { extract: false }));
    expect(quiet).toMatchObject({ episode: { ordinal: 1, extraction: { state: "none" } } });
  });

  declare("an unknown conversation is refused, and nothing is kept", async ({ ann }) => {
    await rejects(ann.openEpisode(newEpisode("e1", { createConversation: false })), "not_found");
    expect(await ann.episode("e1")).toBeNull();
    expect(await ann.conversation("c1")).toBeNull();
    expect((await ann.stats()).episodes).toBe(0);
  });

  declare("an idempotency key, an external id or an id names one episode per user", async ({ ann, bob }) => {
    const keyed = { idempotencyKey: "k", externalId: "x" };
    const first = await ann.openEpisode(newEpisode("e1", { ...keyed, userMessage: "first" }));
    expect(first.outcome).toBe("opened");
    const again = [
      newEpisode("e2", { idempotencyKey: "k", userMessage: "second" }),
      newEpisode("e3", { externalId: "x", userMessage: "third", conversationId: "c9" }),
      newEpisode("e1", { userMessage: "fourth" }),
    ];
    for (const asked of again) {
      expect(await ann.openEpisode(asked)).toMatchObject({
        outcome: "existing",
        episode: { id: "e1", userMessage: "first" },
      });
    }
    expect((await ann.stats()).episodes).toBe(1);
    expect(await ann.conversation("c9")).toBeNull();
    expect((await bob.openEpisode(newEpisode("b1", keyed))).outcome).toBe("opened");
  });

  declare("one key opened twice at once makes one episode", async ({ ann }) => {
    const asked = Array.from({ length: 8 }, (_, i) => newEpisode(`e${i}`, { idempotencyKey: "same" }));
    const outcomes = (await Promise.all(asked.map((e) => ann.openEpisode(e)))).map((o) => o.outcome);
    expect(outcomes.filter((o) => o === "opened")).toHaveLength(1);
    expect((await ann.stats()).episodes).toBe(1);
  });

  declare("20 parallel turns in one conversation get the places 0 to 19", async ({ ann }) => {
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ann.openEpisode(newEpisode(`e${i}`))),
    );
    const ordinals = opened.map((o) => (o.outcome === "opened" ? o.episode.ordinal : -1));
    expect(ordinals.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect((await ann.conversation("c1"))?.episodeCount).toBe(20);
  });

  declare("a turn is completed once", async ({ ann }) => {
    await ann.openEpisode(newEpisode("e1"));
    const item = {
      n: 1,
      kind: "fact" as const,
      id: "f1",
      text: "a fact",
      status: "staged",
      score: 0.5,
      evidence: [{ episodeId: "e0", start: 0, end: 1, quote: "a", assertedBy: "user", occurredAt: START }],
    };
    const done = await ann.completeEpisode("e1", {
      assistantReply: "yes",
      state: "complete",
      recalled: [item],
      model: "m",
      chainHash: "h",
    });
    expect(done).toMatchObject({
      state: "complete",
      assistantReply: "yes",
      recalled: [item],
      model: "m",
    });
    expect(done.chainHash).toMatch(/^[0-9a-f]{64}$/);
    const later = {
      assistantReply: "no",
      state: "interrupted" as const,
      recalled: [],
      model: null,
      error: "x",
    };
    expect(await ann.completeEpisode("e1", later)).toEqual(done);
    expect(await ann.episode("e1")).toEqual(done);
    await rejects(ann.completeEpisode("unknown", later), "not_found");
  });

  declare("a turn keeps the wish it was, and the newer one when it is completed", async ({ ann }) => {
    const opening = { kind: "forget", state: "done", candidates: [], changeIds: [] } as const;
    await ann.openEpisode(newEpisode("e1", { intent: { ...opening, candidates: [], changeIds: [] } }));
    expect((await ann.episode("e1"))?.intent).toEqual(opening);
    const intent = {
      kind: "wrong" as const,
      state: "asked" as const,
      candidates: [{ factIds: ["f1"], episodeIds: ["e0"] }],
      changeIds: ["c1"],
    };
    const done = { assistantReply: "Which?", state: "complete" as const, recalled: [], model: "engram" };
    expect((await ann.completeEpisode("e1", { ...done, intent })).intent).toEqual(intent);
    await say(ann, "e2", "An ordinary turn");
    expect((await ann.episode("e2"))?.intent).toBeNull();
  });

  declare("an interrupted turn keeps its part of the reply and its error", async ({ ann }) => {
    await ann.openEpisode(newEpisode("e1"));
    await ann.completeEpisode("e1", {
      assistantReply: "half",
      state: "interrupted",
      recalled: [],
      model: "m",
      error: "model_timeout",
    });
    expect(await ann.episode("e1")).toMatchObject({
      state: "interrupted",
      assistantReply: "half",
      error: "model_timeout",
    });
  });

  declare("a replaced turn is out of recall, and what rested on it alone is gone", async ({ ann }) => {
    const self = await ann.self();
    const old = await say(ann, "old", "Tom plays chess and the violin");
    const other = await say(ann, "other", "Tom plays the violin");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("tom", "Tom") },
        { op: "entity.put", entity: entity("chess", "chess") },
        { op: "mention.put", episodeId: "old", entityId: "chess", start: 10, end: 15 },
        { op: "mention.put", episodeId: "other", entityId: "tom", start: 0, end: 3 },
        {
          op: "fact.put",
          fact: fact("alone", "tom", "PLAYS", {
            objectId: "chess",
            evidence: [quote(old, "Tom plays chess")],
          }),
        },
        {
          op: "fact.put",
          fact: fact("shared", "tom", "PLAYS", {
            value: "violin",
            evidence: [quote(old, "violin"), quote(other, "violin")],
          }),
        },
      ]),
    );
    await say(ann, "new", "Tom plays tennis");
    await ann.replaceEpisode("old", "new");
    expect(await ann.episode("old")).toMatchObject({ replacedBy: "new" });
    expect(await ann.fact("alone")).toBeNull();
    expect((await ann.fact("shared"))?.evidence.map((e) => e.episodeId)).toEqual(["other"]);
    expect(await ann.entity("chess")).toBeNull();
    expect((await ann.entity("tom"))?.id).toBe("tom");
    expect((await ann.changePage({ limit: 50, targetId: "alone" })).items).toEqual([]);
    expect(await ann.search(search(["chess"]))).toEqual([]);
    const ids = async (includeReplaced: boolean): Promise<string[]> =>
      (await ann.episodes({ order: "oldest", limit: 9, conversationId: "c1", includeReplaced })).map(
        (e) => e.id,
      );
    expect(await ids(false)).toEqual(["other", "new"]);
    expect(await ids(true)).toEqual(["old", "other", "new"]);
    expect(self.id).toBe((await ann.self()).id);
    await rejects(ann.replaceEpisode("old", "unknown"), "not_found");
    await rejects(ann.replaceEpisode("unknown", "new"), "not_found");
  });

  declare("episodes are queried by time, state and order", async ({ ann }) => {
    for (let day = 0; day < 5; day++) {
      const at = plusMs(START, day * DAY_MS);
      await say(ann, `e${day}`, `day ${day}`, {
        occurredAt: at,
        recordedAt: at,
        conversationId: `c${day % 2}`,
      });
    }
    await ann.openEpisode(newEpisode("running", { occurredAt: plusMs(START, 9 * DAY_MS) }));
    const ids = async (
      query: Omit<Parameters<UserStore["episodes"]>[0], "limit">,
      limit = 50,
    ): Promise<string[]> => (await ann.episodes({ ...query, limit })).map((e) => e.id);
    expect(await ids({ order: "newest" }, 2)).toEqual(["running", "e4"]);
    expect(await ids({ order: "oldest", conversationId: "c1", states: ["complete"] })).toEqual(["e1", "e3"]);
    const occurred = { from: plusMs(START, DAY_MS), to: plusMs(START, 3 * DAY_MS) };
    expect(await ids({ order: "oldest", occurred })).toEqual(["e1", "e2"]);
    expect(await ids({ order: "oldest", states: ["open"] })).toEqual(["running"]);
    expect(await ids({ order: "oldest", extraction: "pending" })).toEqual(["e0", "e1", "e2", "e3", "e4"]);
    await ann.apply(
      batch([
        {
          op: "episode.patch",
          id: "e2",
          set: {
            extraction: { state: "done", attempts: 1, error: null },
            verification: { state: "pending", attempts: 0, error: null },
          },
        },
      ]),
    );
    expect(await ids({ order: "oldest", extraction: "done" })).toEqual(["e2"]);
    expect(await ids({ order: "oldest", verification: "pending" })).toEqual(["e2"]);
    expect((await ann.episodesById(["e3", "none", "e1", "e3"])).map((e) => e.id)).toEqual(["e3", "e1"]);
  });

  declare("neighbours lie on either side, without what is off the record or replaced", async ({ ann }) => {
    for (let i = 0; i < 7; i++) await say(ann, `e${i}`, `turn ${i}`, i === 2 ? { memory: "off" } : {});
    await say(ann, "elsewhere", "other", { conversationId: "c2" });
    const ids = async (of: string[], radius: number): Promise<string[]> =>
      (await ann.neighbours(of, radius)).map((e) => e.id);
    expect(await ids(["e3"], 1)).toEqual(["e1", "e4"]);
    expect(await ids(["e0", "e6"], 1)).toEqual(["e1", "e5"]);
    expect(await ids(["e3", "e4"], 1)).toEqual(["e1", "e5"]);
    expect(await ids(["unknown"], 1)).toEqual([]);
  });

  declare("a chain hash finds its turns, the newest first", async ({ ann }) => {
    for (const id of ["e1", "e2"]) {
      await ann.openEpisode(newEpisode(id, { recordedAt: id === "e1" ? START : plusMs(START, HOUR_MS) }));
      await ann.completeEpisode(id, {
        assistantReply: "",
        state: "complete",
        recalled: [],
        model: null,
        chainHash: "h",
      });
    }
    expect((await ann.episodesByChainHash("h", 8)).map(({ id }) => id)).toEqual(["e2", "e1"]);
    expect(await ann.episodesByChainHash("g", 8)).toEqual([]);
  });

  declare("an episode is patched by a batch", async ({ ann }) => {
    await say(ann, "e1", "the zoo was great");
    const set = {
      summary: "A day with giraffes",
      emotion: "glad",
      valence: 0.9,
      importance: 0.2,
      place: "Zoo",
    };
    await ann.apply(batch([{ op: "episode.patch", id: "e1", set }]));
    expect(await ann.episode("e1")).toMatchObject({
      ...set,
      userMessage: "the zoo was great",
    });
    expect((await ann.search(search(["giraffes"]))).map((hit) => hit.id)).toEqual(["e1"]);
  });
}

function conversationCases(declare: Case): void {
  declare("a conversation is made by its first episode", async ({ ann }) => {
    const later = plusMs(START, HOUR_MS);
    await say(ann, "e1", "one", {
      conversation: { title: "Hello", clientSystem: "Be brief", externalId: "x" },
    });
    await say(ann, "e2", "two", { occurredAt: later, conversation: { title: "Ignored" } });
    const expected = {
      id: "c1",
      title: "Hello",
      startedAt: START,
      lastMessageAt: later,
      episodeCount: 2,
      clientSystem: "Be brief",
      historyFrom: 0,
      historySummary: null,
      externalId: "x",
    };
    expect(await ann.conversation("c1")).toEqual(expected);
    expect(await ann.conversationByExternalId("x")).toEqual(expected);
    expect(await ann.conversationByExternalId("y")).toBeNull();
  });

  declare("a patch changes what it names", async ({ ann }) => {
    await say(ann, "e1", "one", { conversation: { title: "Hello" } });
    expect(await ann.patchConversation("c1", { historyFrom: 4, historySummary: "so far" })).toMatchObject({
      title: "Hello",
      historyFrom: 4,
      historySummary: "so far",
    });
    expect(await ann.patchConversation("c1", { title: null })).toMatchObject({ title: null, historyFrom: 4 });
    expect(await ann.conversation("c1")).toMatchObject({
      title: null,
      historyFrom: 4,
      historySummary: "so far",
    });
    expect(await ann.patchConversation("unknown", { title: "x" })).toBeNull();
  });

  declare("conversations are listed by their last message", async ({ ann }) => {
    await say(ann, "e1", "one", { conversationId: "a" });
    await say(ann, "e2", "two", { conversationId: "b", occurredAt: plusMs(START, HOUR_MS) });
    await say(ann, "e3", "three", { conversationId: "a", occurredAt: plusMs(START, 2 * HOUR_MS) });
    expect((await ann.conversationPage({ limit: 9 })).items.map((c) => c.id)).toEqual(["a", "b"]);
  });
}

function batchCases(declare: Case): void {
  declare("entities are put, patched, given names and deleted", async ({ ann }) => {
    const full = entity("x", "Berlin", {
      type: "city",
      aliases: [{ alias: "the capital", kind: "role" }],
      summary: "A city.",
      properties: { people: 3_700_000, big: true, river: "Spree" },
      externalKeys: [{ system: "wikidata", id: "Q64" }],
      confidence: 0.25,
      mentionCount: 3,
    });
    await ann.apply(batch([{ op: "entity.put", entity: full }]));
    expect(await ann.entity("x")).toEqual(full);
    await ann.apply(
      batch([
        {
          op: "entity.patch",
          id: "x",
          set: { status: "verified", mentionCount: 4, properties: { big: false } },
        },
        { op: "entity.alias", id: "x", alias: { alias: "Spree-Athen", kind: "nickname" } },
        { op: "entity.alias", id: "x", alias: { alias: "THE CAPITAL", kind: "name" } },
      ]),
    );
    const patched = {
      ...full,
      status: "verified",
      mentionCount: 4,
      properties: { big: false },
      aliases: [...full.aliases, { alias: "Spree-Athen", kind: "nickname" }],
    };
    expect(await ann.entity("x")).toEqual(patched);
    await ann.apply(batch([{ op: "entity.delete", id: "x" }]));
    expect(await ann.entity("x")).toBeNull();
    expect(await ann.entitiesByAlias(["Berlin", "the capital"])).toEqual([]);
  });

  declare("putting again changes nothing and logs nothing", async ({ ann }) => {
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Berlin") },
        { op: "fact.put", fact: fact("f", "x", "P") },
      ]),
    );
    const again = await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Hamburg") },
        { op: "fact.put", fact: fact("f", "x", "Q") },
        { op: "entity.patch", id: "x", set: { name: "Berlin" } },
        { op: "fact.delete", id: "unknown" },
      ]),
    );
    expect(again).toEqual({ applied: true, changeIds: [], blocked: [] });
    expect((await ann.entity("x"))?.name).toBe("Berlin");
    expect((await ann.fact("f"))?.predicate).toBe("P");
  });

  declare("facts are put, patched, given evidence and deleted", async ({ ann }) => {
    const said = await say(ann, "e1", "I like tea. Green tea!", { reply: "Tea it is." });
    const self = await ann.self();
    const full = fact("f", self.id, "LIKES", {
      value: "tea",
      text: "The user likes tea.",
      polarity: "negative",
      validAt: { at: "2016-01-01T00:00:00.000Z", precision: "year" },
      invalidAt: { at: "2020-05-01T00:00:00.000Z", precision: "month" },
      expiredAt: plusMs(START, DAY_MS),
      supersedes: "older",
      change: "update",
      origin: "extract@3",
      evidence: [quote(said, "I like tea")],
    });
    await ann.apply(batch([{ op: "fact.put", fact: full }]));
    expect(await ann.fact("f")).toEqual(full);
    const more = [
      quote(said, "Green tea"),
      quote(said, "Tea it is", { part: "assistant", assertedBy: "assistant" }),
    ];
    await ann.apply(
      batch([
        { op: "fact.patch", id: "f", set: { status: "verified", invalidAt: null, confidence: 0.9 } },
        { op: "fact.evidence", id: "f", evidence: [quote(said, "I like tea"), ...more] },
      ]),
    );
    expect(await ann.fact("f")).toEqual({
      ...full,
      status: "verified",
      invalidAt: null,
      confidence: 0.9,
      evidence: [...full.evidence, ...more],
    });
    await ann.apply(batch([{ op: "fact.delete", id: "f" }]));
    expect(await ann.fact("f")).toBeNull();
    expect(await ann.facts({ episodeIds: ["e1"], limit: 9 })).toEqual([]);
  });

  declare("a fact needs both its ends, one object and its evidence", async ({ ann }) => {
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X") }]));
    const said = await say(ann, "e1", "hello");
    const bad = [
      fact("f", "nobody", "P"),
      fact("f", "x", "P", { objectId: "nobody" }),
      fact("f", "x", "P", { value: null }),
      fact("f", "x", "P", { objectId: "x", value: "both" }),
      fact("f", "x", "P", { evidence: [quote(said, "hello", { episodeId: "no-such-episode" })] }),
    ];
    for (const one of bad) await rejects(ann.apply(batch([{ op: "fact.put", fact: one }])), "conflict");
    await ann.apply(batch([{ op: "fact.put", fact: fact("f", "x", "P") }]));
    await rejects(
      ann.apply(batch([{ op: "fact.patch", id: "f", set: { subjectId: "nobody" } }])),
      "conflict",
    );
    await rejects(ann.apply(batch([{ op: "entity.delete", id: "x" }])), "conflict");
    expect(await ann.fact("f")).toEqual(fact("f", "x", "P"));
  });

  declare("a batch whose third step fails leaves nothing", async ({ ann }) => {
    await say(ann, "e1", "hello");
    const before = await dump(ann);
    await rejects(
      ann.apply(
        batch(
          [
            { op: "entity.put", entity: entity("x", "Unique") },
            { op: "episode.patch", id: "e1", set: { summary: "changed" } },
            { op: "fact.put", fact: fact("f", "nobody", "P") },
            { op: "rejection.put", rejection: rejection("r") },
          ],
          { once: "o" },
        ),
      ),
      "conflict",
    );
    expect(await dump(ann)).toEqual(before);
    expect(await ann.search(search(["unique", "changed"]))).toEqual([]);
    const retry = await ann.apply(
      batch([{ op: "entity.put", entity: entity("x", "Unique") }], { once: "o" }),
    );
    expect(retry.applied).toBe(true);
  });

  declare("`once` lets a batch through once per user", async ({ ann, bob }) => {
    const put = batch([{ op: "entity.put", entity: entity("x", "X") }], { once: "k" });
    expect((await ann.apply(put)).applied).toBe(true);
    const other = batch([{ op: "entity.put", entity: entity("y", "Y") }], { once: "k" });
    expect(await ann.apply(other)).toEqual({ applied: false, changeIds: [], blocked: [] });
    expect(await ann.entity("y")).toBeNull();
    expect(
      (await bob.apply({ ...other, mutations: [{ op: "entity.put", entity: entity("z", "Z") }] })).applied,
    ).toBe(true);
  });

  declare("`expect` holds a batch back whose episode moved on", async ({ ann }) => {
    await say(ann, "e1", "hello");
    const put = (id: string): Parameters<typeof batch>[0] => [
      { op: "entity.put", entity: entity(id, id) },
      { op: "episode.patch", id: "e1", set: { extraction: { state: "done", attempts: 1, error: null } } },
    ];
    const pending = { episodeId: "e1", extraction: "pending" as const };
    expect((await ann.apply(batch(put("x"), { expect: pending, once: "a" }))).applied).toBe(true);
    expect((await ann.apply(batch(put("y"), { expect: pending, once: "b" }))).applied).toBe(false);
    expect((await ann.apply(batch(put("y"), { expect: { episodeId: "gone" } }))).applied).toBe(false);
    expect(
      (await ann.apply(batch(put("y"), { expect: { episodeId: "e1", verification: "pending" } }))).applied,
    ).toBe(false);
    expect(await ann.entity("y")).toBeNull();
    // A batch that was held back has not used up its key.
    expect((await ann.apply(batch(put("y"), { once: "b" }))).applied).toBe(true);
  });

  declare("`expect` holds a batch back when somebody bears the name by now", async ({ ann, bob }) => {
    await say(ann, "e1", "hello");
    const aliases = [{ alias: "the capital", kind: "role" as const }];
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "Köln", { aliases }) }]));
    const put = (id: string, ...unknownNames: string[]) =>
      batch([{ op: "entity.put", entity: entity(id, id) }], { expect: { episodeId: "e1", unknownNames } });
    expect((await ann.apply(put("a", "berlin", "koln"))).applied).toBe(false);
    expect((await ann.apply(put("a", "the capital"))).applied).toBe(false);
    expect((await ann.apply(put("a", "berlin"))).applied).toBe(true);
    await say(bob, "e1", "hello");
    expect((await bob.apply(put("b", "koln"))).applied).toBe(true);
    // What was merged is known under its survivor's names.
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("y", "Colonia") },
        { op: "entity.patch", id: "y", set: { mergedInto: "x", status: "archived" } },
      ]),
    );
    expect((await ann.apply(put("c", "colonia"))).applied).toBe(true);
  });

  declare("mentions are kept once; unknown ends are left out", async ({ ann }) => {
    await say(ann, "e1", "Berlin, Berlin");
    const mention = { op: "mention.put" as const, episodeId: "e1", entityId: "x", start: 0, end: 6 };
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Berlin") },
        mention,
        mention,
        { ...mention, start: 8, end: 14 },
        { ...mention, episodeId: "unknown" },
        { ...mention, entityId: "unknown" },
      ]),
    );
    const where = { episodeId: "e1", entityId: "x" };
    expect(await ann.mentions(["e1", "unknown"])).toEqual([
      { ...where, start: 0, end: 6 },
      { ...where, start: 8, end: 14 },
    ]);
  });

  declare("parallel batches of one user do not mix", async ({ ann }) => {
    await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X", { mentionCount: 0 }) }]));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ann.apply(
          batch([
            { op: "fact.put", fact: fact(`f${i}`, "x", "P", { value: `v${i}` }) },
            { op: "entity.alias", id: "x", alias: { alias: `name ${i}`, kind: "nickname" } },
          ]),
        ),
      ),
    );
    expect(results.every((r) => r.applied && r.changeIds.length === 2)).toBe(true);
    expect((await ann.entity("x"))?.aliases).toHaveLength(20);
    expect((await ann.stats()).facts).toEqual({ staged: 20 });
  });
}

function queryCases(declare: Case): void {
  declare("names are found folded, by name and by alias", async ({ ann }) => {
    await ann.apply(
      batch([
        {
          op: "entity.put",
          entity: entity("x", "Jürgen Groß", { aliases: [{ alias: "my boss", kind: "role" }] }),
        },
        { op: "entity.put", entity: entity("y", "Petra", { aliases: [{ alias: "My Boss", kind: "role" }] }) },
      ]),
    );
    const hits = await ann.entitiesByAlias(["JURGEN GROSS", "my boss", "nobody", ""]);
    expect(hits.map((h) => `${h.entity.id} ${h.alias} ${h.kind}`).sort()).toEqual([
      "x Jürgen Groß name",
      "x my boss role",
      "y My Boss role",
    ]);
    await rejects(ann.entitiesByAlias(Array.from({ length: 513 }, (_, i) => `n${i}`)), "invalid_request");
  });

  declare("facts are found by their ends, predicates, episodes and times", async ({ ann }) => {
    const said = await say(ann, "e1", "some words");
    const year = (y: number): { at: string; precision: "year" } => ({
      at: `${y}-01-01T00:00:00.000Z`,
      precision: "year",
    });
    await ann.apply(
      batch([
        ...["a", "b", "c"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
        {
          op: "fact.put",
          fact: fact("ab", "a", "KNOWS", { objectId: "b", evidence: [quote(said, "some")] }),
        },
        { op: "fact.put", fact: fact("bc", "b", "LIKES", { objectId: "c", validAt: year(2016) }) },
        { op: "fact.put", fact: fact("c-old", "c", "AGE", { value: "7", status: "superseded" }) },
      ]),
    );
    const ids = async (query: Omit<Parameters<UserStore["facts"]>[0], "limit">): Promise<string[]> =>
      (await ann.facts({ ...query, limit: 9 })).map((f) => f.id).sort();
    expect(await ids({})).toEqual(["ab", "bc"]);
    expect(await ids({ entityIds: ["b"] })).toEqual(["ab", "bc"]);
    expect(await ids({ entityIds: ["b"], role: "subject" })).toEqual(["bc"]);
    expect(await ids({ entityIds: ["b"], role: "object" })).toEqual(["ab"]);
    expect(await ids({ entityIds: [] })).toEqual([]);
    expect(await ids({ predicates: ["KNOWS", "AGE"] })).toEqual(["ab"]);
    expect(await ids({ statuses: ["superseded"] })).toEqual(["c-old"]);
    expect(await ids({ episodeIds: ["e1"] })).toEqual(["ab"]);
    expect(await ids({ valid: { from: year(2016).at, to: year(2017).at } })).toEqual(["bc"]);
    expect(await ids({ valid: { from: year(2017).at } })).toEqual([]);
    expect(await ann.facts({ limit: 1 })).toHaveLength(1);
    expect((await ann.factsById(["bc", "x", "ab"])).map((f) => f.id)).toEqual(["bc", "ab"]);
    expect((await ann.entitiesById(["c", "x", "a"])).map((e) => e.id)).toEqual(["c", "a"]);
  });

  declare("world time and system time are half-open and independent", async ({ ann }) => {
    const at = (y: number): string => `${y}-01-01T00:00:00.000Z`;
    const point = (y: number): { at: string; precision: "year" } => ({ at: at(y), precision: "year" });
    const lives = (id: string, city: string, more: object): ReturnType<typeof fact> =>
      fact(id, "p", "LIVES_IN", { value: city, ...more });
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("p", "Paul") },
        // Known since 2018; in 2022 it became known that it had ended in 2020.
        {
          op: "fact.put",
          fact: lives("rome", "Rome", {
            validAt: point(2015),
            invalidAt: point(2020),
            createdAt: at(2018),
            expiredAt: at(2022),
            status: "superseded",
          }),
        },
        {
          op: "fact.put",
          fact: lives("oslo", "Oslo", { validAt: point(2020), createdAt: at(2022), status: "verified" }),
        },
        {
          op: "fact.put",
          fact: lives("wrong", "Nowhere", { createdAt: at(2018), expiredAt: at(2019), status: "corrected" }),
        },
      ]),
    );
    const ids = async (query: { asOf?: string; knownAt?: string }): Promise<string[]> =>
      (await ann.facts({ ...query, entityIds: ["p"], limit: 9 })).map((f) => f.id).sort();
    expect(await ids({})).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2015) })).toEqual(["rome"]);
    expect(await ids({ asOf: at(2019) })).toEqual(["rome"]);
    expect(await ids({ asOf: at(2020) })).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2014) })).toEqual([]);
    expect(await ids({ knownAt: at(2018) })).toEqual(["rome", "wrong"]);
    expect(await ids({ knownAt: at(2019) })).toEqual(["rome"]);
    expect(await ids({ knownAt: at(2022) })).toEqual(["oslo"]);
    expect(await ids({ asOf: at(2021), knownAt: at(2021) })).toEqual(["rome"]);
  });

  declare(
    "what is around is two facts away at most, either way round, by facts that stand",
    async ({ ann }) => {
      const link = (
        from: string,
        to: string,
        status: "staged" | "archived" = "staged",
      ): Parameters<typeof batch>[0][number] => ({
        op: "fact.put",
        fact: fact(`${from}${to}`, from, "KNOWS", { objectId: to, status }),
      });
      await ann.apply(
        batch([
          ...["a", "b", "c", "d", "x"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
          link("a", "b"),
          link("c", "b"),
          link("c", "d"),
          link("d", "a", "archived"),
          link("a", "x", "archived"),
          ...["b", "d", "x"].map((id) => ({
            op: "fact.put" as const,
            fact: fact(`${id}v`, id, "LIKES", { value: "chess" }),
          })),
        ]),
      );
      const around = async (limit: number): Promise<string[]> => {
        const asked = { names: ["a"], self: false, statuses: CURRENT_STATUSES, limit: 9, around: limit };
        const found = await ann.known(asked);
        return found.around.map(({ fact: { id }, distance }) => `${id}${distance}`).sort();
      };
      expect(await around(99)).toEqual(["bv1", "cb2", "cd2"]);
      expect(await around(1)).toEqual(["bv1"]);
      expect(await around(0)).toEqual([]);
    },
  );

  declare(
    "what names mean comes with what is known of it and, with its distance, around it",
    async ({ ann }) => {
      const self = (await ann.self()).id;
      const tell = (id: string, from: string, more: Partial<Fact>): Parameters<typeof batch>[0][number] => ({
        op: "fact.put",
        fact: fact(id, from, "KNOWS", more),
      });
      await ann.apply(
        batch([
          ...["a", "b", "c"].map((id) => ({ op: "entity.put" as const, entity: entity(id, id) })),
          { op: "entity.put", entity: entity("far", "far") },
          { op: "entity.put", entity: entity("gone", "Archived", { status: "archived" }) },
          { op: "entity.alias", id: "a", alias: { alias: "First letter", kind: "name" } },
          tell("own", self, { objectId: "a" }),
          tell("mine", self, { objectId: "far" }),
          tell("far", "far", { value: "another of the user's" }),
          tell("ab", "a", { objectId: "b" }),
          tell("bc", "b", { objectId: "c" }),
          tell("b", "b", { value: "chess", status: "archived" }),
          tell("c", "c", { value: "tennis", createdAt: "2030-01-01T00:00:00.000Z" }),
        ]),
      );
      const known = async (names: string[], more: Partial<KnownQuery> = {}) => {
        const asked = { names, self: false, statuses: CURRENT_STATUSES, limit: 9, around: 9, ...more };
        const { entityIds, facts, around } = await ann.known(asked);
        const near = around.map(({ fact: { id }, distance }) => `${id}${distance}`);
        return { entityIds: entityIds.sort(), facts: facts.map(({ id }) => id).sort(), around: near.sort() };
      };
      const ofA = { entityIds: ["a"], facts: ["ab", "own"], around: ["bc1", "c2"] };
      expect(await known(["a"])).toEqual(ofA);
      expect(await known(["first letter", "nobody"])).toEqual(ofA);
      expect(await known(["a"], { around: 0 })).toEqual({ ...ofA, around: [] });
      expect((await known(["a"], { around: 1 })).around).toEqual(["bc1"]);
      expect((await known(["a"], { limit: 1 })).facts).toHaveLength(1);
      expect((await known(["a"], { knownAt: "2029-01-01T00:00:00.000Z" })).around).toEqual(["bc1"]);
      expect((await known(["b"], { statuses: ["archived"] })).facts).toEqual(["b"]);
      expect((await known(["a", "b"])).around).toEqual(["c1"]);
      expect(await known(["i", "archived"])).toEqual({ entityIds: [], facts: [], around: [] });
      const ofSelf = { entityIds: [], facts: ["mine", "own"], around: [] };
      expect(await known(["i"], { self: true })).toEqual(ofSelf);
      expect(await known([], { self: true })).toEqual(ofSelf);
      expect(await known([], { entityIds: ["a", "gone", "nowhere"] })).toEqual(ofA);
      expect(await known(["a"], { entityIds: ["a"] })).toEqual(ofA);
      expect((await known([], { entityIds: [self] })).entityIds).toEqual([self]);
      expect((await known([], { entityIds: [self] })).facts).toEqual(["mine", "own"]);
      expect(await known([])).toEqual({ entityIds: [], facts: [], around: [] });
    },
  );

  declare("statistics count what there is", async ({ ann }) => {
    await tellStory(ann, "a");
    expect(await ann.stats()).toEqual({
      episodes: 2,
      conversations: 1,
      entities: { staged: 2, verified: 1 },
      facts: { staged: 3 },
      rejections: { no_evidence: 1 },
      types: expect.arrayContaining([
        { type: "person", count: 2 },
        { type: "city", count: 1 },
      ]),
      predicates: expect.arrayContaining([{ predicate: "LIVES_IN", count: 1 }]),
      pending: { extraction: 2, verification: 0 },
    });
  });
}

function searchCases(declare: Case): void {
  declare("words are found by stem in every kind", async ({ ann }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const found = async (terms: string[], more: Partial<TextQuery> = {}): Promise<string[]> =>
      (await ann.search(search(terms, more))).map((hit) => hit.id).sort();
    expect(await found(["lisbon"])).toEqual([facts.city, ids.lisbon, ids.sister].sort());
    expect(await found(["nurses"])).toEqual([facts.job, ids.work].sort());
    expect(await found(["greeting"], { kinds: ["reply"] })).toEqual([ids.sister]);
    expect(await found(["lisbon", "nurse"], { kinds: ["episode"] })).toEqual([ids.sister, ids.work].sort());
    expect(await found(["lisbon"], { kinds: ["fact"], statuses: ["verified"] })).toEqual([]);
    expect(await found(["unheard"])).toEqual([]);
    expect(await found([])).toEqual([]);
    const hits = await ann.search(search(["lisbon"]));
    expect(hits.every((hit) => hit.score > 0)).toBe(true);
  });

  declare("more of the query is a better hit", async ({ ann }) => {
    for (let i = 0; i < 30; i++) await say(ann, `filler${i}`, `filler text number ${i}`);
    await say(ann, "one", "an orange boat");
    await say(ann, "both", "an orange umbrella");
    const hits = await ann.search(search(["orange", "umbrella"], { kinds: ["episode"] }));
    expect(hits.map((hit) => hit.id)).toEqual(["both", "one"]);
    expect(must(hits[0]).score).toBeGreaterThan(must(hits[1]).score);
    expect(await ann.search(search(["filler"], { limit: 7, kinds: ["episode"] }))).toHaveLength(7);
  });

  declare(
    "turns of a dialogue come with those beside them, also when they were found otherwise",
    async ({ ann }) => {
      const turns = ["a kite on the beach", "lovely", "and then", "we", "left", "for the station"];
      for (const [i, userMessage] of turns.entries()) {
        const speaker = i % 2 === 0 ? "Ida" : "Jo";
        await ann.openEpisode(newEpisode(`t${i}`, { userMessage, speaker, createConversation: i === 0 }));
      }
      const asked = search(["kite"], { kinds: ["dialogue"] });
      const found = async (more: Partial<TextQuery>): Promise<string[]> =>
        (await ann.search({ ...asked, ...more })).map(({ id, score }) => `${id} ${score > 0}`).sort();
      expect(await found({})).toEqual(["t0 true", "t1 false", "t2 false"]);
      expect(await found({ besides: ["t5"] })).toEqual([
        "t0 true",
        "t1 false",
        "t2 false",
        "t3 false",
        "t4 false",
        "t5 false",
      ]);
      expect(await found({ terms: ["unheard"], besides: ["t0"], notEpisodeIds: ["t1"] })).toEqual([
        "t0 false",
        "t2 false",
      ]);
    },
  );

  declare("letters with marks and ß are found plain", async ({ ann }) => {
    await say(ann, "e1", "Die Müllerstraße in Köln, café");
    for (const term of ["mullerstrasse", "koln", "cafe"]) {
      expect((await ann.search(search([term]))).map((hit) => hit.id)).toEqual(["e1"]);
    }
  });

  declare("nothing a user types is query syntax", async ({ ann }) => {
    await say(ann, "e1", "plain words about OR and NEAR things");
    for (const term of [
      '"',
      "words*",
      "text:words",
      "a AND",
      "(",
      "NEAR(",
      "-",
      "^words",
      "u1",
      "'; DROP TABLE x",
      "\\",
      "\u0000",
      "*:*",
      "~",
    ]) {
      await expect(ann.search(search([term]))).resolves.toBeInstanceOf(Array);
    }
    expect((await ann.search(search(["or", "near"]))).map((hit) => hit.id)).toEqual(["e1"]);
    expect((await ann.search(search(['"', "plain"]))).map((hit) => hit.id)).toEqual(["e1"]);
  });

  declare("episodes are filtered by conversation, time and id", async ({ ann }) => {
    await say(ann, "e1", "apples", { conversationId: "a" });
    await say(ann, "e2", "apples", { conversationId: "b", occurredAt: plusMs(START, DAY_MS) });
    const found = async (more: Partial<TextQuery>): Promise<string[]> =>
      (await ann.search(search(["apples"], more))).map((hit) => hit.id).sort();
    expect(await found({})).toEqual(["e1", "e2"]);
    expect(await found({ conversationIds: ["b"] })).toEqual(["e2"]);
    expect(await found({ conversationIds: ["b", "a", "nowhere"] })).toEqual(["e1", "e2"]);
    expect(await found({ conversationIds: [] })).toEqual([]);
    expect(await found({ notEpisodeIds: ["e2"] })).toEqual(["e1"]);
    expect(await found({ occurred: { to: plusMs(START, DAY_MS) } })).toEqual(["e1"]);
    expect(await found({ occurred: { from: plusMs(START, DAY_MS) } })).toEqual(["e2"]);
  });

  declare("what was said off the record is not found", async ({ ann }) => {
    await say(ann, "off", "secret pineapple", { memory: "off", reply: "pineapple" });
    await say(ann, "read", "secret pineapple", { memory: "read" });
    await say(ann, "on", "secret pineapple");
    expect((await ann.search(search(["pineapple"]))).map((hit) => hit.id)).toEqual(["on"]);
    expect((await ann.stats()).pending.extraction).toBe(1);
  });

  declare("a renamed entity is found by its new name, and so are its facts", async ({ ann }) => {
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Zanzibar") },
        { op: "entity.put", entity: entity("y", "Kim") },
        { op: "fact.put", fact: fact("f", "y", "VISITED", { objectId: "x", text: "She was there." }) },
      ]),
    );
    expect((await ann.search(search(["zanzibar"]))).map((h) => h.id).sort()).toEqual(["f", "x"]);
    await ann.apply(batch([{ op: "entity.patch", id: "x", set: { name: "Pemba" } }]));
    expect((await ann.search(search(["pemba"]))).map((h) => h.id).sort()).toEqual(["f", "x"]);
    expect(await ann.search(search(["zanzibar"]))).toEqual([]);
  });
}

function listCases(declare: Case): void {
  declare("pages have no gaps or duplicates while something is added", async ({ ann, clock }) => {
    const put = async (i: number): Promise<void> => {
      const at = clock.advance(1_000);
      await say(ann, `e${i}`, `turn ${i}`, { conversationId: `c${i}`, occurredAt: at, recordedAt: at });
      await ann.apply(
        batch([
          { op: "entity.put", entity: entity(`x${i}`, `name ${i}`, { createdAt: at }) },
          { op: "fact.put", fact: fact(`f${i}`, `x${i}`, "P", { createdAt: at }) },
          { op: "rejection.put", rejection: rejection(`r${i}`, { at }) },
        ]),
      );
    };
    for (let i = 0; i < 7; i++) await put(i);
    let next = 100;
    const newest = (prefix: string): string[] => [6, 5, 4, 3, 2, 1, 0].map((i) => `${prefix}${i}`);
    const lists: [string, (r: PageRequest) => Promise<Page<{ id: string }>>][] = [
      ["e", (r) => ann.episodePage(r)],
      ["c", (r) => ann.conversationPage(r)],
      ["x", (r) => ann.entityPage(r)],
      ["f", (r) => ann.factPage(r)],
      ["r", (r) => ann.rejectionPage(r)],
    ];
    for (const [prefix, page] of lists) {
      const old = next;
      const seen = (await walk(page, 2, () => put(next++))).map((item) => item.id);
      const original = seen.filter((id) => Number(id.slice(1)) < 100);
      expect(original).toEqual(newest(prefix));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => Number(id.slice(1)) >= old)).toEqual([]);
    }
    const changes = (
      await walk(
        (r) => ann.changePage(r),
        3,
        () => put(next++),
      )
    ).map((c) => c.id);
    expect(new Set(changes).size).toBe(changes.length);
  });

  declare("the episodes of a conversation are listed in their order", async ({ ann }) => {
    // Said later, but first in the conversation: an import keeps the order it had.
    await say(ann, "e0", "zero", { occurredAt: plusMs(START, DAY_MS) });
    for (let i = 1; i < 5; i++) await say(ann, `e${i}`, `${i}`);
    await say(ann, "other", "x", { conversationId: "c2" });
    const ids = (await walk((r) => ann.episodePage({ ...r, conversationId: "c1" }))).map((e) => e.id);
    expect(ids).toEqual(["e0", "e1", "e2", "e3", "e4"]);
    expect((await ann.episodePage({ limit: 9, conversationId: "none" })).items).toEqual([]);
  });

  declare("lists are filtered", async ({ ann }) => {
    const { ids, facts, selfId } = await tellStory(ann, "a");
    const names = async (query: object): Promise<string[]> =>
      (await ann.entityPage({ limit: 9, ...query })).items.map((e) => e.name).sort();
    expect(await names({})).toEqual(["Anna", "Lisbon", "user"]);
    expect(await names({ type: "city" })).toEqual(["Lisbon"]);
    expect(await names({ status: "verified" })).toEqual(["user"]);
    expect(await names({ q: "ANN" })).toEqual(["Anna"]);
    expect(await names({ q: "%" })).toEqual([]);
    const factIds = async (query: object): Promise<string[]> =>
      (await ann.factPage({ limit: 9, ...query })).items.map((f) => f.id).sort();
    expect(await factIds({ entityId: ids.anna })).toEqual([facts.city, facts.sister].sort());
    expect(await factIds({ entityId: selfId, statuses: ["staged"] })).toEqual(
      [facts.job, facts.sister].sort(),
    );
    expect(await factIds({ statuses: ["verified"] })).toEqual([]);
    const rejected = async (query: object): Promise<number> =>
      (await ann.rejectionPage({ limit: 9, ...query })).items.length;
    expect(await rejected({ reason: "no_evidence", stage: "grounding" })).toBe(1);
    expect(await rejected({ reason: "duplicate" })).toBe(0);
    expect(await rejected({ stage: "web" })).toBe(0);
    expect((await ann.changePage({ limit: 9, targetId: ids.anna })).items.map((c) => c.targetId)).toEqual([
      ids.anna,
    ]);
  });

  declare("facts are filtered and sorted, and paged in that order", async ({ ann, bob }) => {
    const { id: selfId } = await ann.self();
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("lyon", "Lyon", { mentionCount: 3, confidence: 0.4 }) },
        { op: "entity.put", entity: entity("anna", "Ánna", { mentionCount: 9, confidence: 0.9 }) },
        ...[0.2, 1, 0.55].map((confidence, i) => ({
          op: "fact.put" as const,
          fact: fact(`f${i}`, i === 0 ? "anna" : selfId, ["OWNS", "VISITED", "LIKES"][i] ?? "", {
            ...(i === 1 ? { objectId: "lyon" } : { value: `thing ${i}` }),
            confidence,
            createdAt: plusMs(START, i * DAY_MS),
            validAt: i === 2 ? null : { at: plusMs(START, -i * DAY_MS), precision: "day" as const },
          }),
        })),
      ]),
    );
    const paged = (query: object): Promise<string[]> =>
      walk((r) => ann.factPage({ ...r, ...query })).then((facts) => facts.map(({ id }) => id));
    expect(await paged({ sort: "confidence" })).toEqual(["f1", "f2", "f0"]);
    expect(await paged({ sort: "confidence", order: "asc" })).toEqual(["f0", "f2", "f1"]);
    expect(await paged({ sort: "predicate", order: "asc" })).toEqual(["f2", "f0", "f1"]);
    expect(await paged({ sort: "valid" })).toEqual(["f0", "f1", "f2"]);
    expect(await paged({ order: "asc" })).toEqual(["f0", "f1", "f2"]);
    expect(await paged({ sort: "confidence", entityId: selfId })).toEqual(["f1", "f2"]);
    expect(await paged({ confidenceMin: 0.55 })).toEqual(["f2", "f1"]);
    expect(await paged({ predicates: ["OWNS", "LIKES"] })).toEqual(["f2", "f0"]);
    expect(await paged({ words: "ANNA" })).toEqual(["f0"]);
    expect(await paged({ words: "lyon" })).toEqual(["f1"]);
    expect(await paged({ learned: { from: plusMs(START, DAY_MS), to: plusMs(START, 2 * DAY_MS) } })).toEqual([
      "f1",
    ]);
    expect(await paged({ asOf: plusMs(START, -DAY_MS) })).toEqual(["f2", "f1"]);
    expect(await paged({ knownAt: START })).toEqual(["f0"]);
    expect((await ann.facts({ joining: true, limit: 9 })).map(({ id }) => id)).toEqual(["f1"]);
    const first = must((await ann.factPage({ limit: 1, sort: "confidence" })).nextCursor);
    await rejects(ann.factPage({ limit: 1, sort: "valid", cursor: first }), "invalid_cursor");
    await rejects(bob.factPage({ limit: 1, sort: "confidence", cursor: first }), "invalid_cursor");

    const named = (query: object): Promise<string[]> =>
      walk((r) => ann.entityPage({ ...r, ...query })).then((found) => found.map(({ name }) => name));
    expect(await named({ sort: "name", order: "asc" })).toEqual(["Ánna", "Lyon", "user"]);
    expect((await named({ sort: "mentions" })).slice(0, 2)).toEqual(["Ánna", "Lyon"]);
    expect((await named({ sort: "confidence", order: "asc" }))[0]).toBe("Lyon");
    expect((await named({ asOf: plusMs(START, -DAY_MS) })).sort()).toEqual(["Lyon", "user"]);
    expect(await named({ sort: "name", order: "asc", asOf: START })).toEqual(["Ánna", "Lyon", "user"]);
  });

  declare("a rejection is read back as it was put", async ({ ann }) => {
    const full = rejection("r", { proposal: { a: [1, { b: null }] }, reasoning: "because", factId: "f" });
    await ann.apply(batch([{ op: "rejection.put", rejection: full }]));
    expect((await ann.rejectionPage({ limit: 1 })).items).toEqual([full]);
  });

  declare("a cursor fits its own list only", async ({ ann, bob }) => {
    for (const user of [ann, bob]) {
      for (let i = 0; i < 3; i++) await say(user, `${user.userId}${i}`, "hello");
      await user.apply(
        batch(
          [0, 1, 2].map((i) => ({
            op: "entity.put" as const,
            entity: entity(`${user.userId}x${i}`, `n${i}`),
          })),
        ),
      );
    }
    const cursor = must((await ann.episodePage({ limit: 1 })).nextCursor);
    const entities = must((await ann.entityPage({ limit: 1 })).nextCursor);
    expect((await ann.episodePage({ limit: 1, cursor })).items).toHaveLength(1);
    await rejects(bob.episodePage({ limit: 1, cursor }), "invalid_cursor");
    await rejects(ann.entityPage({ limit: 1, cursor }), "invalid_cursor");
    await rejects(ann.episodePage({ limit: 1, cursor: entities }), "invalid_cursor");
    await rejects(ann.episodePage({ limit: 1, cursor, conversationId: "c1" }), "invalid_cursor");
    await rejects(ann.entityPage({ limit: 1, cursor: entities, type: "thing" }), "invalid_cursor");
    for (const broken of ["", "x", "%%%", `${cursor}A`, cursor.slice(1), "bnVsbA", "[]", "a".repeat(5_000)]) {
      await rejects(ann.episodePage({ limit: 1, cursor: broken }), "invalid_cursor");
    }
  });

  declare("a page has 1 to 200 items", async ({ ann }) => {
    for (const limit of [0, -1, 201, 1.5, Number.NaN]) {
      await rejects(ann.episodePage({ limit }), "invalid_request");
      await rejects(ann.changePage({ limit }), "invalid_request");
    }
    expect((await ann.episodePage({ limit: 200 })).nextCursor).toBeNull();
  });
}

function undoCases(declare: Case): void {
  const prepare = async (ann: UserStore): Promise<void> => {
    const said = await say(ann, "e1", "Kim likes tea and coffee");
    await ann.apply(
      batch([
        {
          op: "entity.put",
          entity: entity("kim", "Kim", { aliases: [{ alias: "Kimmy", kind: "nickname" }] }),
        },
        { op: "entity.put", entity: entity("lone", "Lone") },
        { op: "mention.put", episodeId: "e1", entityId: "lone", start: 0, end: 3 },
        {
          op: "fact.put",
          fact: fact("f", "kim", "LIKES", { value: "tea", evidence: [quote(said, "likes tea")] }),
        },
      ]),
    );
  };
  const read = async (ann: UserStore): Promise<unknown> => ({
    kim: await ann.entity("kim"),
    lone: await ann.entity("lone"),
    other: await ann.entity("new"),
    fact: await ann.fact("f"),
    otherFact: await ann.fact("g"),
    mentions: await ann.mentions(["e1"]),
    found: (await ann.search(search(["kim", "lone", "tea", "zebra"]))).map((hit) => hit.id).sort(),
  });

  const kinds: [string, Parameters<typeof batch>[0][number]][] = [
    ["entity.put", { op: "entity.put", entity: entity("new", "zebra") }],
    ["entity.patch", { op: "entity.patch", id: "kim", set: { name: "zebra", status: "verified" } }],
    ["entity.alias", { op: "entity.alias", id: "kim", alias: { alias: "zebra", kind: "nickname" } }],
    ["entity.delete", { op: "entity.delete", id: "lone" }],
    ["fact.put", { op: "fact.put", fact: fact("g", "kim", "LIKES", { value: "zebra" }) }],
    ["fact.patch", { op: "fact.patch", id: "f", set: { status: "verified", value: "zebra", confidence: 1 } }],
    [
      "fact.evidence",
      {
        op: "fact.evidence",
        id: "f",
        evidence: [
          {
            episodeId: "e1",
            part: "user",
            start: 18,
            end: 24,
            quote: "coffee",
            assertedBy: "user",
            occurredAt: START,
          },
        ],
      },
    ],
    ["fact.delete", { op: "fact.delete", id: "f" }],
  ];
  for (const [kind, mutation] of kinds) {
    declare(`${kind} is logged, undone, and done again`, async ({ ann, clock }) => {
      await prepare(ann);
      const before = await read(ann);
      clock.advance(1_000);
      const { changeIds } = await ann.apply(
        batch([mutation], { actor: "user", reason: "why", runId: "run" }),
      );
      expect(changeIds).toHaveLength(1);
      const after = await read(ann);
      expect(after).not.toEqual(before);
      const id = must(changeIds[0]);
      const change = must(await ann.change(id));
      expect(change).toMatchObject({
        id,
        at: clock.now(),
        actor: "user",
        reason: "why",
        runId: "run",
        undone: false,
      });
      const undone = await ann.undo(id);
      expect(undone).toMatchObject({
        actor: "undo",
        before: change.after,
        after: change.before,
        targetId: change.targetId,
      });
      expect(await read(ann)).toEqual(before);
      expect((await ann.change(id))?.undone).toBe(true);
      await rejects(ann.undo(id), "conflict");
      await ann.undo(undone.id);
      expect({ ...(after as object), mentions: null }).toEqual({
        ...((await read(ann)) as object),
        mentions: null,
      });
    });
  }

  declare("what was changed later is not undone", async ({ ann }) => {
    await prepare(ann);
    const { changeIds } = await ann.apply(batch([{ op: "fact.patch", id: "f", set: { confidence: 0.1 } }]));
    await ann.apply(batch([{ op: "fact.patch", id: "f", set: { status: "verified" } }]));
    await rejects(ann.undo(must(changeIds[0])), "conflict");
    expect(await ann.fact("f")).toMatchObject({ confidence: 0.1, status: "verified" });
    await rejects(ann.undo("unknown"), "not_found");
    expect(await ann.change("unknown")).toBeNull();
  });

  declare("an entity that facts name cannot be undone away", async ({ ann }) => {
    const { changeIds } = await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X") }]));
    await ann.apply(batch([{ op: "fact.put", fact: fact("f", "x", "P") }]));
    await rejects(ann.undo(must(changeIds[0])), "conflict");
    expect((await ann.entity("x"))?.name).toBe("X");
    expect((await ann.change(must(changeIds[0])))?.undone).toBe(false);
  });

  declare("the log holds what stood before and after", async ({ ann }) => {
    await prepare(ann);
    const before = await ann.fact("f");
    await ann.apply(batch([{ op: "fact.patch", id: "f", set: { status: "verified" } }]));
    const [change] = (await ann.changePage({ limit: 1, targetId: "f" })).items;
    expect(change).toMatchObject({ kind: "fact", before, after: { ...before, status: "verified" } });
  });
}

function isolationCases(declare: Case): void {
  declare("a user's ids, words and keys mean nothing to another", async ({ ann, bob }) => {
    const a = await tellStory(ann, "a");
    await tellStory(bob, "b");
    const change = must((await ann.changePage({ limit: 1 })).items[0]).id;
    await ann.completeEpisode(a.ids.work, {
      assistantReply: "x",
      state: "complete",
      recalled: [],
      model: null,
    });
    expect(await bob.episode(a.ids.work)).toBeNull();
    expect(await bob.episodesById([a.ids.work])).toEqual([]);
    expect(await bob.episodes({ conversationId: a.ids.conversation, order: "oldest", limit: 9 })).toEqual([]);
    expect((await bob.episodePage({ conversationId: a.ids.conversation, limit: 9 })).items).toEqual([]);
    expect(await bob.neighbours([a.ids.work], 3)).toEqual([]);
    expect(await bob.conversation(a.ids.conversation)).toBeNull();
    expect((await bob.conversationByExternalId("thread-1"))?.id).toBe("b-conversation");
    expect(await bob.entity(a.ids.anna)).toBeNull();
    expect(await bob.entitiesById([a.ids.anna])).toEqual([]);
    expect((await bob.entitiesByAlias(["Anna"])).map((h) => h.entity.id)).toEqual(["b-anna"]);
    expect(await bob.fact(a.facts.job)).toBeNull();
    expect(await bob.factsById([a.facts.job])).toEqual([]);
    expect(await bob.facts({ entityIds: [a.ids.anna], limit: 9 })).toEqual([]);
    expect(await bob.facts({ episodeIds: [a.ids.work], limit: 9 })).toEqual([]);
    expect((await bob.factPage({ entityId: a.ids.anna, limit: 9 })).items).toEqual([]);
    const known = await bob.known({ names: ["anna"], self: true, statuses: STATUSES, limit: 99, around: 99 });
    expect(JSON.stringify(known)).not.toMatch(/"a-/);
    expect(known.entityIds).toEqual(["b-anna"]);
    expect(await bob.mentions([a.ids.sister])).toEqual([]);
    expect(await bob.change(change)).toBeNull();
    expect((await bob.changePage({ targetId: a.ids.anna, limit: 9 })).items).toEqual([]);
    const mine = JSON.stringify(await dump(bob));
    expect(mine).not.toMatch(/"a-/);
    for (const hit of await bob.search(search(["anna", "lisbon", "nurse"]))) expect(hit.id).toMatch(/^b-/);
  });

  declare("a user's writes do not reach another's rows", async ({ ann, bob, clock }) => {
    const a = await tellStory(ann, "a");
    await tellStory(bob, "b");
    const before = await dump(ann);
    const change = must((await ann.changePage({ limit: 1 })).items[0]).id;
    const done = { assistantReply: "stolen", state: "complete" as const, recalled: [], model: null };
    await rejects(bob.completeEpisode(a.ids.work, done), "not_found");
    await rejects(bob.replaceEpisode(a.ids.work, "b-work"), "not_found");
    await rejects(bob.replaceEpisode("b-work", a.ids.work), "not_found");
    await rejects(
      bob.openEpisode(newEpisode("b9", { conversationId: a.ids.conversation, createConversation: false })),
      "not_found",
    );
    expect(await bob.patchConversation(a.ids.conversation, { title: "stolen" })).toBeNull();
    await rejects(bob.undo(change), "not_found");
    await rejects(bob.apply(batch([{ op: "fact.put", fact: fact("bf", a.ids.anna, "P") }])), "conflict");
    await bob.apply(
      batch([
        { op: "entity.patch", id: a.ids.anna, set: { name: "stolen" } },
        { op: "entity.alias", id: a.ids.anna, alias: { alias: "stolen", kind: "name" } },
        { op: "fact.patch", id: a.facts.job, set: { value: "thief" } },
        { op: "fact.delete", id: a.facts.job },
        { op: "entity.delete", id: a.ids.lisbon },
        { op: "episode.patch", id: a.ids.work, set: { summary: "stolen" } },
        { op: "mention.put", episodeId: a.ids.work, entityId: "b-anna", start: 0, end: 1 },
      ]),
    );
    const at = clock.advance(DAY_MS);
    const targets = [
      { factId: a.facts.job },
      { entityId: a.ids.anna },
      { episodeId: a.ids.work },
      { conversationId: a.ids.conversation },
    ];
    for (const target of targets) expect(await bob.forget(target, at)).toMatchObject(noneForgotten());
    await bob.forget({ from: "2000-01-01T00:00:00.000Z", to: at }, at);
    await bob.forget({ everything: true }, at);
    expect(await dump(ann)).toEqual(before);
    expect(await ann.redactForgotten("Anna lives in Lisbon", START)).toEqual({
      text: "Anna lives in Lisbon",
      redacted: false,
    });
    expect((await ann.search(search(["lisbon"]))).length).toBe(3);
  });
}

function systemCases(declare: Case): void {
  declare("episodes that wait are listed over users, oldest first", async ({ store, ann, bob }) => {
    const at = (hours: number): { recordedAt: string } => ({ recordedAt: plusMs(START, hours * HOUR_MS) });
    await say(ann, "a1", "x", at(2));
    await say(bob, "b1", "x", at(1));
    await say(ann, "off", "x", { ...at(0), memory: "off" });
    await say(ann, "none", "x", { ...at(0), extract: false });
    await ann.openEpisode(newEpisode("open", at(0)));
    await say(bob, "old", "x", at(0));
    await say(bob, "new", "x", at(3));
    await bob.replaceEpisode("old", "new");
    const waiting = [
      { userId: "bob", conversationId: "c1", episodeId: "b1" },
      { userId: "ann", conversationId: "c1", episodeId: "a1" },
      { userId: "bob", conversationId: "c1", episodeId: "new" },
    ];
    expect(await store.system.pendingExtraction(9)).toEqual(waiting);
    expect(await store.system.pendingExtraction(1)).toEqual(waiting.slice(0, 1));
    expect(await store.system.counts()).toMatchObject({ pendingExtraction: 3, pendingVerification: 0 });
  });

  declare(
    "a failed extraction waits for its retry, and is set aside in the end",
    async ({ store, ann, bob }) => {
      const later = plusMs(START, HOUR_MS);
      const failed = (attempts: number, retryAt: string | null) =>
        ({ state: retryAt === null ? "failed" : "pending", attempts, error: "no JSON", retryAt }) as const;
      for (const id of ["new", "waits", "over", "over2", "replaced"]) await say(ann, id, `words of ${id}`);
      await say(bob, "his", "words");
      const put = (id: string, extraction: ReturnType<typeof failed>) =>
        ann.apply(batch([{ op: "episode.patch", id, set: { extraction } }]));
      await put("waits", failed(2, later));
      for (const id of ["over", "over2", "replaced"]) await put(id, failed(7, null));
      await ann.replaceEpisode("replaced", "new");
      expect((await ann.episode("waits"))?.extraction).toEqual(failed(2, later));

      const due = async (at: string): Promise<string[]> =>
        (
          await ann.episodes({
            conversationId: "c1",
            extraction: "pending",
            due: at,
            order: "oldest",
            limit: 9,
          })
        ).map(({ id }) => id);
      expect(await due(START)).toEqual(["new"]);
      expect(await due(later)).toEqual(["new", "waits"]);
      const waiting = async (at?: string): Promise<string[]> =>
        (await store.system.pendingExtraction(9, at)).map(({ episodeId }) => episodeId).sort();
      expect(await waiting(START)).toEqual(["his", "new"]);
      expect(await waiting()).toEqual(["his", "new", "waits"]);
      expect(await store.system.counts()).toMatchObject({
        pendingExtraction: 3,
        retryingExtraction: 1,
        failedExtraction: 2,
      });

      const listed = async (extraction: ExtractionFilter, conversationId?: string): Promise<string[]> =>
        (await walk((page) => ann.episodePage({ extraction, conversationId, ...page }), 1)).map(
          ({ id }) => id,
        );
      expect(await listed("failed")).toEqual(["over2", "over"]);
      expect(await listed("retrying")).toEqual(["waits"]);
      expect(await listed("pending", "c1")).toEqual(["waits", "new"]);
      expect(await listed("failed", "elsewhere")).toEqual([]);
      const { nextCursor } = await ann.episodePage({ extraction: "failed", limit: 1 });
      await expect(ann.episodePage({ limit: 1, cursor: must(nextCursor) })).rejects.toMatchObject({
        code: "invalid_cursor",
      });

      await ann.apply(
        batch([
          {
            op: "episode.patch",
            id: "waits",
            set: { extraction: { state: "done", attempts: 3, error: null } },
          },
        ]),
      );
      expect((await ann.episode("waits"))?.extraction).toEqual({
        state: "done",
        attempts: 3,
        error: null,
        retryAt: null,
      });
    },
  );

  declare(
    "verifications that the model failed at are listed, those that votes left open are not",
    async ({ store, ann, bob }) => {
      for (const id of ["broken", "open", "waits"]) await say(ann, id, `words of ${id}`);
      await say(bob, "his", "words");
      const put = (id: string, state: "failed" | "deferred", error: string | null) =>
        ann.apply(batch([{ op: "episode.patch", id, set: { verification: { state, attempts: 4, error } } }]));
      await put("broken", "failed", "The model failed with status 500");
      await put("open", "failed", null);
      await put("waits", "deferred", "The model failed with status 500");
      const listed = (user: UserStore): Promise<string[]> =>
        walk((page) => user.episodePage({ verification: "failed", ...page }), 1).then((all) =>
          all.map(({ id }) => id),
        );
      expect(await listed(ann)).toEqual(["broken"]);
      expect(await listed(bob)).toEqual([]);
      expect(await store.system.counts()).toMatchObject({ failedVerification: 1 });
    },
  );

  declare("turns found open become interrupted and are extracted", async ({ store, ann }) => {
    await ann.openEpisode(newEpisode("e1"));
    await say(ann, "e2", "done");
    expect(await store.system.interruptOpenEpisodes()).toBe(1);
    expect(await store.system.interruptOpenEpisodes()).toBe(0);
    expect((await ann.episode("e1"))?.state).toBe("interrupted");
    expect((await ann.episode("e2"))?.state).toBe("complete");
    expect((await store.system.pendingExtraction(9)).map((e) => e.episodeId).sort()).toEqual(["e1", "e2"]);
  });

  declare("turns that have been open for long are listed, oldest first", async ({ store, ann, bob }) => {
    const at = (hours: number): { recordedAt: string } => ({ recordedAt: plusMs(START, hours * HOUR_MS) });
    await ann.openEpisode(newEpisode("late", at(2)));
    await ann.openEpisode(newEpisode("a1", at(1)));
    await bob.openEpisode(newEpisode("b1", at(0)));
    await say(bob, "done", "x", at(0));
    const open = [
      { userId: "bob", conversationId: "c1", episodeId: "b1" },
      { userId: "ann", conversationId: "c1", episodeId: "a1" },
    ];
    expect(await store.system.openEpisodes(plusMs(START, 2 * HOUR_MS), 9)).toEqual(open);
    expect(await store.system.openEpisodes(plusMs(START, 2 * HOUR_MS), 1)).toEqual(open.slice(0, 1));
  });

  declare("an import does not look like a message of today", async ({ store, ann, bob }) => {
    const verification = { state: "pending" as const, attempts: 0, error: null };
    const later = plusMs(START, HOUR_MS);
    await say(ann, "a1", "x", { recordedAt: START });
    await say(ann, "a2", "x", { source: "import", recordedAt: later, state: "complete" });
    await say(bob, "b1", "x", { source: "document", recordedAt: later, state: "complete" });
    await ann.apply(
      batch(["a1", "a2"].map((id) => ({ op: "episode.patch" as const, id, set: { verification } }))),
    );
    await bob.apply(batch([{ op: "episode.patch", id: "b1", set: { verification } }]));
    expect(await store.system.pendingVerification()).toEqual([
      { userId: "ann", episodes: 2, deferred: 0, lastMessageAt: START },
      { userId: "bob", episodes: 1, deferred: 0, lastMessageAt: "1970-01-01T00:00:00.000Z" },
    ]);
    expect((await store.system.counts()).pendingVerification).toBe(3);
  });

  declare("counts are over all users", async ({ store, ann, bob }) => {
    await tellStory(ann, "a");
    await tellStory(bob, "b");
    expect(await store.system.counts()).toEqual({
      pendingExtraction: 4,
      retryingExtraction: 0,
      failedExtraction: 0,
      failedVerification: 0,
      pendingVerification: 0,
      facts: { staged: 6 },
      entities: 6,
      pendingPurges: 0,
    });
  });

  declare("keys are kept and revoked once", async ({ store }) => {
    const key = {
      id: "k1",
      userId: "ann",
      hash: "abc",
      rights: ["read" as const],
      createdAt: START,
      revokedAt: null,
    };
    await store.system.putKey(key);
    await store.system.putKey({ ...key, id: "k2", createdAt: plusMs(START, 1) });
    expect((await store.system.keys()).map((k) => k.id)).toEqual(["k1", "k2"]);
    expect(await store.system.revokeKey("k1", START)).toBe(true);
    expect(await store.system.revokeKey("k1", START)).toBe(false);
    expect(await store.system.revokeKey("none", START)).toBe(false);
    expect((await store.system.keys())[0]).toEqual({ ...key, revokedAt: START });
  });

  declare("administrative acts are kept as they were written, newest first", async ({ store }) => {
    const row = {
      id: "a1",
      at: START,
      actor: "cli",
      act: "key_created" as const,
      userId: "ann",
      targets: ["k1"],
      counts: {},
    };
    const later = { ...row, at: plusMs(START, 1), act: "backup" as const, counts: { records: 3 } };
    const rows = [
      row,
      { ...row, id: "a2", userId: "bob", targets: [] },
      { ...later, id: "a0", targets: ["one", "two"] },
      { ...later, id: "a3", act: "migrate" as const, userId: null },
    ];
    for (const one of rows) await store.system.putAudit(one);
    await store.system.putAudit({ ...row, actor: "somebody else", counts: { changed: 1 } });
    expect(await store.system.audits(null, 9)).toEqual([rows[3], rows[2], rows[1], rows[0]]);
    expect(await store.system.audits(null, 2)).toEqual([rows[3], rows[2]]);
    expect(await store.system.audits("ann", 9)).toEqual([rows[2], rows[0]]);
    expect(await store.system.audits("ann", 1)).toEqual([rows[2]]);
    expect(await store.system.audits("nobody", 9)).toEqual([]);
    await store.forUser("ann").forget({ everything: true }, plusMs(START, 2));
    expect(await store.system.audits("ann", 9)).toEqual([rows[2], rows[0]]);
  });

  declare("runs are kept, changed and listed newest first", async ({ store }) => {
    const run = {
      id: "r1",
      userId: "ann",
      job: "verify",
      state: "running" as const,
      dryRun: false,
      startedAt: START,
      finishedAt: null,
      result: {},
      error: null,
    };
    await store.system.putRun(run);
    await store.system.putRun({ ...run, id: "r2", userId: null, startedAt: plusMs(START, 1), dryRun: true });
    await store.system.putRun({ ...run, id: "r3", userId: "bob", startedAt: plusMs(START, 2) });
    const done = { ...run, state: "done" as const, finishedAt: plusMs(START, 5), result: { promoted: 3 } };
    await store.system.putRun(done);
    expect(await store.system.run("r1")).toEqual(done);
    expect(await store.system.run("none")).toBeNull();
    expect((await store.system.runs("ann", 9)).map((r) => r.id)).toEqual(["r2", "r1"]);
    expect((await store.system.runningRuns()).map((r) => r.id)).toEqual(["r2", "r3"]);
    expect(await store.system.runs("ann", 1)).toHaveLength(1);
  });

  declare("a sound store checks clean; a false quote is told", async ({ store, ann }) => {
    await tellStory(ann, "a");
    await store.system.ping();
    expect(await store.system.check()).toEqual([]);
    const said = await say(ann, "e9", "true words");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "X") },
        {
          op: "fact.put",
          fact: fact("f9", "x", "P", { evidence: [{ ...quote(said, "true"), quote: "false" }] }),
        },
      ]),
    );
    expect((await store.system.check()).join()).toContain("f9");
  });

  declare("closing twice is once, and ends everything", async ({ store, ann }) => {
    const running = ann.openEpisode(newEpisode("e1"));
    await Promise.all([store.close(), store.close()]);
    expect((await running).outcome).toBe("opened");
    await rejects(ann.stats(), "store_unavailable");
    await rejects(store.system.ping(), "store_unavailable");
  });
}
