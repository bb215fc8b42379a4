import { expect } from "vitest";
import type { Community } from "../../src/domain/model/community.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { CURRENT_STATUSES } from "../../src/domain/model/status.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, must, quote, say, START, tellStory, walk } from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

export function community(id: string, members: string[], more: Partial<Community> = {}): Community {
  return {
    id,
    name: `Topic ${id}`,
    summary: "",
    members,
    factIds: [],
    writtenBy: "code",
    asked: false,
    createdAt: START,
    updatedAt: START,
    ...more,
  };
}

const put = (one: Community): Mutation => ({ op: "community.put", community: one });
const all = (user: UserStore): Promise<Community[]> => walk((request) => user.communityPage(request));

/** Topics: kept, found, changed, undone and forgotten like everything else. */
export function communityContract(declare: Case): void {
  declare("topics are kept with their members in order, and replaced in one batch", async ({ ann, bob }) => {
    const { ids } = await tellStory(ann, "a");
    const first = community("t1", [ids.lisbon, ids.anna], { summary: "Anna lives in Lisbon." });
    const second = community("t2", [ids.anna], { writtenBy: "model", asked: true, factIds: ["x", "y"] });
    await ann.apply(batch([put(first), put(second)], { runId: "run" }));
    expect(await ann.community("t1")).toEqual(first);
    expect(await ann.communitiesById(["t2", "nothing", "t1", "t2"])).toEqual([second, first]);
    expect(await all(ann)).toEqual([second, first]);
    expect(await ann.communitiesOf([ids.lisbon])).toEqual([first]);
    expect(await ann.communitiesOf([ids.anna, ids.lisbon])).toEqual([first, second]);
    expect(await all(bob)).toEqual([]);
    expect(await bob.community("t1")).toBeNull();
    const third = community("t3", [ids.anna, ids.lisbon]);
    await ann.apply(
      batch([{ op: "community.delete", id: "t2" }, put({ ...first, members: [ids.anna] }), put(third)]),
    );
    expect((await all(ann)).map(({ id, members }) => [id, members])).toEqual([
      ["t3", [ids.anna, ids.lisbon]],
      ["t1", [ids.anna]],
    ]);
    const changes = await walk((request) => ann.changePage(request), 50);
    expect(changes.filter(({ kind }) => kind === "community")).toHaveLength(5);
  });

  declare("the same topic again is no change", async ({ ann }) => {
    const { ids } = await tellStory(ann, "a");
    await ann.apply(batch([put(community("t1", [ids.anna]))]));
    const { changeIds } = await ann.apply(batch([put(community("t1", [ids.anna]))]));
    expect(changeIds).toEqual([]);
  });

  declare("a run is undone exactly, and a single change as well", async ({ ann }) => {
    const { ids } = await tellStory(ann, "a");
    const old = [community("t1", [ids.anna, ids.lisbon]), community("t2", [ids.lisbon])];
    await ann.apply(batch(old.map(put)));
    const before = await all(ann);
    const steps = [
      put({ ...must(old[0]), name: "Other", members: [ids.lisbon] }),
      put(community("t3", [ids.anna])),
    ];
    await ann.apply(batch([...steps, { op: "community.delete", id: "t2" }], { runId: "run" }));
    expect(await ann.undoRun("run", { limit: 50 })).toMatchObject({ skipped: [], next: null });
    expect(await all(ann)).toEqual(before);
    const { changeIds } = await ann.apply(batch([{ op: "community.delete", id: "t1" }]));
    await ann.undo(must(changeIds[0]));
    expect(await all(ann)).toEqual(before);
  });

  declare(
    "topics are found by their words and by their vector, with no status to ask for",
    async ({ ann, bob }) => {
      const { ids } = await tellStory(ann, "a");
      const one = community("t1", [ids.anna], { name: "Sailing friends", summary: "They sail in summer." });
      await ann.apply(batch([put(one), put(community("t2", [ids.lisbon], { name: "Cooking" }))]));
      const asked = { terms: ["sail"], kinds: ["community" as const], limit: 5, statuses: [] };
      expect((await ann.search(asked)).map(({ kind, id }) => [kind, id])).toEqual([["community", "t1"]]);
      expect(await bob.search(asked)).toEqual([]);
      const waiting = (await ann.unembedded("a/2", 50)).filter(({ kind }) => kind === "community");
      expect(waiting.map(({ id, text }) => [id, text]).sort()).toEqual([
        ["t1", "Sailing friends: They sail in summer."],
        ["t2", "Cooking: "],
      ]);
      const rest = await ann.unembedded("a/2", 50);
      const vectorOf = (id: string): Float32Array => Float32Array.from(id === "t1" ? [1, 0] : [0.6, 0.8]);
      await ann.putVectors(
        "a/2",
        rest.map((item) => ({ ...item, vector: vectorOf(item.id) })),
      );
      expect(await ann.unembedded("a/2", 50)).toEqual([]);
      const near = {
        tag: "a/2",
        vector: Float32Array.from([1, 0]),
        kinds: ["community" as const],
        limit: 5,
        statuses: [],
      };
      expect(must(await ann.nearest(near)).map(({ id }) => id)).toEqual(["t1", "t2"]);
      await ann.apply(batch([put({ ...one, members: [ids.lisbon], updatedAt: "2026-03-02T00:00:00.000Z" })]));
      expect(await ann.unembedded("a/2", 50), "the same words keep their vector").toEqual([]);
      await ann.apply(batch([put({ ...one, summary: "They sailed." })]));
      expect((await ann.unembedded("a/2", 50)).map(({ id }) => id)).toEqual(["t1"]);
      expect((await ann.search({ ...asked, terms: ["summer"] })).length).toBe(0);
    },
  );

  declare(
    "forgetting takes a topic that tells of it, and what the log says of the topic",
    async ({ ann, clock }) => {
      const { ids, facts } = await tellStory(ann, "a");
      const named = community("t1", [ids.anna, ids.lisbon], { name: "Anna, Lisbon" });
      const resting = community("t2", [ids.lisbon], { name: "A city", factIds: [facts.city] });
      const other = community("t3", [ids.lisbon], { name: "Elsewhere" });
      await ann.apply(batch([named, resting, other].map(put)));
      await ann.apply(batch([put({ ...other, summary: "Anna is mentioned." })]));
      await ann.apply(batch([put({ ...other, summary: "Nobody is." })]));
      await ann.forget({ factId: facts.city }, clock.advance(1000));
      expect((await all(ann)).map(({ id }) => id)).not.toContain("t2");
      await ann.forget({ entityId: ids.anna }, clock.advance(1000));
      expect((await all(ann)).map(({ id }) => id)).toEqual([]);
      const log = JSON.stringify(await walk((request) => ann.changePage(request), 50));
      expect(log).not.toMatch(/Anna/);
      const asked = {
        terms: ["anna", "lisbon"],
        kinds: ["community" as const],
        limit: 5,
        statuses: CURRENT_STATUSES,
      };
      expect(await ann.search(asked)).toEqual([]);
    },
  );

  declare("a topic goes with everything, and with a turn that was replaced", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    await ann.apply(
      batch([
        put(community("t1", [ids.lisbon], { factIds: [facts.job] })),
        put(community("t2", [ids.lisbon])),
      ]),
    );
    await say(ann, "again", "I work as a midwife.", { conversationId: ids.conversation });
    await ann.replaceEpisode(ids.work, "again");
    expect((await all(ann)).map(({ id }) => id)).toEqual(["t2"]);
    await ann.forget({ everything: true }, clock.advance(1000));
    expect(await all(ann)).toEqual([]);
  });

  declare(
    "what joins entities: statements and turns, without the self and what is archived",
    async ({ ann, bob }) => {
      const { ids, selfId } = await tellStory(ann, "a");
      const both = await say(ann, "both", "Anna met Ben in Lisbon.");
      const evidence = [quote(both, "Anna met Ben")];
      const mention = (entityId: string): Mutation => ({
        op: "mention.put",
        episodeId: both.id,
        entityId,
        start: 0,
        end: 4,
      });
      await ann.apply(
        batch([
          { op: "entity.put", entity: entity("ben", "Ben") },
          { op: "entity.put", entity: entity("benny", "Benny", { status: "archived", mergedInto: "ben" }) },
          { op: "entity.put", entity: entity("old", "Old", { status: "archived" }) },
          { op: "fact.put", fact: fact("k1", ids.anna, "KNOWS", { objectId: "ben", evidence }) },
          { op: "fact.put", fact: fact("k2", "ben", "KNOWS", { objectId: ids.anna, evidence }) },
          { op: "fact.put", fact: fact("k3", "ben", "KNOWS", { objectId: selfId, evidence }) },
          { op: "fact.put", fact: fact("k4", "ben", "KNOWS", { objectId: "old", evidence }) },
          {
            op: "fact.put",
            fact: fact("k5", "ben", "LEFT", { objectId: ids.lisbon, status: "corrected", evidence }),
          },
          ...[ids.anna, "benny", "old"].map(mention),
        ]),
      );
      const found = new Map((await ann.links(50)).map((link) => [`${link.a} ${link.b}`, link]));
      const of = (x: string, y: string) => found.get([x, y].sort().join(" "));
      expect(of(ids.anna, "ben")).toMatchObject({ facts: 2, turns: 1 });
      expect(of(ids.anna, ids.lisbon)).toMatchObject({ facts: 1, turns: 1 });
      expect(found.size).toBe(2);
      expect(await ann.links(1)).toHaveLength(1);
      expect(await bob.links(50)).toEqual([]);
    },
  );

  declare("a summary goes with a fact it rests on, in the log as well", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const basis = (factId: string) => ({ factIds: [factId], writtenBy: "code" as const, asked: false });
    const sum = (id: string, summary: string, factId: string): Mutation => ({
      op: "entity.patch",
      id,
      set: { summary, summaryBasis: basis(factId) },
    });
    await ann.apply(batch([sum(ids.anna, "A person by the river.", facts.city)], { runId: "run" }));
    expect(await ann.entity(ids.anna)).toMatchObject({
      summary: "A person by the river.",
      summaryBasis: basis(facts.city),
    });
    const before = await walk((request) => ann.changePage({ ...request, targetId: ids.anna }), 50);
    await ann.undoRun("run", { limit: 5 });
    expect(await ann.entity(ids.anna)).toMatchObject({ summary: null });
    expect(await ann.entity(ids.anna)).not.toHaveProperty("summaryBasis");
    await ann.undo(must((await ann.changePage({ targetId: ids.anna, limit: 1 })).items[0]).id);
    expect(await ann.entity(ids.anna)).toMatchObject({ summary: "A person by the river." });
    expect(before).not.toEqual([]);
    await ann.forget({ factId: facts.city }, clock.advance(1000));
    expect(await ann.entity(ids.anna)).toMatchObject({ summary: null });
    const log = await walk((request) => ann.changePage({ ...request, targetId: ids.anna }), 50);
    expect(JSON.stringify(log)).not.toMatch(/by the river/);
    await ann.apply(batch([sum(ids.anna, "A sister of a nurse.", facts.job)]));
    await say(ann, "again", "I work as a midwife.", { conversationId: ids.conversation });
    await ann.replaceEpisode(ids.work, "again");
    expect(await ann.entity(ids.anna)).toMatchObject({ summary: null });
  });

  declare("a portrait goes with a fact it was written from, in the log as well", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const self = await ann.self();
    const write = (id: string, factId: string): Mutation => {
      const sentences = [{ text: "A person by the river.", factIds: [factId] }];
      return { op: "entity.patch", id, set: { portrait: { sentences, versions: { [factId]: "1" } } } };
    };
    await ann.apply(batch([write(ids.anna, facts.city), write(self.id, facts.job)]));
    expect((await ann.entity(ids.anna))?.portrait?.versions).toEqual({ [facts.city]: "1" });
    await ann.forget({ factId: facts.city }, clock.advance(1000));
    expect((await ann.entity(ids.anna))?.portrait ?? null).toBeNull();
    const log = await walk((request) => ann.changePage({ ...request, targetId: ids.anna }), 50);
    expect(JSON.stringify(log)).not.toMatch(/by the river/);
    expect((await ann.self()).portrait, "another one stays").toBeTruthy();
    await say(ann, "again", "I work as a midwife.", { conversationId: ids.conversation });
    await ann.replaceEpisode(ids.work, "again");
    expect((await ann.self()).portrait ?? null).toBeNull();
  });
}
