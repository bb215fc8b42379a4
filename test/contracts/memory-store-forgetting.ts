import { expect } from "vitest";
import type { RecalledRef } from "../../src/domain/episode.ts";
import { CURRENT_STATUSES } from "../../src/domain/status.ts";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/time.ts";
import { type ForgetTarget, noneForgotten } from "../../src/domain/tombstone.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { showRecalled } from "../../src/services/retrieval/recalled.ts";
import type { Bench, Case } from "./memory-store.ts";
import {
  START,
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
} from "./memory-store-story.ts";

/** Every word a user can still see, in lower case. */
async function seen(user: UserStore): Promise<string> {
  return JSON.stringify(await dump(user)).toLowerCase();
}

async function finds(user: UserStore, ...terms: string[]): Promise<string[]> {
  const query = {
    terms,
    kinds: ["fact", "entity", "episode"] as const,
    limit: 50,
    statuses: CURRENT_STATUSES,
  };
  return (await user.search({ ...query, kinds: [...query.kinds] })).map((hit) => hit.id).sort();
}

const NEVER = "2020-01-01T00:00:00.000Z";

/** The six ways to forget, what they leave, and what they keep out afterwards. */
export function forgettingContract(declare: Case): void {
  factCases(declare);
  entityCases(declare);
  wholeCases(declare);
  traceCases(declare);
  tombstoneCases(declare);
}

function factCases(declare: Case): void {
  declare("a question that named what is forgotten is open no more", async ({ ann, clock }) => {
    const { facts } = await tellStory(ann, "a");
    const asked = (factIds: string[]) => ({
      kind: "forget" as const,
      state: "asked" as const,
      candidates: [{ factIds, episodeIds: [] }],
      changeIds: ["c1"],
    });
    await say(ann, "q1", "forget it", { intent: asked([facts.job]) });
    await say(ann, "q2", "forget it", { intent: asked(["another"]) });
    await ann.forget({ factId: facts.job }, clock.advance(HOUR_MS));
    expect((await ann.episode("q1"))?.intent).toEqual({
      kind: "forget",
      state: "done",
      candidates: [],
      changeIds: [],
    });
    expect((await ann.episode("q2"))?.intent).toEqual(asked(["another"]));
  });

  declare("the mark of one forgetting is no word that another forgets", async ({ ann, clock }) => {
    const told = await say(ann, "m1", "My boss Rita works at Fox.");
    const evidence = [quote(told, "boss Rita works at Fox")];
    const { id: self } = await ann.self();
    await ann.apply(
      batch([
        {
          op: "fact.put",
          fact: fact("one", self, "SAID", { value: "Rita works at Fox", evidence }),
        },
        {
          op: "fact.put",
          fact: fact("two", self, "KNOWS", { value: "boss of the user", evidence }),
        },
      ]),
    );
    await ann.forget({ factId: "one" }, clock.advance(HOUR_MS));
    await ann.forget({ factId: "two" }, clock.advance(HOUR_MS));
    const kept = await ann.redactForgotten("I have forgotten my keys", NEVER);
    expect(kept).toEqual({ text: "I have forgotten my keys", redacted: false });
  });

  declare(
    "a forgotten fact takes its words from the turn and from what was made of it",
    async ({ store, ann, clock }) => {
      const { ids, facts } = await tellStory(ann, "a");
      await ann.apply(
        batch([
          { op: "episode.patch", id: ids.work, set: { summary: "The user is a nurse" } },
          {
            op: "rejection.put",
            rejection: rejection("r", { episodeId: ids.work, proposal: { object: "nurse" } }),
          },
        ]),
      );
      const counts = await ann.forget({ factId: facts.job }, clock.advance(HOUR_MS));
      expect(counts).toMatchObject({
        facts: 1,
        entities: 0,
        episodes: 0,
        conversations: 0,
        rejections: 1,
        changes: 1,
      });
      expect(counts.redactions).toBeGreaterThan(0);
      expect(await ann.episode(ids.work)).toMatchObject({
        userMessage: "[forgotten].",
        assistantReply: "A hard job.",
        summary: "The user is a [forgotten]",
        redacted: true,
      });
      expect(await seen(ann)).not.toContain("nurse");
      expect(await finds(ann, "nurse")).toEqual([]);
      expect((await ann.fact(facts.city))?.evidence[0]?.quote).toBe("Anna lives in Lisbon");
      expect(await store.system.check()).toEqual([]);
    },
  );

  declare("the place of other evidence and mentions moves along", async ({ store, ann, clock }) => {
    const self = await ann.self();
    const said = await say(ann, "e1", "I drive a Volvo. My dog is Rex. Rex loves cheese.");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("rex", "Rex") },
        { op: "mention.put", episodeId: "e1", entityId: "rex", start: 27, end: 30 },
        {
          op: "fact.put",
          fact: fact("car", self.id, "DRIVES", {
            value: "Volvo",
            evidence: [quote(said, "I drive a Volvo")],
          }),
        },
        {
          op: "fact.put",
          fact: fact("dog", self.id, "HAS_PET", {
            objectId: "rex",
            evidence: [quote(said, "My dog is Rex")],
          }),
        },
        {
          op: "fact.put",
          fact: fact("cheese", "rex", "LIKES", {
            value: "cheese",
            evidence: [quote(said, "Rex loves cheese")],
          }),
        },
      ]),
    );
    await ann.forget({ factId: "car" }, clock.advance(HOUR_MS));
    const text = "[forgotten]. My dog is Rex. Rex loves cheese.";
    expect((await ann.episode("e1"))?.userMessage).toBe(text);
    for (const id of ["dog", "cheese"]) {
      const evidence = must((await ann.fact(id))?.evidence[0]);
      expect(text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
    }
    expect((await ann.fact("dog"))?.evidence[0]?.quote).toBe("My dog is Rex");
    const start = text.indexOf("Rex");
    expect(await ann.mentions(["e1"])).toEqual([
      { episodeId: "e1", entityId: "rex", start, end: start + "Rex".length },
    ]);
    expect(await store.system.check()).toEqual([]);
  });

  declare("evidence that overlaps keeps its fact, not its words", async ({ store, ann, clock }) => {
    const self = await ann.self();
    const text = "My sister Anna lives in Lisbon since May";
    const said = await say(ann, "e1", text);
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("anna", "Anna") },
        { op: "entity.put", entity: entity("lisbon", "Lisbon") },
        { op: "mention.put", episodeId: "e1", entityId: "lisbon", start: 24, end: 30 },
        {
          op: "fact.put",
          fact: fact("sister", self.id, "HAS_SISTER", {
            objectId: "anna",
            text: "A sister, Anna.",
            evidence: [quote(said, "My sister Anna lives")],
          }),
        },
        {
          op: "fact.put",
          fact: fact("city", "anna", "LIVES_IN", {
            objectId: "lisbon",
            text: "Anna lives in Lisbon.",
            evidence: [quote(said, "lives in Lisbon")],
          }),
        },
      ]),
    );
    await ann.forget({ factId: "city" }, clock.advance(HOUR_MS));
    expect((await ann.episode("e1"))?.userMessage).toBe("My sister Anna [forgotten] since May");
    expect((await ann.fact("sister"))?.evidence[0]).toMatchObject({
      start: 0,
      end: 26,
      quote: "My sister Anna [forgotten]",
    });
    expect(await ann.entity("lisbon")).toBeNull();
    expect((await ann.entity("anna"))?.name).toBe("Anna");
    expect(await seen(ann)).not.toContain("lisbon");
    expect(await store.system.check()).toEqual([]);
  });

  declare(
    "the words go wherever subject and object stand together, and stay elsewhere",
    async ({ ann, clock }) => {
      const { facts } = await tellStory(ann, "a");
      await say(ann, "both", "Did you know? Anna called from lisbon.", { reply: "Lisbon is far for Anna." });
      await say(ann, "only", "Lisbon is a city.", { conversationId: "c2" });
      await say(ann, "inside", "Annabel went to Lisbonne.", { conversationId: "c2" });
      await ann.forget({ factId: facts.city }, clock.advance(HOUR_MS));
      expect(await ann.episode("both")).toMatchObject({
        userMessage: "Did you know? Anna called from [forgotten].",
        assistantReply: "[forgotten] is far for Anna.",
      });
      expect(await ann.episode("only")).toMatchObject({ userMessage: "Lisbon is a city.", redacted: false });
      expect((await ann.episode("inside"))?.userMessage).toBe("Annabel went to Lisbonne.");
    },
  );

  declare(
    "what a turn recalled of a forgotten fact is gone, with the words of its reply",
    async ({ ann, clock }) => {
      const { facts } = await tellStory(ann, "a");
      const item = (n: number, id: string): RecalledRef => ({
        n,
        kind: "fact",
        id,
        score: 1,
        episodeIds: [],
      });
      await ann.openEpisode(
        newEpisode("later", { userMessage: "What do I do?", conversation: { title: "x" } }),
      );
      await ann.completeEpisode("later", {
        assistantReply: "You are a nurse.",
        state: "complete",
        recalled: [item(1, facts.job), item(2, facts.sister)],
        model: null,
      });
      await ann.forget({ factId: facts.job }, clock.advance(HOUR_MS));
      const later = await ann.episode("later");
      expect(later?.assistantReply).toBe("You are a [forgotten].");
      const [gone, sister] = (await showRecalled(ann, [must(later)], clock.now()))[0]?.recalled ?? [];
      expect(gone).toMatchObject({ n: 1, id: facts.job, text: "", status: "gone", evidence: [] });
      expect(sister).toMatchObject({ n: 2, id: facts.sister, text: must(await ann.fact(facts.sister)).text });
      expect(await seen(ann)).not.toContain("nurse");
    },
  );

  declare(
    "older and double statements of the same go along; undo cannot bring them back",
    async ({ store, ann, clock }) => {
      const self = await ann.self();
      const said = await say(ann, "e1", "I work as a baker.");
      const again = await say(ann, "e2", "As a baker I rise early.");
      const next = await say(ann, "e3", "I changed from baker to pilot.");
      const job = (id: string, value: string, more: object): ReturnType<typeof fact> =>
        fact(id, self.id, "WORKS_AS", { value, text: `The user is a ${value}.`, ...more });
      await ann.apply(
        batch([
          {
            op: "fact.put",
            fact: job("old", "baker", { status: "superseded", evidence: [quote(said, "I work as a baker")] }),
          },
          {
            op: "fact.put",
            fact: fact("twin", self.id, "IS_A", {
              value: "Baker",
              text: "A baker.",
              evidence: [quote(again, "As a baker")],
            }),
          },
          { op: "fact.put", fact: job("dead", "baker", {}) },
          {
            op: "fact.put",
            fact: job("new", "pilot", {
              text: "The user was a baker and is a pilot.",
              evidence: [quote(next, "from baker to pilot")],
            }),
          },
        ]),
      );
      const { changeIds } = await ann.apply(batch([{ op: "fact.delete", id: "dead" }]));
      const counts = await ann.forget({ factId: "twin" }, clock.advance(HOUR_MS));
      expect(counts.facts).toBe(2);
      expect(await ann.fact("old")).toBeNull();
      expect(await ann.change(must(changeIds[0]))).toBeNull();
      expect(await seen(ann)).not.toContain("baker");
      expect(await ann.fact("new")).toMatchObject({
        value: "pilot",
        text: "The user was a [forgotten] and is a pilot.",
      });
      expect(await finds(ann, "baker")).toEqual([]);
      expect(await finds(ann, "pilot")).toEqual(["e3", "new"]);
      expect(await store.system.check()).toEqual([]);
    },
  );

  declare("another topic of the same two stays", async ({ store, ann, clock }) => {
    const { id: self } = await ann.self();
    const kin = await say(ann, "e1", "Ximena is my sister.");
    const loan = await say(ann, "e2", "I lent Ximena 600 euros.");
    const again = await say(ann, "e3", "Ximena still owes me.");
    const about = (
      id: string,
      predicate: string,
      evidence: ReturnType<typeof quote>,
    ): ReturnType<typeof fact> =>
      fact(id, self, predicate, {
        objectId: "ximena",
        value: null,
        text: evidence.quote,
        evidence: [evidence],
      });
    const all = [
      about("kin", "HAS_SISTER", quote(kin, "Ximena is my sister")),
      about("loan", "LENT", quote(loan, "I lent Ximena 600 euros")),
      about("owes", "IS_OWED_BY", quote(again, "Ximena still owes me")),
    ];
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("ximena", "Ximena") },
        ...all.map((one) => ({ op: "fact.put" as const, fact: one })),
      ]),
    );
    const { facts } = await ann.forget({ factId: "loan" }, clock.advance(HOUR_MS));
    expect(facts).toBe(2);
    expect(await ann.fact("kin")).toMatchObject({ text: "Ximena is my sister" });
    expect((await ann.episode("e1"))?.userMessage).toBe("Ximena is my sister.");
    expect(await store.system.check()).toEqual([]);
  });

  declare("a forgotten nickname names nobody any more", async ({ store, ann, clock }) => {
    const { ids } = await tellStory(ann, "a");
    const told = await say(ann, "n1", "Everybody calls Anna Jo.");
    const evidence = [quote(told, "Everybody calls Anna Jo")];
    await ann.apply(
      batch([
        { op: "entity.alias", id: ids.anna, alias: { alias: "Jo", kind: "nickname" } },
        { op: "entity.alias", id: ids.anna, alias: { alias: "Annchen", kind: "nickname" } },
        { op: "fact.put", fact: fact("jo", ids.anna, "NICKNAME", { value: "Jo", evidence }) },
      ]),
    );
    expect(await ann.entitiesByAlias(["jo"])).toHaveLength(1);
    await ann.forget({ factId: "jo" }, clock.advance(HOUR_MS));
    expect(await ann.entitiesByAlias(["jo"])).toEqual([]);
    expect(await ann.entitiesByAlias(["annchen", "anna"])).toHaveLength(2);
    expect((await ann.episode("n1"))?.userMessage).not.toContain("Jo");
    expect(await seen(ann)).not.toMatch(/\bjo\b/);
    expect(await store.system.check()).toEqual([]);
  });

  declare("what else was changed can still be undone afterwards", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const said = must(await ann.episode(ids.sister));
    const { changeIds } = await ann.apply(
      batch([{ op: "fact.patch", id: facts.sister, set: { status: "verified" } }]),
    );
    expect(said.userMessage).toContain("Anna lives in Lisbon");
    await ann.forget({ factId: facts.city }, clock.advance(HOUR_MS));
    await ann.undo(must(changeIds[0]));
    expect((await ann.fact(facts.sister))?.status).toBe("staged");
    expect(await seen(ann)).not.toContain("lisbon");
  });
}

function entityCases(declare: Case): void {
  declare(
    "a forgotten entity takes its facts, and its names leave every text",
    async ({ store, ann, clock }) => {
      const { ids, facts } = await tellStory(ann, "a");
      await ann.apply(
        batch([
          { op: "entity.alias", id: ids.anna, alias: { alias: "Annchen", kind: "nickname" } },
          { op: "entity.alias", id: ids.anna, alias: { alias: "my sister", kind: "role" } },
        ]),
      );
      await say(ann, "e3", "Annchen called. My sister is well.", {
        conversationId: "c3",
        conversation: { title: "A call from Annchen" },
        reply: "ANNA again?",
      });
      await ann.apply(
        batch([
          {
            op: "entity.put",
            entity: entity("bea", "Bea", { summary: "A friend of Anna's", properties: { via: "Anna" } }),
          },
          {
            op: "fact.put",
            fact: fact("knows", "bea", "SAID", {
              value: "Anna is nice",
              text: "Bea said that Anna is nice.",
            }),
          },
          {
            op: "rejection.put",
            rejection: rejection("r2", { detail: "about Anna", proposal: { subject: "Anna" } }),
          },
        ]),
      );
      const counts = await ann.forget({ entityId: ids.anna }, clock.advance(HOUR_MS));
      expect(counts).toMatchObject({ facts: 2, episodes: 0 });
      expect(counts.entities).toBeGreaterThanOrEqual(1);
      const text = await seen(ann);
      expect(text).not.toMatch(/(?<![a-z-])anna(?![a-z])/);
      expect(text).not.toContain("annchen");
      expect(await ann.entity(ids.anna)).toBeNull();
      expect(await ann.fact(facts.sister)).toBeNull();
      expect(await ann.episode("e3")).toMatchObject({
        userMessage: "[forgotten] called. My sister is well.",
        assistantReply: "[forgotten] again?",
      });
      expect((await ann.conversation("c3"))?.title).toBe("A call from [forgotten]");
      expect(await ann.fact("knows")).toMatchObject({
        value: "[forgotten] is nice",
        text: "Bea said that [forgotten] is nice.",
      });
      expect((await ann.entity("bea"))?.summary).toBe("A friend of [forgotten]'s");
      expect(await finds(ann, "anna", "annchen")).toEqual([]);
      expect((await ann.fact(facts.job))?.value).toBe("nurse");
      expect(await store.system.check()).toEqual([]);
    },
  );

  declare("the user's own entity is not forgotten this way", async ({ ann, clock }) => {
    const self = await ann.self();
    await expect(ann.forget({ entityId: self.id }, clock.now())).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ field: "entityId" }],
    });
    expect((await ann.self()).id).toBe(self.id);
  });
}

function wholeCases(declare: Case): void {
  declare("a forgotten episode goes whole, with what rested on it alone", async ({ store, ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const again = await say(ann, "again", "Anna, my sister, again.", { conversationId: ids.conversation });
    await ann.apply(
      batch([
        { op: "fact.evidence", id: facts.sister, evidence: [quote(again, "Anna, my sister")] },
        { op: "mention.put", episodeId: "again", entityId: ids.anna, start: 0, end: 4 },
      ]),
    );
    const counts = await ann.forget({ episodeId: ids.sister }, clock.advance(HOUR_MS));
    expect(counts).toMatchObject({ episodes: 1, facts: 1, entities: 1, conversations: 0, rejections: 1 });
    expect(await ann.episode(ids.sister)).toBeNull();
    expect(await ann.fact(facts.city)).toBeNull();
    expect(await ann.entity(ids.lisbon)).toBeNull();
    expect((await ann.fact(facts.sister))?.evidence.map((e) => e.episodeId)).toEqual(["again"]);
    expect((await ann.conversation(ids.conversation))?.episodeCount).toBe(2);
    const text = await seen(ann);
    expect(text).not.toMatch(/(?<!-)lisbon/);
    expect(text).not.toContain("my sister anna");
    // The places in a conversation are never given twice.
    expect(await say(ann, "next", "and on", { conversationId: ids.conversation })).toMatchObject({
      ordinal: 3,
    });
    expect(await store.system.check()).toEqual([]);
  });

  declare("the last episode of a conversation takes it along", async ({ ann, clock }) => {
    await say(ann, "e1", "hello", { conversation: { title: "Title" } });
    expect(await ann.forget({ episodeId: "e1" }, clock.advance(1))).toMatchObject({
      episodes: 1,
      conversations: 1,
    });
    expect(await ann.conversation("c1")).toBeNull();
  });

  declare("a forgotten conversation takes all its episodes", async ({ store, ann, clock }) => {
    const { ids } = await tellStory(ann, "a");
    await say(ann, "kept", "The weather is fine", { conversationId: "c2" });
    const counts = await ann.forget({ conversationId: ids.conversation }, clock.advance(HOUR_MS));
    expect(counts).toMatchObject({ episodes: 2, facts: 3, entities: 2, conversations: 1, rejections: 1 });
    expect(await ann.stats()).toMatchObject({ episodes: 1, conversations: 1, facts: {}, rejections: {} });
    expect((await ann.episode("kept"))?.userMessage).toBe("The weather is fine");
    expect(await store.system.check()).toEqual([]);
  });

  declare("a range is half-open", async ({ ann, clock }) => {
    for (let day = 0; day < 4; day++) {
      await say(ann, `e${day}`, `turn of day ${day}`, { occurredAt: plusMs(START, day * DAY_MS) });
    }
    const range = { from: plusMs(START, DAY_MS), to: plusMs(START, 3 * DAY_MS) };
    expect(await ann.forget(range, clock.advance(9 * DAY_MS))).toMatchObject({
      episodes: 2,
      conversations: 0,
    });
    const left = await ann.episodes({ order: "oldest", limit: 9 });
    expect(left.map((e) => e.id)).toEqual(["e0", "e3"]);
  });

  declare("everything is everything but the settings and the user", async ({ store, ann, clock }) => {
    const { selfId, ids } = await tellStory(ann, "a");
    await ann.putSettings({
      timeZone: "Europe/Berlin",
      language: "de",
      retentionDays: null,
      quietHours: null,
      recallRecipe: "rrf",
    });
    await ann.recordFeedback({ targetId: ids.work, helpful: true, at: START });
    const counts = await ann.forget({ everything: true }, clock.advance(HOUR_MS));
    expect(counts).toMatchObject({ episodes: 2, conversations: 1, facts: 3, entities: 3, rejections: 1 });
    const left = await dump(ann);
    expect(left).toMatchObject({
      episodes: [],
      conversations: [],
      entities: [],
      facts: [],
      changes: [],
      rejections: [],
    });
    expect((await ann.settings()).timeZone).toBe("Europe/Berlin");
    expect((await ann.self()).id).toBe(selfId);
    expect(await finds(ann, "anna", "nurse")).toEqual([]);
    expect(await store.system.check()).toEqual([]);
    // Keys used before can be used again.
    const again = await ann.openEpisode(
      newEpisode("n", { userMessage: "new words", idempotencyKey: "key-1" }),
    );
    expect(again.outcome).toBe("opened");
    expect(
      (await ann.apply(batch([{ op: "entity.put", entity: entity("x", "X") }], { once: "story" }))).applied,
    ).toBe(true);
  });

  declare("forgetting again, or what never was, changes nothing", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const at = clock.advance(DAY_MS);
    const targets: ForgetTarget[] = [
      { factId: facts.job },
      { entityId: ids.anna },
      { episodeId: ids.work },
      { conversationId: ids.conversation },
      { from: NEVER, to: at },
      { everything: true },
    ];
    for (const target of targets) {
      await ann.forget(target, at);
      const before = await dump(ann);
      expect(await ann.forget(target, at)).toMatchObject(noneForgotten());
      expect(await dump(ann)).toEqual(before);
    }
    const unknown: ForgetTarget[] = [
      { factId: "x" },
      { entityId: "x" },
      { episodeId: "x" },
      { conversationId: "x" },
    ];
    for (const target of unknown) expect(await ann.forget(target, at)).toMatchObject(noneForgotten());
  });
}

function traceCases(declare: Case): void {
  declare("the log and the recalled items lose forgotten evidence", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const again = await say(ann, "again", "Anna, my sister, again.");
    await ann.apply(
      batch([{ op: "fact.evidence", id: facts.sister, evidence: [quote(again, "Anna, my sister")] }]),
    );
    await ann.openEpisode(newEpisode("later"));
    await ann.completeEpisode("later", {
      assistantReply: "ok",
      state: "complete",
      recalled: [
        { n: 1, kind: "fact", id: facts.sister, score: 1, episodeIds: [ids.sister] },
        { n: 2, kind: "episode", id: ids.sister, score: 1, episodeIds: [ids.sister] },
      ],
      model: null,
    });
    await ann.forget({ episodeId: ids.sister }, clock.advance(HOUR_MS));
    const [later] = await showRecalled(ann, [must(await ann.episode("later"))], clock.now());
    expect(later?.recalled).toMatchObject([
      { id: facts.sister, evidence: [{ episodeId: "again", quote: "Anna, my sister" }] },
      { id: ids.sister, status: "gone", text: "", evidence: [] },
    ]);
    expect(await seen(ann)).not.toContain("my sister anna");
  });

  declare(
    "a turn loses the hash of its words with them, and has none of words that were cut",
    async (bench) => {
      const { ann, clock } = bench;
      const done = {
        assistantReply: "I see.",
        state: "complete" as const,
        recalled: [],
        model: null,
        chainHash: "words",
      };
      const hashed = async (): Promise<string[]> =>
        (await ann.episodesByChainHash("words", 8)).map(({ id }) => id).sort();
      for (const [id, userMessage] of [
        ["m1", "I work as a nurse."],
        ["m2", "The weather is fine."],
        ["m3", "I no longer work as a [forgotten]."],
      ] as const) {
        await ann.openEpisode(newEpisode(id, { userMessage }));
        await ann.completeEpisode(id, done);
      }
      expect(await hashed()).toEqual(["m1", "m2"]);
      const { id: self } = await ann.self();
      const evidence = [quote(must(await ann.episode("m1")), "I work as a nurse")];
      const job = fact("job", self, "WORKS_AS", { value: "nurse", evidence });
      await ann.apply(batch([{ op: "fact.put", fact: job }]));
      await ann.forget({ factId: "job" }, clock.advance(HOUR_MS));
      expect((await ann.episode("m1"))?.redacted).toBe(true);
      expect(await hashed()).toEqual(["m2"]);
    },
  );

  declare(
    "a reply that was running meanwhile is read with the question it answers",
    async ({ ann, clock }) => {
      const told = await say(ann, "told", "Bea lives in Lyon.");
      const bea = entity("bea", "Bea", { type: "person" });
      const home = fact("home", "bea", "LIVES_IN", {
        value: "Lyon",
        evidence: [quote(told, "Bea lives in Lyon")],
      });
      await ann.apply(
        batch([
          { op: "entity.put", entity: bea },
          { op: "fact.put", fact: home },
        ]),
      );
      await ann.openEpisode(
        newEpisode("asks", { userMessage: "Where does Bea live?", recordedAt: clock.now() }),
      );
      await ann.forget({ factId: "home" }, clock.advance(HOUR_MS));
      const reply = { assistantReply: "In Lyon.", state: "complete" as const, recalled: [], model: null };
      expect((await ann.completeEpisode("asks", reply)).assistantReply).toBe("In [forgotten].");
    },
  );

  declare("a turn that was running meanwhile forgets as well", async ({ ann, clock }) => {
    const { facts } = await tellStory(ann, "a");
    await ann.openEpisode(
      newEpisode("running", { userMessage: "Forget that I am a nurse", recordedAt: clock.now() }),
    );
    await ann.forget({ factId: facts.job }, clock.advance(HOUR_MS));
    const done = await ann.completeEpisode("running", {
      assistantReply: "I forgot that you are a nurse.",
      state: "complete",
      recalled: [{ n: 1, kind: "fact", id: facts.job, score: 1, episodeIds: [] }],
      model: null,
    });
    expect(done).toMatchObject({
      assistantReply: "I forgot that you are a [forgotten].",
      redacted: true,
    });
    expect(await seen(ann)).not.toContain("nurse");
  });
}

function tombstoneCases(declare: Case): void {
  const forgetJob = async ({ ann, clock }: Bench): Promise<{ selfId: string; at: string }> => {
    const { selfId, facts } = await tellStory(ann, "a");
    const at = clock.advance(DAY_MS);
    await ann.forget({ factId: facts.job }, at);
    return { selfId, at };
  };

  declare("a forgotten fact does not come back with old evidence, but with new", async (bench) => {
    const { ann } = bench;
    const { selfId, at } = await forgetJob(bench);
    const old = await say(ann, "old", "As said, I am a nurse", {
      occurredAt: plusMs(at, -1),
      recordedAt: at,
    });
    const now = await say(ann, "now", "I am a nurse again", { occurredAt: at, recordedAt: at });
    const job = (id: string, said: typeof old): ReturnType<typeof fact> =>
      fact(id, selfId, "IS_A", { value: "Nurse", text: "A nurse.", evidence: [quote(said, "a nurse")] });
    const blocked = await ann.apply(
      batch([
        { op: "fact.put", fact: job("f1", old) },
        { op: "fact.patch", id: "f1", set: { status: "verified" } },
        { op: "entity.put", entity: entity("tea", "tea") },
      ]),
    );
    expect(blocked).toMatchObject({ applied: true, blocked: ["f1"] });
    expect(blocked.changeIds).toHaveLength(1);
    expect(await ann.fact("f1")).toBeNull();
    expect((await ann.apply(batch([{ op: "fact.put", fact: job("f2", now) }]))).blocked).toEqual([]);
    expect((await ann.fact("f2"))?.value).toBe("Nurse");
    const more = await ann.apply(
      batch([{ op: "fact.evidence", id: "f2", evidence: [quote(old, "I am a nurse")] }]),
    );
    expect(more.blocked).toEqual(["f2"]);
    expect((await ann.fact("f2"))?.evidence.map((e) => e.episodeId)).toEqual(["now"]);
  });

  declare("a fact that the user enters afresh is not held", async (bench) => {
    const { selfId } = await forgetJob(bench);
    const edit = fact("f3", selfId, "WORKS_AS", { value: "nurse", evidence: [] });
    expect(
      (await bench.ann.apply(batch([{ op: "fact.put", fact: edit }], { actor: "user" }))).blocked,
    ).toEqual([]);
    expect((await bench.ann.fact("f3"))?.value).toBe("nurse");
  });

  declare("a forgotten entity holds back what refers to it", async ({ ann, clock }) => {
    const { ids, selfId } = await tellStory(ann, "a");
    const at = clock.advance(DAY_MS);
    await ann.forget({ entityId: ids.anna }, at);
    const said = await say(ann, "e9", "hello there", { occurredAt: START, recordedAt: at });
    const result = await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "ANNA") },
        { op: "mention.put", episodeId: "e9", entityId: "x", start: 0, end: 5 },
        {
          op: "fact.put",
          fact: fact("f9", selfId, "KNOWS", { objectId: "x", evidence: [quote(said, "hello")] }),
        },
        {
          op: "entity.put",
          entity: entity("y", "Bea", {
            aliases: [
              { alias: "Anna", kind: "name" },
              { alias: "B", kind: "nickname" },
            ],
          }),
        },
        { op: "entity.alias", id: "y", alias: { alias: "anna", kind: "misspelling" } },
      ]),
    );
    expect(result.blocked).toEqual(["x", "f9", "y"]);
    expect(await ann.entity("x")).toBeNull();
    expect(await ann.fact("f9")).toBeNull();
    expect((await ann.entity("y"))?.aliases).toEqual([{ alias: "B", kind: "nickname" }]);
    const fresh = entity("z", "Anna", { lastMentionedAt: plusMs(at, 1) });
    expect((await ann.apply(batch([{ op: "entity.put", entity: fresh }]))).blocked).toEqual([]);
    expect((await ann.entity("z"))?.name).toBe("Anna");
  });

  declare(
    "a forgotten message does not come back by import, unless it is dated later",
    async ({ ann, clock }) => {
      await say(ann, "e1", "The secret is 42!", { occurredAt: START });
      const at = clock.advance(DAY_MS);
      await ann.forget({ episodeId: "e1" }, at);
      const again = (id: string, more: object): ReturnType<UserStore["openEpisode"]> =>
        ann.openEpisode(
          newEpisode(id, { userMessage: "the secret is 42", source: "import", state: "complete", ...more }),
        );
      const later = plusMs(at, DAY_MS);
      expect(await again("i1", { occurredAt: START, recordedAt: later })).toEqual({ outcome: "forgotten" });
      expect(await again("i2", { occurredAt: later, recordedAt: later })).toEqual({ outcome: "forgotten" });
      expect((await again("i3", { occurredAt: plusMs(at, 1), recordedAt: later })).outcome).toBe("opened");
      expect((await again("i4", { source: "chat", occurredAt: START, recordedAt: START })).outcome).toBe(
        "opened",
      );
      expect((await ann.stats()).episodes).toBe(2);
      expect(await ann.conversation("none")).toBeNull();
    },
  );

  declare("an old import passes without the forgotten words; a chat turn as it is said", async (bench) => {
    const { ann, clock } = bench;
    const { at } = await forgetJob(bench);
    const text = "As a NURSE I know that. I work as a nurse.";
    const imported = await say(ann, "i1", text, {
      source: "import",
      state: "complete",
      assistantReply: "A nurse!",
      recordedAt: at,
    });
    expect(imported).toMatchObject({
      userMessage: "As a [forgotten] I know that. [forgotten].",
      assistantReply: "A [forgotten]!",
      redacted: true,
    });
    const newer = clock.advance(HOUR_MS);
    expect(
      (await say(ann, "i2", text, { source: "import", state: "complete", occurredAt: newer })).userMessage,
    ).toBe(text);
    expect((await say(ann, "i3", text, { occurredAt: START, recordedAt: newer })).userMessage).toBe(text);
    expect(await ann.redactForgotten("a nurse", START)).toEqual({ text: "a [forgotten]", redacted: true });
    expect(await ann.redactForgotten("a nurse", at)).toEqual({ text: "a nurse", redacted: false });
    expect(await ann.redactForgotten("a nursery", START)).toEqual({ text: "a nursery", redacted: false });
  });

  declare("an object is redacted in old texts only where its subject is named", async ({ ann, clock }) => {
    const { facts, ids } = await tellStory(ann, "a");
    await ann.forget({ factId: facts.city }, clock.advance(DAY_MS));
    const redacted = async (text: string): Promise<string> => (await ann.redactForgotten(text, START)).text;
    expect(await redacted("Lisbon is a city")).toBe("Lisbon is a city");
    expect(await redacted("Anna moved to Lisbon")).toBe("Anna moved to [forgotten]");
    await ann.forget({ entityId: ids.anna }, clock.advance(DAY_MS));
    expect(await redacted("Anna moved")).toBe("[forgotten] moved");
  });

  declare("neither a rejection nor a summary brings the words back", async (bench) => {
    const { ann } = bench;
    await forgetJob(bench);
    await ann.apply(
      batch([
        {
          op: "rejection.put",
          rejection: rejection("r9", {
            reason: "forgotten",
            proposal: { object: "nurse" },
            detail: "nurse",
            reasoning: "a nurse",
          }),
        },
        { op: "episode.patch", id: "a-work", set: { summary: "The user is a nurse" } },
      ]),
    );
    expect((await ann.rejectionPage({ limit: 9, reason: "forgotten" })).items).toHaveLength(1);
    expect(await seen(ann)).not.toContain("nurse");
  });

  declare("another user is not bound by it", async (bench) => {
    await forgetJob(bench);
    expect(await bench.bob.redactForgotten("I work as a nurse", NEVER)).toEqual({
      text: "I work as a nurse",
      redacted: false,
    });
  });
}
