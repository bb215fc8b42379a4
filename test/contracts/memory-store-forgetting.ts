import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { expect } from "vitest";
import { DAY_MS, HOUR_MS, plusMs } from "../../src/domain/model/time.ts";
import { type ForgetTarget, noneForgotten } from "../../src/domain/model/tombstone.ts";
import type { Case } from "./memory-store.ts";
import {
  START,
  batch,
  dump,
  entity,
  fact,
  newEpisode,
  quote,
  rejection,
  say,
  tellStory,
  seen,
  finds,
  NEVER,
} from "./memory-store-story.ts";
import { factCases } from "./memory-store-forgetting-facts.ts";
import { traceCases, tombstoneCases } from "./memory-store-tombstones.ts";

/** The six ways to forget, what they leave, and what they keep out afterwards. */
export function forgettingContract(declare: Case): void {
  factCases(declare);
  entityCases(declare);
  wholeCases(declare);
  traceCases(declare);
  tombstoneCases(declare);
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

  declare(
    "a forgotten name leaves texts without spaces, wherever it stands in them, and stays out",
    async ({ ann, clock }) => {
      const names = ["王小红", "さくら", "ณัฐวุฒิ"];
      const texts = ["昨天王小红住在上海。", "妹のさくらは大阪にいます", "วันนี้ณัฐวุฒิไปเชียงใหม่"];
      const rest = ["昨天[forgotten]住在上海。", "妹の[forgotten]は大阪にいます", "วันนี้[forgotten]ไปเชียงใหม่"];
      for (const [i, name] of names.entries()) {
        await say(ann, `e${i}`, texts[i] ?? "");
        await ann.apply(batch([{ op: "entity.put", entity: entity(`n${i}`, name, { type: "person" }) }]));
        await ann.forget({ entityId: `n${i}` }, clock.advance(HOUR_MS));
        expect((await ann.episode(`e${i}`))?.userMessage).toBe(rest[i]);
        const again = await say(ann, `again${i}`, texts[i] ?? "", { occurredAt: START });
        expect(again.userMessage).toBe(rest[i]);
      }
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

  declare("branches lose the words of a forgotten turn that they share, and stay", async ({ ann, clock }) => {
    await say(ann, "e1", "My locker is behind Brandenburger Tor.", { conversationId: "a" });
    await say(ann, "e2", "Hello.", { conversationId: "a" });
    const branch = (id: string, branchOf: string, reply: string) =>
      say(ann, `in-${id}`, "Where is it?", {
        conversationId: id,
        conversation: { branchOf, branchAt: 1, title: "Where is it?" },
        reply,
      });
    await branch("b", "a", "It is behind Brandenburger Tor.");
    await branch("c", "b", "As I said: Brandenburger Tor.");
    await ann.patchConversation("c", { historySummary: "The locker is behind Brandenburger Tor." });
    await ann.forget({ episodeId: "e1" }, clock.now());
    for (const id of ["in-b", "in-c"])
      expect((await ann.episode(id))?.assistantReply).not.toMatch(/Brandenburger/);
    expect(await ann.conversation("c")).toMatchObject({ historySummary: null, title: "Where is it?" });
    await ann.forget({ conversationId: "a" }, clock.now());
    expect(await ann.conversation("a")).toBeNull();
    expect(await ann.conversation("b")).toMatchObject({ branchOf: "a", branchAt: 1, episodeCount: 1 });
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
      ...DEFAULT_SETTINGS,
      timeZone: "Europe/Berlin",
      language: "de",
      recallRecipe: "rrf",
    });
    await ann.recordFeedback([{ targetId: ids.work, helpful: true, at: START, basis: "rated" }]);
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
