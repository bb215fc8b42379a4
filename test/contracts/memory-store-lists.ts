import { expect } from "vitest";
import { STATUSES } from "../../src/domain/model/status.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import { noneForgotten } from "../../src/domain/model/tombstone.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import type { EntityPageQuery, Page, PageRequest } from "../../src/ports/memory-store.ts";
import {
  START,
  batch,
  dump,
  entity,
  fact,
  must,
  newEpisode,
  rejection,
  rejects,
  say,
  search,
  tellStory,
  walk,
} from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function userCases(declare: Case): void {
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
    await expect(
      ann.recordFeedback([{ targetId: "f", helpful: true, at: START, basis: "rated" }]),
    ).resolves.toBeUndefined();
  });
}

export function listCases(declare: Case): void {
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

  declare("what has just the name that is sought is listed first, then by an alias", async ({ ann }) => {
    const aliases = [{ alias: "Ann", kind: "nickname" as const }];
    const entities = [
      entity("ann", "Ann"),
      entity("joanna", "Joanna", { aliases }),
      entity("annelie", "Annelie"),
      entity("anna", "Anna"),
    ];
    for (const one of entities) await ann.apply(batch([{ op: "entity.put", entity: one }]));
    const ids = async (query: Partial<EntityPageQuery>): Promise<string[]> =>
      (await walk((page) => ann.entityPage({ ...page, ...query }), 1)).map(({ id }) => id);
    expect(await ids({ q: "ann" })).toEqual(["ann", "joanna", "anna", "annelie"]);
    expect(await ids({ q: "ÁNN", order: "desc" })).toEqual(["ann", "joanna", "anna", "annelie"]);
    expect(await ids({ q: "ann", sort: "name", order: "asc" })).toEqual(["ann", "anna", "annelie", "joanna"]);
    expect(await ids({ q: "ann", type: "person" })).toEqual([]);
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
    expect(await paged({ asOf: plusMs(START, -DAY_MS) })).toEqual(["f1"]);
    expect(await paged({ asOf: plusMs(START, 2 * DAY_MS) })).toEqual(["f2", "f1", "f0"]);
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
    expect(await named({ knownAt: START })).toEqual(["Ánna"]);
    expect((await named({ knownAt: plusMs(START, DAY_MS) })).sort()).toEqual(["Lyon", "user", "Ánna"]);
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

export function isolationCases(declare: Case): void {
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
    const known = await bob.known({
      names: ["anna"],
      self: true,
      statuses: STATUSES,
      limit: 99,
      around: 99,
      depth: 2,
    });
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
