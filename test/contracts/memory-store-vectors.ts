import { expect } from "vitest";
import { CURRENT_STATUSES } from "../../src/domain/model/status.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { Embeddable, Embedded, UserStore, VectorQuery } from "../../src/ports/memory-store.ts";
import type { Case } from "./memory-store.ts";
import { batch, entity, fact, must, newEpisode, say, tellStory } from "./memory-store-story.ts";

const DIMENSIONS = 16;

/** A unit vector that leans towards `axis`, so that neighbours and their order are known. */
function towards(axis: number, lean = 1): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.1);
  vector[axis] = lean;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Everything that waits gets the vector that `vectorOf` gives it, batch by batch, until nothing waits. */
async function embedAll(
  user: UserStore,
  vectorOf: (item: Embeddable) => Float32Array | null = () => towards(0),
  tag = "a/16",
): Promise<Embeddable[]> {
  const done: Embeddable[] = [];
  for (;;) {
    const waiting = await user.unembedded(tag, 3);
    if (waiting.length === 0) return done;
    await user.putVectors(
      tag,
      waiting.map((item) => ({ ...item, vector: vectorOf(item) })),
    );
    done.push(...waiting);
    if (done.length > 100) throw new Error("The waiting list does not end");
  }
}

const query = (more: Partial<VectorQuery> = {}): VectorQuery => ({
  tag: "a/16",
  vector: towards(3),
  kinds: ["fact", "entity", "episode"],
  limit: 10,
  statuses: CURRENT_STATUSES,
  ...more,
});

const ids = (hits: { id: string }[] | null): string[] => must(hits).map((hit) => hit.id);

/** Vectors are derived: made from what stands there, gone with it, never of another tag or user. */
export function vectorContract(declare: Case): void {
  declare("every memory waits once, with the words its vector is made from", async ({ ann }) => {
    await tellStory(ann, "a");
    const all = await embedAll(ann);
    const texts = Object.fromEntries(all.map(({ id, text }) => [id, text]));
    expect(texts["a-sister"]).toBe("My sister Anna lives in Lisbon. It rains today.");
    expect(texts["a-fact-city"]).toBe("Anna lives in Lisbon.");
    expect(texts["a-anna"]).toBe("Anna (person)");
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(await ann.unembedded("a/16", 3)).toEqual([]);
  });

  declare("nothing is near until everything has its vector", async ({ ann, store }) => {
    await tellStory(ann, "a");
    expect(await ann.nearest(query())).toBeNull();
    const [first] = await ann.unembedded("a/16", 1);
    await ann.putVectors("a/16", [{ ...must(first), vector: towards(3) }]);
    expect(await ann.nearest(query())).toBeNull();
    expect((await store.system.pendingEmbedding("a/16")).map(({ userId }) => userId)).toContain("ann");
    await embedAll(ann);
    expect(await ann.nearest(query())).not.toBeNull();
    expect(await store.system.pendingEmbedding("a/16")).toEqual([]);
  });

  declare("the nearest come first, per kind, with their cosine", async ({ ann }) => {
    await tellStory(ann, "a");
    const lean: Record<string, number> = { "a-fact-city": 2, "a-fact-job": 0.5, "a-work": 1 };
    await embedAll(ann, ({ id }) => towards(id in lean ? 3 : 7, lean[id] ?? 1));
    const facts = must(await ann.nearest(query({ kinds: ["fact"] })));
    expect(ids(facts)).toEqual(["a-fact-city", "a-fact-job", "a-fact-sister"]);
    expect(facts[0]?.score).toBeGreaterThan(0.9);
    expect(facts[2]?.score).toBeLessThan(0.5);
    expect(ids(await ann.nearest(query({ kinds: ["episode"], limit: 1 })))).toEqual(["a-work"]);
    const exact = must(await ann.nearest(query({ kinds: ["episode"], vector: towards(3), limit: 1 })));
    expect(exact[0]?.score).toBeCloseTo(1, 5);
  });

  declare("a memory's own vector is given back, by its tag", async ({ ann, store }) => {
    await tellStory(ann, "a");
    await embedAll(ann, ({ id }) => (id === "a-fact-job" ? null : towards(id === "a-anna" ? 5 : 7)));
    const asked = (["a-fact-city", "a-fact-job", "nothing"] as const).map((id) => ({
      kind: "fact" as const,
      id,
    }));
    const found = await ann.vectorsOf("a/16", [...asked, { kind: "entity", id: "a-anna" }]);
    const byId = new Map(found.map((one) => [`${one.kind}:${one.id}`, one.vector]));
    expect([...byId.keys()].toSorted()).toEqual(["entity:a-anna", "fact:a-fact-city"]);
    expect([...must(byId.get("entity:a-anna"))]).toEqual([...towards(5)].map((x) => expect.closeTo(x, 5)));
    expect(await ann.vectorsOf("b/16", asked)).toEqual([]);
    expect(await store.forUser("bob").vectorsOf("a/16", asked)).toEqual([]);
  });

  declare("status, conversation and excluded turns hold for vectors as well", async ({ ann }) => {
    await tellStory(ann, "a");
    await say(ann, "elsewhere", "Something else.", { conversationId: "c2" });
    await embedAll(ann);
    await ann.apply(batch([{ op: "fact.patch", id: "a-fact-job", set: { status: "superseded" } }]));
    expect(ids(await ann.nearest(query({ kinds: ["fact"] })))).not.toContain("a-fact-job");
    expect(ids(await ann.nearest(query({ kinds: ["fact"], statuses: ["superseded"] })))).toEqual([
      "a-fact-job",
    ]);
    const turns = query({ kinds: ["episode"] });
    expect(ids(await ann.nearest({ ...turns, conversationIds: ["c2"] }))).toEqual(["elsewhere"]);
    expect(ids(await ann.nearest({ ...turns, notEpisodeIds: ["a-sister"] }))).not.toContain("a-sister");
    expect(await ann.nearest({ ...turns, occurred: { to: "2000-01-01T00:00:00.000Z" } })).toEqual([]);
  });

  declare(
    "changed words lose their vector and wait again; a late vector of old words is dropped",
    async ({ ann }) => {
      await tellStory(ann, "a");
      await embedAll(ann);
      await ann.apply(
        batch([{ op: "fact.patch", id: "a-fact-job", set: { text: "The user is a midwife." } }]),
      );
      expect(ids(await ann.nearest(query({ kinds: ["fact"] })))).not.toContain("a-fact-job");
      const old = { kind: "fact" as const, id: "a-fact-job", text: "The user works as a nurse." };
      expect(await ann.putVectors("a/16", [{ ...old, vector: towards(3) }])).toBe(0);
      expect(await embedAll(ann)).toEqual([{ ...old, text: "The user is a midwife." }]);
      expect(ids(await ann.nearest(query({ kinds: ["fact"] })))).toContain("a-fact-job");
    },
  );

  declare(
    "vectors that come with a batch are stored with it, those of other words wait for their own",
    async ({ ann }) => {
      await tellStory(ann, "a");
      await embedAll(ann);
      const sail = fact("sail", "a-anna", "LIKES", { text: "Anna likes sailing.", value: "sailing" });
      const boat = entity("boat", "Gull", {
        type: "boat",
        aliases: [
          { alias: "Gull", kind: "name" },
          { alias: "the Old Lady", kind: "name" },
          { alias: "Agatha", kind: "name" },
        ],
      });
      const mutations: Mutation[] = [
        { op: "fact.put", fact: sail },
        { op: "entity.put", entity: boat },
        { op: "entity.put", entity: entity("oar", "Oar") },
        { op: "episode.patch", id: "a-sister", set: { summary: "A sister in Lisbon." } },
      ];
      const work = must(await ann.episode("a-work")).userMessage;
      const items: Embedded[] = [
        { kind: "fact", id: "sail", text: sail.text, vector: towards(3) },
        { kind: "entity", id: "boat", text: "Gull, the Old Lady, Agatha (boat)", vector: towards(3) },
        { kind: "entity", id: "oar", text: "other words", vector: towards(3) },
        {
          kind: "episode",
          id: "a-sister",
          text: "My sister Anna lives in Lisbon. It rains today.",
          vector: towards(3),
        },
        { kind: "episode", id: "a-work", text: work, vector: towards(3) },
      ];
      const once = batch(mutations, { once: "read" });
      expect((await ann.apply(once, { tag: "a/16", items })).applied).toBe(true);
      expect((await ann.unembedded("a/16", 10)).map(({ id }) => id)).toEqual(["oar"]);
      expect(ids(await ann.nearest(query({ kinds: ["fact"], limit: 1 })))).toEqual(["sail"]);
      expect(ids(await ann.nearest(query({ kinds: ["entity"], limit: 1 })))).toEqual(["boat"]);
      const turns = must(await ann.nearest(query({ kinds: ["episode"], limit: 2 })));
      expect(ids(turns).sort()).toEqual(["a-sister", "a-work"]);
      for (const { score } of turns) expect(score).toBeCloseTo(1, 5);
      const again = items.map((item) => ({ ...item, vector: towards(9) }));
      expect((await ann.apply(once, { tag: "a/16", items: again })).applied).toBe(false);
      expect(must(await ann.nearest(query({ kinds: ["fact"], limit: 1 })))[0]?.score).toBeCloseTo(1, 5);
    },
  );

  declare("vectors of a tag that nobody asked for yet are not stored with a batch", async ({ ann }) => {
    await tellStory(ann, "a");
    const oar = entity("oar", "Oar");
    const items: Embedded[] = [{ kind: "entity", id: "oar", text: "Oar (thing)", vector: towards(3) }];
    await ann.apply(batch([{ op: "entity.put", entity: oar }]), { tag: "b/16", items });
    expect((await embedAll(ann, () => towards(0), "b/16")).map(({ id }) => id)).toContain("oar");
  });

  declare(
    "what is forgotten has no vector, and what is off the record never gets one",
    async ({ ann, clock }) => {
      await tellStory(ann, "a");
      await say(ann, "secret", "Nobody may know.", { memory: "off", conversationId: "c3" });
      expect((await embedAll(ann)).map(({ id }) => id)).not.toContain("secret");
      await ann.forget({ factId: "a-fact-job" }, clock.advance(1000));
      expect(ids(await ann.nearest(query()))).not.toContain("a-fact-job");
      expect((await embedAll(ann)).every(({ text }) => !text.includes("nurse"))).toBe(true);
      await ann.forget({ everything: true }, clock.advance(1000));
      expect(await ann.unembedded("a/16", 10)).toEqual([]);
      expect(await ann.nearest(query())).toEqual([]);
    },
  );

  declare(
    "another tag makes everything wait again; the old vectors answer until it is through",
    async ({ ann }) => {
      await tellStory(ann, "a");
      const before = (await embedAll(ann)).length;
      const found = must(await ann.nearest(query()));
      expect(await ann.servingTag()).toBeNull();
      expect((await ann.unembedded("b/16", 100)).length).toBe(before);
      expect(await ann.servingTag()).toBe("a/16");
      expect(await ann.nearest(query())).toEqual(found);
      expect(await ann.nearest(query({ tag: "b/16" }))).toBeNull();
      expect(await ann.putVectors("a/16", [])).toBe(0);
      const some = await ann.unembedded("b/16", 3);
      await ann.putVectors(
        "b/16",
        some.map((item) => ({ ...item, vector: towards(1) })),
      );
      expect(await ann.nearest(query()), "half-way").toEqual(found);
      await ann.apply(
        batch([{ op: "fact.patch", id: "a-fact-job", set: { text: "The user is a midwife." } }]),
      );
      expect(ids(await ann.nearest(query())), "of other words by now").not.toContain("a-fact-job");
      await embedAll(ann, () => towards(1), "b/16");
      expect(must(await ann.nearest(query({ tag: "b/16" }))).length).toBe(before);
      expect(await ann.servingTag()).toBeNull();
      expect(await ann.nearest(query())).toBeNull();
    },
  );

  declare(
    "a tag that was given up half-way never answered; the one before goes on",
    async ({ ann, clock }) => {
      await tellStory(ann, "a");
      await embedAll(ann);
      const [first] = await ann.unembedded("b/16", 1);
      await ann.putVectors("b/16", [{ ...must(first), vector: towards(1) }]);
      await ann.unembedded("c/16", 1);
      expect(await ann.servingTag()).toBe("a/16");
      expect(await ann.nearest(query({ tag: "b/16" }))).toBeNull();
      expect(await ann.nearest(query())).not.toBeNull();
      await ann.forget({ factId: "a-fact-job" }, clock.advance(1000));
      expect(ids(await ann.nearest(query()))).not.toContain("a-fact-job");
      await embedAll(ann, () => towards(2), "a/16");
      expect(await ann.servingTag()).toBeNull();
      expect(must(await ann.nearest(query({ vector: towards(2) })))[0]?.score).toBeCloseTo(1, 5);
    },
  );

  declare("what cannot have a vector waits no longer, until its words change", async ({ ann }) => {
    await say(ann, "odd", "???", {});
    await embedAll(ann, () => null);
    expect(await ann.nearest(query())).toEqual([]);
    expect(await ann.unembedded("a/16", 10)).toEqual([]);
  });

  declare("vectors of one user are never near another's question", async ({ ann, bob }) => {
    await tellStory(ann, "a");
    await tellStory(bob, "b");
    await embedAll(ann, () => towards(3));
    await embedAll(bob, () => towards(5));
    expect(ids(await bob.nearest(query())).every((id) => !id.startsWith("a-"))).toBe(true);
    expect(ids(await ann.nearest(query())).some((id) => id.startsWith("a-"))).toBe(true);
  });

  declare("more memories than are compared at full length: the nearest is among them", async ({ ann }) => {
    for (let i = 0; i < 450; i++) {
      await ann.openEpisode(
        newEpisode(`e${i}`, { state: "complete", createConversation: i === 0, extract: false }),
      );
    }
    for (let waiting = await ann.unembedded("a/16", 500); waiting.length > 0;) {
      await ann.putVectors(
        "a/16",
        waiting.map((item) => ({ ...item, vector: item.id === "e77" ? towards(3) : towards(9, -1) })),
      );
      waiting = await ann.unembedded("a/16", 500);
    }
    expect(ids(await ann.nearest(query({ kinds: ["episode"], limit: 1 })))).toEqual(["e77"]);
    const without = query({ kinds: ["episode"], limit: 3, notEpisodeIds: ["e77"] });
    expect(ids(await ann.nearest(without))).not.toContain("e77");
  });
}
