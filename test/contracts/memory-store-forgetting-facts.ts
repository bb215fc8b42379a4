import { expect } from "vitest";
import type { RecalledRef } from "../../src/domain/model/episode.ts";
import { HOUR_MS } from "../../src/domain/model/time.ts";
import { showRecalled } from "../../src/services/retrieval/memory-items.ts";
import type { Case } from "./memory-store.ts";
import {
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
  finds,
  NEVER,
} from "./memory-store-story.ts";

export function factCases(declare: Case): void {
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

  declare(
    "a how-to stays when the only fact about it goes, and is forgotten by itself",
    async ({ ann, clock }) => {
      const steps = JSON.stringify(["Rinse the filter"]);
      const put = ["procedure", "thing"].map((type) => {
        return {
          op: "entity.put",
          entity: entity(type, `The ${type}`, { type, properties: { steps } }),
        } as const;
      });
      const facts = ["procedure", "thing"].map((id) => {
        return { op: "fact.put", fact: fact(`of ${id}`, id, "COSTS", { value: `${id} money` }) } as const;
      });
      await ann.apply(batch([...put, ...facts]));
      await ann.recordFeedback([{ targetId: "procedure", helpful: true, at: NEVER, basis: "rated" }]);
      for (const id of ["procedure", "thing"])
        await ann.forget({ factId: `of ${id}` }, clock.advance(HOUR_MS));
      expect(await ann.entity("thing")).toBeNull();
      expect(must(await ann.entity("procedure")).properties).toEqual({ steps });
      expect(await finds(ann, "rinse")).toEqual(["procedure"]);
      await ann.forget({ entityId: "procedure" }, clock.advance(HOUR_MS));
      expect(await finds(ann, "rinse")).toEqual([]);
      expect(await ann.feedbackOn(["procedure"])).toEqual([]);
      expect(await seen(ann)).not.toContain("Rinse");
    },
  );

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
          { op: "episode.patch", id: ids.work, set: { summary: "Looks after patients, by night" } },
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
        userMessage: "[forgotten]",
        assistantReply: "A hard job.",
        summary: null,
        redacted: true,
      });
      expect(await seen(ann)).not.toContain("nurse");
      for (const words of ["nurse", "patients"]) expect(await finds(ann, words)).toEqual([]);
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
    "a reply loses the names, numbers and long words that its turn lost, and no others",
    async ({ ann, clock }) => {
      const self = await ann.self();
      const told = await say(ann, "e1", "My rent is 1,450 for the garret. I like the garret", {
        reply: "A garret for 1450 is cheap. Was that Mrs Thornbury's rent?",
      });
      const evidence = [quote(told, "My rent is 1,450 for the garret")];
      await ann.apply(
        batch([{ op: "fact.put", fact: fact("rent", self.id, "COSTS", { value: "much", evidence }) }]),
      );
      await ann.forget({ factId: "rent" }, clock.advance(HOUR_MS));
      expect(await ann.episode("e1")).toMatchObject({
        userMessage: "[forgotten]. I like the garret",
        assistantReply: "A garret for [forgotten] is cheap. Was that Mrs Thornbury's rent?",
      });
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
