import { expect } from "vitest";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { START, batch, entity, fact, newEpisode, quote, rejects, say, search } from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function episodeCases(declare: Case): void {
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
    const item = { n: 1, kind: "fact" as const, id: "f1", score: 0.5, episodeIds: ["e0"] };
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

export function conversationCases(declare: Case): void {
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

  declare("a branch counts on from the turns that it shares", async ({ ann, bob }) => {
    for (const i of [0, 1, 2]) await say(ann, `e${i}`, "one", { conversationId: "a" });
    const branch = (id: string, branchAt: number, more = {}) =>
      say(ann, `in-${id}`, "two", { conversationId: id, conversation: { branchOf: "a", branchAt }, ...more });
    const [later, first] = [plusMs(START, HOUR_MS), plusMs(START, 2 * HOUR_MS)];
    expect(await branch("late", 2, { occurredAt: first })).toMatchObject({ ordinal: 2 });
    expect(await branch("early", 0, { occurredAt: later })).toMatchObject({ ordinal: 0 });
    expect(await say(ann, "e4", "three", { conversationId: "late" })).toMatchObject({ ordinal: 3 });
    expect(await ann.conversation("late")).toMatchObject({ branchOf: "a", branchAt: 2, episodeCount: 2 });
    expect(await ann.conversation("a")).not.toHaveProperty("branchOf");
    expect((await ann.branches("a")).map(({ id }) => id)).toEqual(["late", "early"]);
    expect(await ann.branches("late")).toEqual([]);
    expect(await bob.branches("a")).toEqual([]);
    const shared = { conversationId: "a", beforeOrdinal: 2, order: "newest", limit: 9 } as const;
    expect((await ann.episodes(shared)).map(({ id }) => id)).toEqual(["e1", "e0"]);
    const [only] = await ann.episodes({ ...shared, fromOrdinal: 1 });
    expect(only).toMatchObject({ id: "e1" });
  });

  declare("conversations are listed by their last message", async ({ ann }) => {
    await say(ann, "e1", "one", { conversationId: "a" });
    await say(ann, "e2", "two", { conversationId: "b", occurredAt: plusMs(START, HOUR_MS) });
    await say(ann, "e3", "three", { conversationId: "a", occurredAt: plusMs(START, 2 * HOUR_MS) });
    expect((await ann.conversationPage({ limit: 9 })).items.map((c) => c.id)).toEqual(["a", "b"]);
  });

  declare("conversations are pinned, archived and put back", async ({ ann }) => {
    const idsOf = async (shelf?: "pinned" | "archived" | "listed"): Promise<string[]> =>
      (await ann.conversationPage({ limit: 9, shelf })).items.map(({ id }) => id);
    for (const id of ["a", "b", "c"]) await say(ann, `in-${id}`, "one", { conversationId: id });
    expect(await ann.patchConversation("a", { shelf: "pinned" })).toMatchObject({ shelf: "pinned" });
    await ann.patchConversation("b", { shelf: "archived" });
    expect(await idsOf("pinned")).toEqual(["a"]);
    expect(await idsOf("archived")).toEqual(["b"]);
    expect(await idsOf("listed")).toEqual(["c", "a"]);
    expect(await idsOf()).toEqual(["c", "b", "a"]);
    expect(await ann.patchConversation("b", { shelf: null })).not.toHaveProperty("shelf");
    expect(await idsOf("listed")).toEqual(["c", "b", "a"]);
  });

  declare("conversations are archived by their age, unless they are pinned or kept", async ({ ann }) => {
    const archivedBefore = plusMs(START, 3 * HOUR_MS);
    for (const [hour, id] of ["a", "b", "c", "d"].entries())
      await say(ann, `in-${id}`, "one", { conversationId: id, occurredAt: plusMs(START, hour * HOUR_MS) });
    await ann.patchConversation("a", { shelf: "pinned" });
    await ann.patchConversation("b", { shelf: "kept" });
    const idsOf = async (shelf: "pinned" | "archived" | "listed"): Promise<string[]> =>
      (await ann.conversationPage({ limit: 9, shelf, archivedBefore })).items.map(({ id }) => id);
    expect(await idsOf("listed")).toEqual(["d", "b", "a"]);
    expect(await idsOf("archived")).toEqual(["c"]);
    expect(await idsOf("pinned")).toEqual(["a"]);
  });
}
