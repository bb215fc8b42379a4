import { expect } from "vitest";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { showRecalled } from "../../src/services/retrieval/memory-items.ts";
import type { Bench, Case } from "./memory-store.ts";
import {
  START,
  batch,
  entity,
  fact,
  must,
  newEpisode,
  quote,
  rejection,
  say,
  tellStory,
  seen,
  NEVER,
} from "./memory-store-story.ts";

export function traceCases(declare: Case): void {
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

export function tombstoneCases(declare: Case): void {
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

  declare("what was read before a forgetting is not written after it", async ({ ann, bob, clock }) => {
    await say(ann, "e1", "My boat is called Xanthippe.");
    await say(ann, "e2", "I painted it.");
    const summary = (forgettings: number) =>
      ann.apply(
        batch([{ op: "episode.patch", id: "e2", set: { summary: "The user painted Xanthippe." } }], {
          once: "e2",
          forgettings,
        }),
      );
    const [before, ofBob] = [await ann.forgettings(), await bob.forgettings()];
    await ann.forget({ episodeId: "e1" }, clock.now());
    expect(await summary(before)).toEqual({ applied: false, changeIds: [], blocked: [] });
    expect(await seen(ann)).not.toContain("xanthippe");
    expect(await bob.forgettings()).toBe(ofBob);
    expect((await summary(await ann.forgettings())).applied).toBe(true);
  });

  declare("another user is not bound by it", async (bench) => {
    await forgetJob(bench);
    expect(await bench.bob.redactForgotten("I work as a nurse", NEVER)).toEqual({
      text: "I work as a nurse",
      redacted: false,
    });
  });
}
