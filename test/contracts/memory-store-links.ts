import { expect } from "vitest";
import type { Link } from "../../src/domain/model/link.ts";
import { plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import type { Case } from "./memory-store.ts";
import { batch, entity, fact, quote, say, START } from "./memory-store-story.ts";

const link = (id: string, from: string, to: string, more: Partial<Link> = {}): Link => ({
  id,
  type: "led_to",
  fromKind: "episode",
  fromId: from,
  toKind: "entity",
  toId: to,
  weight: 0.8,
  derived: false,
  persistent: true,
  createdAt: START,
  expiresAt: null,
  ...more,
});

/** Two turns in two conversations, an entity and a fact. */
async function story(user: UserStore): Promise<void> {
  const said = await say(user, "t1", "Mira eats porridge.", { conversationId: "c1" });
  await say(user, "t2", "It rains.", { conversationId: "c2" });
  const evidence = [quote(said, "Mira eats porridge")];
  await user.apply(
    batch([
      { op: "entity.put", entity: entity("mira", "Mira") },
      { op: "mention.put", episodeId: "t1", entityId: "mira", start: 0, end: 4 },
      { op: "fact.put", fact: fact("ate", "mira", "EATS", { value: "porridge", evidence }) },
    ]),
  );
}

export function linkCases(declare: Case): void {
  declare("what faded goes without a tombstone, and other texts keep its words", async ({ ann, clock }) => {
    const words = "Search: three trains to Porto on Friday";
    const result = { contextType: "search_result", conversationId: "c1", extract: false } as const;
    await say(ann, "t1", words, { ...result, source: "api", state: "complete" });
    await say(ann, "t2", words, { conversationId: "c2", reply: words });
    await ann.putLinks([link("a", "t2", "t1", { toKind: "episode" })]);
    const ofType = async (contextType: "search_result" | "tool_output"): Promise<string[]> => {
      const recorded = { from: START, to: plusMs(START, 1) };
      return (await ann.episodesOfType({ contextType, recorded, limit: 5 })).map(({ id }) => id);
    };
    expect([await ofType("search_result"), await ofType("tool_output")]).toEqual([["t1"], []]);
    expect(await ann.forget({ fadedIds: ["t1", "nothing"] }, clock.advance(1000))).toMatchObject({
      episodes: 1,
      conversations: 1,
      redactions: 0,
    });
    expect(await ofType("search_result")).toEqual([]);
    expect(await ann.episode("t2")).toMatchObject({ userMessage: words, assistantReply: words });
    expect(await ann.linkPage({ limit: 5 })).toMatchObject({ items: [] });
    expect(await ann.redactForgotten(words, START)).toEqual({ text: words, redacted: false });
    await say(ann, "t3", words, { ...result, source: "api", state: "complete" });
    expect(await ofType("search_result")).toEqual(["t3"]);
  });

  const idsOf = async (user: UserStore, endIds?: string[]): Promise<string[]> =>
    (await user.linkPage({ endIds, limit: 50 })).items.map(({ id }) => id);

  declare(
    "links are found by either end and by type, newest first, by their own user",
    async ({ ann, bob }) => {
      await story(ann);
      const later = plusMs(START, 1);
      const all = [
        link("a", "t1", "mira"),
        link("b", "t2", "mira", { type: "relates_to", createdAt: later, derived: true }),
        link("c", "t2", "t1", { toKind: "episode", createdAt: later, persistent: false }),
      ];
      await ann.putLinks(all);
      expect(await idsOf(ann)).toEqual(["c", "b", "a"]);
      expect(await idsOf(ann, ["mira"])).toEqual(["b", "a"]);
      expect(await idsOf(ann, ["t1"])).toEqual(["c", "a"]);
      expect((await ann.linkPage({ endIds: ["mira", "t2"], type: "relates_to", limit: 5 })).items).toEqual([
        all[1],
      ]);
      const first = await ann.linkPage({ limit: 2 });
      const rest = await ann.linkPage({ limit: 2, cursor: first.nextCursor ?? "" });
      expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(["c", "b", "a"]);
      expect(rest.nextCursor).toBeNull();
      await ann.putLinks([link("a", "t1", "mira", { weight: 0.1 })]);
      expect((await ann.linkPage({ endIds: ["mira"], type: "led_to", limit: 5 })).items).toMatchObject([
        { weight: 0.1 },
      ]);
      expect(await idsOf(bob)).toEqual([]);
      expect(await bob.deleteLinks(["a"])).toBe(0);
      expect(await ann.deleteLinks(["a", "nothing"])).toBe(1);
      expect(await idsOf(ann)).toEqual(["c", "b"]);
    },
  );

  declare("an expired link is not listed, and is dropped", async ({ ann, clock }) => {
    await story(ann);
    await ann.putLinks([
      link("a", "t1", "mira", { expiresAt: plusMs(START, 10) }),
      link("b", "t1", "mira", { expiresAt: plusMs(START, 99) }),
    ]);
    expect(await idsOf(ann)).toEqual(["b", "a"]);
    const now = clock.advance(10);
    expect(await idsOf(ann)).toEqual(["b"]);
    expect(await ann.dropExpiredLinks(now)).toBe(1);
    expect(await ann.dropExpiredLinks(now)).toBe(0);
  });

  declare("a link is forgotten with either end", async ({ ann }) => {
    await story(ann);
    const toFact = { toKind: "fact", toId: "ate" } as const;
    const ofConversation = { fromKind: "conversation", fromId: "c2" } as const;
    await ann.putLinks([
      link("a", "t1", "mira"),
      link("b", "t2", "ate", toFact),
      link("c", "t2", "mira"),
      link("d", "c2", "c2", { ...ofConversation, toKind: "conversation" }),
    ]);
    await ann.forget({ factId: "ate" }, START);
    expect((await idsOf(ann)).sort()).not.toContain("b");
    await ann.forget({ entityId: "mira" }, START);
    expect(await idsOf(ann)).toEqual(["d"]);
    await ann.forget({ conversationId: "c2" }, START);
    expect(await idsOf(ann)).toEqual([]);
  });
}
