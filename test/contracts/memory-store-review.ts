import { expect } from "vitest";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { openReview, reviewId } from "../../src/domain/model/review.ts";
import { DAY_MS } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import {
  batch,
  dump,
  entity,
  fact,
  must,
  quote,
  rejection,
  say,
  START,
  tellStory,
} from "./memory-store-story.ts";
import type { Case } from "./memory-store.ts";

/** All that undoing must bring back: everything but the log of changes. */
export async function exported(user: UserStore): Promise<Record<string, unknown>> {
  const { changes: _changes, ...rest } = await dump(user);
  return rest;
}

async function undoWhole(user: UserStore, runId: string): Promise<number> {
  let count = 0;
  for (let before: number | undefined; ;) {
    const step = await user.undoRun(runId, { limit: 2, before });
    count += step.undone.length;
    if (step.next === null) return count;
    before = step.next;
  }
}

/** Questions to the owner, merged entities, the archive of refusals, and the undoing of runs. */
export function reviewContract(declare: Case): void {
  declare(
    "a question is asked once per pair, listed by state, and goes with its entities",
    async ({ ann, bob }) => {
      const { ids } = await tellStory(ann, "a");
      const question = openReview("merge", [ids.lisbon, ids.anna], "nickname", START);
      await ann.apply(batch([{ op: "review.put", review: question }]));
      await ann.apply(batch([{ op: "review.put", review: { ...question, reason: "asked" } }]));
      expect(question.id).toBe(reviewId("merge", ids.anna, ids.lisbon));
      expect(await ann.review(question.id)).toEqual(question);
      expect((await ann.reviewPage({ state: "open", limit: 5 })).items).toEqual([question]);
      expect((await ann.reviewPage({ state: "rejected", limit: 5 })).items).toEqual([]);
      expect(await bob.review(question.id)).toBeNull();
      expect(await bob.reviewsById([question.id])).toEqual([]);
      const answer = { state: "rejected", decidedBy: "user", decidedAt: START } as const;
      await ann.apply(batch([{ op: "review.patch", id: question.id, set: answer }]));
      expect((await ann.reviewPage({ state: "rejected", limit: 5 })).items).toEqual([
        { ...question, ...answer },
      ]);
      await ann.forget({ entityId: ids.anna }, START);
      expect(await ann.reviewsById([question.id])).toEqual([]);
    },
  );

  declare(
    "an insight goes with any fact that it rests on, and with no other",
    async ({ ann, bob, clock }) => {
      const { ids, facts } = await tellStory(ann, "a");
      const twin = await tellStory(bob, "a");
      const of = (left: string, right: string, reason: "change" | "risk") =>
        openReview("insight", [left, right], reason, START, "run");
      const insights = [of(ids.anna, facts.city, "change"), of(facts.job, facts.job, "risk")];
      await ann.apply(batch(insights.map((review) => ({ op: "review.put", review }))));
      await bob.apply(batch([{ op: "review.put", review: of(twin.facts.job, twin.facts.job, "risk") }]));
      const left = async (user: UserStore): Promise<string[]> =>
        (await user.reviewPage({ kind: "insight", state: "open", limit: 5 })).items.map(
          ({ reason }) => reason,
        );
      expect(await left(ann)).toEqual(["risk", "change"]);
      await ann.forget({ factId: facts.job }, clock.advance(DAY_MS));
      expect(await left(ann)).toEqual(["change"]);
      await ann.forget({ factId: facts.city }, clock.advance(DAY_MS));
      expect(await left(ann)).toEqual([]);
      expect(await left(bob)).toEqual(["risk"]);
    },
  );

  declare(
    "questions are found by what their right side is, page by page, and only the user's own",
    async ({ ann, bob }) => {
      const asked = ["x", "y", "x", "z", "y"].map((right, n) =>
        openReview("closing", [`news${n}`, right], "superseded", START),
      );
      const other = openReview("forget", ["turn", "x"], "statement", START);
      await ann.apply(batch([...asked, other].map((review) => ({ op: "review.put", review }))));
      await bob.apply(
        batch([{ op: "review.put", review: openReview("closing", ["b", "x"], "superseded", START) }]),
      );
      const answer = { state: "rejected", decidedBy: "user", decidedAt: START } as const;
      await ann.apply(batch([{ op: "review.patch", id: must(asked[1]).id, set: answer }]));
      const rightIds = ["x", "y", "nobody", "x"];
      const open = { kind: "closing", state: "open", rightIds } as const;
      const first = await ann.reviewPage({ ...open, limit: 2 });
      const cursor = must(first.nextCursor);
      const next = await ann.reviewPage({ ...open, limit: 2, cursor });
      expect([...first.items, ...next.items]).toEqual([asked[4], asked[2], asked[0]]);
      expect(next.nextCursor).toBeNull();
      await expect(ann.reviewPage({ ...open, rightIds: ["z"], limit: 2, cursor })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
      expect((await ann.reviewPage({ rightIds: ["x"], limit: 5 })).items).toEqual([
        other,
        asked[2],
        asked[0],
      ]);
      expect((await ann.reviewPage({ ...open, rightIds: [], limit: 5 })).items).toEqual([]);
    },
  );

  declare("nobody is asked about an entity that is not there", async ({ ann }) => {
    const { ids } = await tellStory(ann, "a");
    const question = openReview("merge", [ids.anna, "nobody"], "nickname", START);
    await ann.apply(batch([{ op: "review.put", review: question }]));
    expect(await ann.review(question.id)).toBeNull();
  });

  declare("a merged entity is found as the one it is now", async ({ ann }) => {
    const { ids, facts } = await tellStory(ann, "a");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("anni", "Anni", { type: "person" }) },
        { op: "mention.put", episodeId: ids.work, entityId: "anni", start: 0, end: 1 },
        { op: "entity.alias", id: ids.anna, alias: { alias: "Anni", kind: "merged" } },
        { op: "entity.patch", id: "anni", set: { status: "archived", mergedInto: ids.anna } },
      ]),
    );
    expect((await ann.entitiesByAlias(["anni"])).map((hit) => hit.entity.id)).toEqual([ids.anna]);
    const mentions = await ann.mentions([ids.work]);
    expect(new Set(mentions.map(({ entityId }) => entityId))).toEqual(new Set([ids.anna]));
    expect((await ann.mergedInto(ids.anna)).map((one) => one.id)).toEqual(["anni"]);
    const listed = (await ann.entityPage({ limit: 50 })).items.map((one) => one.id);
    expect(listed).not.toContain("anni");
    expect((await ann.entityPage({ status: "archived", limit: 50 })).items.map((one) => one.id)).toEqual([
      "anni",
    ]);
    await ann.apply(batch([{ op: "fact.put", fact: fact("late", "anni", "LIKES", { objectId: "anni" }) }]));
    expect(await ann.fact("late")).toMatchObject({ subjectId: ids.anna, objectId: ids.anna });
    expect(await ann.fact(facts.city)).toMatchObject({ subjectId: ids.anna });
    expect((await ann.mentionsOf(["anni", ids.lisbon])).map((one) => [one.entityId, one.episodeId])).toEqual(
      [
        ["anni", ids.work],
        [ids.lisbon, ids.sister],
      ].sort((a, b) => (must(a[1]) < must(b[1]) ? -1 : 1)),
    );
  });

  declare("forgetting an entity forgets the names of those merged into it", async ({ ann }) => {
    const { ids } = await tellStory(ann, "a");
    await ann.apply(
      batch([
        { op: "entity.put", entity: entity("x", "Zyprania", { type: "person", summary: "Zyprania sings." }) },
        { op: "entity.patch", id: "x", set: { status: "archived", mergedInto: ids.anna } },
      ]),
    );
    await ann.forget({ entityId: "x" }, START);
    expect(await ann.entity("x")).toBeNull();
    expect(await ann.entity(ids.anna)).toBeNull();
    expect(JSON.stringify(await dump(ann))).not.toMatch(/Zyprania|Anna/);
  });

  declare("undoing each kind of change restores everything else as it was", async ({ ann, clock }) => {
    const { ids, facts } = await tellStory(ann, "a");
    await ann.apply(batch([{ op: "rejection.put", rejection: rejection("r2", { episodeId: ids.work }) }]));
    const kinds: [string, Mutation[]][] = [
      ["put", [{ op: "fact.put", fact: fact("new", ids.anna, "LIKES") }]],
      ["new entity", [{ op: "entity.put", entity: entity("new", "Newt") }]],
      ["patch", [{ op: "fact.patch", id: facts.city, set: { status: "verified", confidence: 1 } }]],
      ["alias", [{ op: "entity.alias", id: ids.anna, alias: { alias: "Anni", kind: "nickname" } }]],
      ["rename", [{ op: "entity.patch", id: ids.anna, set: { name: "Annelie", mentionCount: 9 } }]],
      [
        "evidence",
        [
          {
            op: "fact.evidence",
            id: facts.job,
            evidence: [quote(must(await ann.episode(ids.sister)), "It rains")],
          },
        ],
      ],
      ["delete", [{ op: "fact.delete", id: facts.sister }]],
      [
        "refuse",
        [
          { op: "fact.delete", id: facts.job },
          { op: "rejection.put", rejection: rejection("r3", { factId: facts.job }) },
        ],
      ],
      [
        "delete entity",
        [
          { op: "fact.delete", id: facts.city },
          { op: "entity.delete", id: ids.lisbon },
        ],
      ],
      ["overrule", [{ op: "rejection.overrule", id: "r2", factId: facts.job }]],
    ];
    for (const [name, mutations] of kinds) {
      clock.advance(1000);
      const before = await exported(ann);
      await ann.apply(batch(mutations, { runId: name, actor: "verify" }));
      expect(await exported(ann), name).not.toEqual(before);
      const undone = await undoWhole(ann, name);
      const logged = mutations.filter(({ op }) => !op.startsWith("rejection")).length;
      expect(undone, name).toBe(logged);
      expect(await exported(ann), name).toEqual(before);
      expect(await undoWhole(ann, name), `${name} again`).toBe(0);
    }
  });

  declare("undoing a run leaves alone what was changed since, and says so", async ({ ann }) => {
    const { ids, facts } = await tellStory(ann, "a");
    const patch = (id: string, confidence: number): Mutation => ({
      op: "fact.patch",
      id,
      set: { confidence },
    });
    await ann.apply(
      batch([patch(facts.city, 0.9), patch(facts.job, 0.9), patch(facts.sister, 0.9)], { runId: "run" }),
    );
    await ann.apply(batch([patch(facts.job, 0.95)], { actor: "user" }));
    const step = await ann.undoRun("run", { limit: 50 });
    expect(step.undone.map((one) => one.targetId)).toEqual([facts.sister, facts.city]);
    expect(step.skipped.map((one) => one.targetId)).toEqual([facts.job]);
    expect(step.next).toBeNull();
    expect(await ann.fact(facts.job)).toMatchObject({ confidence: 0.95 });
    const again = await ann.undoRun("run", { limit: 50 });
    expect(again).toMatchObject({ undone: [], skipped: [{ targetId: facts.job }] });
    const log = await ann.changePage({ runId: "run", limit: 50 });
    expect(log.items.filter((change) => change.actor === "undo")).toHaveLength(2);
    expect(await ann.entity(ids.anna)).not.toBeNull();
  });

  declare("undoing another user's run does nothing", async ({ ann, bob }) => {
    const { facts } = await tellStory(ann, "a");
    await ann.apply(
      batch([{ op: "fact.patch", id: facts.city, set: { confidence: 0.9 } }], { runId: "run" }),
    );
    expect(await bob.undoRun("run", { limit: 50 })).toEqual({ undone: [], skipped: [], next: null });
    expect(await ann.fact(facts.city)).toMatchObject({ confidence: 0.9 });
  });

  declare(
    "an undone decision of the owner is a question again; a merge by code is not made again",
    async ({ ann }) => {
      const { ids } = await tellStory(ann, "a");
      const decide = async (by: "user" | "code", runId: string): Promise<string> => {
        const review = openReview("merge", [ids.anna, ids.lisbon], "same_name", START);
        const answer = { state: "accepted", decidedBy: by, decidedAt: START, runId } as const;
        await ann.apply(
          batch([
            { op: "review.put", review },
            { op: "review.patch", id: review.id, set: answer },
          ]),
        );
        await ann.undoRun(runId, { limit: 50 });
        return must(await ann.review(review.id)).state;
      };
      expect(await decide("user", "one")).toBe("open");
      expect(await decide("code", "two")).toBe("rejected");
    },
  );

  declare("a whole batch is not applied when any of it was forgotten", async ({ ann, clock }) => {
    const { ids, facts, selfId } = await tellStory(ann, "a");
    const said = must(await ann.episode(ids.sister));
    await ann.forget({ factId: facts.city }, clock.advance(DAY_MS));
    const again = fact("again", ids.anna, "LIVES_IN", {
      value: "Lisbon",
      evidence: [{ ...quote(said, "My sister"), occurredAt: START }],
    });
    const mutations: Mutation[] = [
      { op: "fact.patch", id: facts.job, set: { status: "archived" } },
      { op: "fact.put", fact: again },
    ];
    await expect(ann.apply(batch(mutations, { whole: true }))).rejects.toMatchObject({ code: "conflict" });
    expect(await ann.fact(facts.job)).toMatchObject({ status: "staged", subjectId: selfId });
  });

  declare(
    "refusals are read, filtered by time, counted by what they have in common",
    async ({ ann, bob, clock }) => {
      await tellStory(ann, "a");
      const put = (id: string, at: string, more: object): Mutation => ({
        op: "rejection.put",
        rejection: rejection(id, { at, proposal: { predicate: "LIVES_IN", origin: "extract@1#x" }, ...more }),
      });
      const later = clock.advance(8 * DAY_MS);
      await ann.apply(
        batch([put("r1", START, { reason: "question" }), put("r2", later, { stage: "ensemble" })]),
      );
      expect(await ann.rejection("r2")).toMatchObject({ stage: "ensemble", overruledAt: null });
      expect(await bob.rejection("r2")).toBeNull();
      const since = await ann.rejectionPage({ from: later, limit: 10 });
      expect(since.items.map((one) => one.id)).toEqual(["r2"]);
      await ann.apply(batch([{ op: "rejection.overrule", id: "r2", factId: "f" }]));
      const patterns = await ann.rejectionPatterns({ by: "week" });
      expect(patterns).toMatchObject({
        total: 3,
        overruled: 1,
        byReason: { no_evidence: 2, question: 1 },
        byStage: { grounding: 2, ensemble: 1 },
        byPredicate: { LIVES_IN: 2, unknown: 1 },
        byOrigin: { "extract@1#x": 2, unknown: 1 },
      });
      expect(patterns.overTime.map(({ rejections }) => rejections)).toEqual([2, 1]);
      expect(patterns.overTime.every(({ rate }) => rate > 0 && rate <= 1)).toBe(true);
      expect(await bob.rejectionPatterns({ by: "day" })).toMatchObject({ total: 0, overTime: [] });
    },
  );

  declare("the plan of a dry run is kept until something is forgotten", async ({ ann, bob }) => {
    const { ids } = await tellStory(ann, "a");
    const steps = [{ action: "change" as const, kind: "entity" as const, id: ids.anna, fields: [] }];
    await ann.putDiff("run", steps);
    expect(await ann.diff("run")).toEqual(steps);
    expect(await bob.diff("run")).toBeNull();
    await say(ann, "e9", "Something else.");
    await ann.forget({ episodeId: "e9" }, START);
    expect(await ann.diff("run")).toBeNull();
  });
}
