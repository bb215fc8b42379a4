import { expect } from "vitest";
import type { Feedback } from "../../src/domain/model/feedback.ts";
import type { Summary } from "../../src/domain/model/summary.ts";
import { SUMMARIES, spanOf } from "../../src/domain/model/summary.ts";
import { openReview } from "../../src/domain/model/review.ts";
import { CURRENT_STATUSES } from "../../src/domain/model/status.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import type { Case } from "./memory-store.ts";
import { exported } from "./memory-store-review.ts";
import { dumpAll } from "./memory-store-transfer.ts";
import { START, batch, entity, fact, must, quote, say } from "./memory-store-story.ts";

const TOLD = ["The bus was late.", "Rain in Porto again.", "Porridge with Mira for 3 euros."];
const TEXT = "A late bus, rain in Porto, porridge with Mira for 3 euros.";

/** Three unimportant turns, the last with a reply, a fact and a mention of Mira. */
async function unimportantTurns(user: UserStore): Promise<string[]> {
  await user.self();
  const ids: string[] = [];
  for (const [n, text] of TOLD.entries()) {
    const occurredAt = plusMs(START, n * DAY_MS);
    const reply = n === 2 ? "Enjoy your breakfast." : "I see.";
    const episode = await say(user, `t${n}`, text, { occurredAt, reply, extract: false });
    ids.push(episode.id);
    if (n < 2) continue;
    const evidence = [quote(episode, "Porridge with Mira")];
    await user.apply(
      batch([
        { op: "entity.put", entity: entity("mira", "Mira", { mentionCount: 0 }) },
        { op: "mention.put", episodeId: episode.id, entityId: "mira", start: 14, end: 18 },
        { op: "fact.put", fact: fact("ate", "mira", "EATS", { value: "porridge", evidence }) },
      ]),
    );
  }
  return ids;
}

function summary(sources: string[], more: Partial<Summary> = {}): Summary {
  return {
    id: "sum",
    text: TEXT,
    from: START,
    to: plusMs(START, 2 * DAY_MS),
    recordedAt: START,
    importance: 0.3,
    sources,
    mentions: [{ entityId: "mira", start: TEXT.indexOf("Mira"), end: TEXT.indexOf("Mira") + 4 }],
    ...more,
  };
}

const sumUp = (user: UserStore, one: Summary, runId = "run") =>
  user.apply({
    actor: "maintenance",
    reason: "summed_up",
    runId,
    mutations: [{ op: "summary.put", summary: one }],
  });

async function found(user: UserStore, term: string): Promise<string[]> {
  const hits = await user.search({
    terms: [term],
    kinds: ["episode", "reply"],
    limit: 10,
    statuses: CURRENT_STATUSES,
  });
  return hits.map(({ id }) => id).sort();
}

/** Turns that a summary stands for. */
export function summaryContract(declare: Case): void {
  declare("a summary stands for its turns; they stay, with what rests on them", async ({ ann, bob }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    expect(await ann.episode("sum")).toMatchObject({
      userMessage: TEXT,
      conversationId: SUMMARIES.id,
      source: "consolidated",
      occurredAt: START,
      importance: 0.3,
      sourceCount: 3,
      context: `${START}/${plusMs(START, 2 * DAY_MS)}`,
      extraction: { state: "none" },
    });
    expect(spanOf(must(await ann.episode("sum")))).toEqual({ from: START, to: plusMs(START, 2 * DAY_MS) });
    expect((await ann.episodesById(ids)).map((one) => [one.userMessage, one.consolidatedInto])).toEqual(
      TOLD.map((text) => [text, "sum"]),
    );
    expect(must(await ann.fact("ate")).evidence).toMatchObject([{ episodeId: "t2" }]);
    expect(await ann.mentions(["sum"])).toMatchObject([{ episodeId: "sum", entityId: "mira" }]);
    expect(must(await ann.entity("mira")).mentionCount, "a summary is no mention").toBe(1);
    expect(await found(ann, "porridge")).toEqual(["sum"]);
    expect(await found(ann, "breakfast"), "nor what was answered").toEqual([]);
    const standing = await ann.episodes({ standing: true, order: "oldest", limit: 10 });
    expect(standing.map(({ id }) => id)).toEqual(["sum"]);
    expect(await ann.episodes({ order: "oldest", limit: 10 })).toHaveLength(4);
    expect(must(await ann.conversation(SUMMARIES.id))).toMatchObject({
      episodeCount: 1,
      title: SUMMARIES.title,
    });
    expect(await bob.episode("sum")).toBeNull();
  });

  declare("without one of its turns, or for turns that have a summary, there is none", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    const before = await exported(ann);
    await sumUp(ann, summary([...ids, "nowhere"]));
    expect(await exported(ann)).toEqual(before);
    await sumUp(ann, summary(ids));
    const after = await exported(ann);
    await sumUp(ann, summary(ids));
    await sumUp(ann, summary(ids, { id: "other" }));
    expect(await exported(ann)).toEqual(after);
  });

  declare("undone, all is as before; what waits for a vector is what can be found", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    const before = await exported(ann);
    const waiting = async (): Promise<string[]> => {
      const all = await ann.unembedded("a/16", 50);
      return all.flatMap(({ kind, id }) => (kind === "episode" ? [id] : [])).sort();
    };
    expect(await waiting()).toEqual(ids);
    const { changeIds } = await sumUp(ann, summary(ids));
    expect(await waiting()).toEqual(["sum"]);
    expect((await ann.changePage({ runId: "run", limit: 5 })).items).toMatchObject([
      { kind: "episode", targetId: "sum", before: null, after: { id: "sum", sources: ids } },
    ]);
    const undone = await ann.undo(must(changeIds[0]));
    expect(await exported(ann)).toEqual(before);
    expect(await found(ann, "porridge")).toEqual(["t2"]);
    expect(await found(ann, "breakfast")).toEqual(["t2"]);
    expect(await waiting()).toEqual(ids);
    await expect(ann.undo(undone.id)).rejects.toMatchObject({ code: "conflict" });
    await sumUp(ann, summary(ids), "again");
    await sumUp(ann, summary(ids.slice(0, 1), { id: "late" }), "again");
    expect((await ann.undoRun("again", { limit: 10 })).undone).toHaveLength(1);
    expect(await exported(ann)).toEqual(before);
  });

  declare("forgetting one of its turns takes it away, and the others are found again", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    await say(ann, "later", "What did I eat?", { occurredAt: plusMs(START, 9 * DAY_MS), reply: "Porridge." });
    const counts = await ann.forget({ episodeId: "t1" }, plusMs(START, 10 * DAY_MS));
    expect(counts).toMatchObject({ episodes: 1 });
    expect(await ann.episode("sum")).toBeNull();
    expect(await ann.conversation(SUMMARIES.id)).toBeNull();
    expect(await found(ann, "bus")).toEqual(["t0"]);
    expect(await found(ann, "porto")).toEqual([]);
    expect(JSON.stringify(await dumpAll(ann))).not.toMatch(/Porto/);
    expect((await ann.changePage({ targetId: "sum", limit: 5 })).items).toEqual([]);
  });

  declare("forgetting a fact takes it away where it repeats the words", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    await ann.forget({ factId: "ate" }, plusMs(START, 10 * DAY_MS));
    expect(await ann.episode("sum")).toBeNull();
    expect(JSON.stringify(await dumpAll(ann))).not.toMatch(/porridge/i);
    expect(await found(ann, "rain")).toEqual(["t1"]);
  });

  declare("who forgets a summary forgets what it stands for", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    const counts = await ann.forget({ episodeId: "sum" }, plusMs(START, 10 * DAY_MS));
    expect(counts).toMatchObject({ episodes: 4, facts: 1 });
    expect(await ann.episodesById([...ids, "sum"])).toEqual([]);
    expect(JSON.stringify(await dumpAll(ann))).not.toMatch(/\bbus\b|Porto|porridge/i);
  });

  declare("a turn that is replaced takes its summary along", async ({ ann }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    await say(ann, "new", "The tram was late.");
    await ann.replaceEpisode("t0", "new");
    expect(await ann.episode("sum")).toBeNull();
    expect(await found(ann, "porridge")).toEqual(["t2"]);
    expect(await found(ann, "bus")).toEqual([]);
  });

  declare("given away and taken, it stands for its turns elsewhere too", async ({ ann, bob }) => {
    const ids = await unimportantTurns(ann);
    await sumUp(ann, summary(ids));
    const set = { confidence: 0.4, base: 0.7, expansion: "breakfast" };
    await ann.apply(batch([{ op: "fact.patch", id: "ate", set }]));
    const records = await dumpAll(ann, { vectors: false });
    await bob.load(records);
    expect(await dumpAll(bob, { vectors: false })).toEqual(records);
    expect(await found(bob, "porridge")).toEqual(["sum"]);
    expect(await bob.fact("ate")).toMatchObject(set);
    await bob.undoRun("run", { limit: 5 });
    expect(await found(bob, "porridge")).toEqual(["t2"]);
  });

  declare(
    "what would follow is a question between two entities, refused for good when its run is undone",
    async ({ ann }) => {
      await unimportantTurns(ann);
      const { id: self } = await ann.self();
      const ask = (toId: string) => openReview("inferred", [self, toId], "same_employer", START, "run");
      await ann.apply(
        batch([
          { op: "review.put", review: ask("mira") },
          { op: "review.put", review: ask("nobody") },
        ]),
      );
      expect((await ann.reviewPage({ state: "open", limit: 5 })).items).toEqual([ask("mira")]);
      expect((await ann.reviewPage({ kind: "inferred", limit: 5 })).items).toEqual([ask("mira")]);
      await ann.undoRun("run", { limit: 5 });
      expect(await ann.review(ask("mira").id)).toMatchObject({ state: "rejected", decidedBy: "user" });
      await ann.forget({ entityId: "mira" }, START);
      expect(await ann.review(ask("mira").id)).toBeNull();
    },
  );

  declare("feedback is read by memory and by turn, each event once", async ({ ann, bob }) => {
    await unimportantTurns(ann);
    const rated = (targetId: string, helpful: boolean, n: number) =>
      ({ targetId, helpful, at: plusMs(START, n), basis: "rated" }) as const;
    const events = [rated("ate", false, 1), rated("ate", true, 2), rated("mira", true, 3)];
    const used = { ...rated("mira", true, 3), basis: "used", episodeId: "e1" } as const;
    const credited = { ...rated("ate", false, 9), basis: "credited", episodeId: "e1", weight: 0.25 } as const;
    await ann.recordFeedback([...events, used, credited]);
    await ann.recordFeedback([used]);
    const inOrder = (some: Feedback[]) => some.toSorted((a, b) => (a.at + a.basis < b.at + b.basis ? -1 : 1));
    expect(inOrder(await ann.feedbackOn(["ate", "mira", "nothing"]))).toEqual(
      inOrder([...events, used, credited]),
    );
    expect(await ann.recentFeedback(5)).toEqual([credited, used]);
    expect(await ann.recentFeedback(1)).toEqual([credited]);
    await ann.recordFeedback([{ ...credited, helpful: true, weight: 0 }]);
    expect(await ann.recentFeedback(1)).toEqual([{ ...credited, helpful: true, weight: 0 }]);
    await ann.recordFeedback(Array.from({ length: 40 }, (_, n) => rated("ate", true, 100 + n)));
    const newest = await ann.feedbackOn(["ate"]);
    expect(newest).toHaveLength(30);
    expect(inOrder(newest)[0]?.at).toBe(plusMs(START, 110));
    expect(await bob.feedbackOn(["ate"])).toEqual([]);
    expect(await bob.recentFeedback(5)).toEqual([]);
  });

  declare("a decision on a confidence ends its adjustment", async ({ ann }) => {
    await unimportantTurns(ann);
    const patch = (set: { confidence?: number; base?: number; predicate?: string }) =>
      ann.apply(batch([{ op: "fact.patch", id: "ate", set }]));
    await patch({ confidence: 0.4, base: 0.7 });
    await patch({ predicate: "LIKES" });
    expect(await ann.fact("ate")).toMatchObject({ confidence: 0.4, base: 0.7 });
    await patch({ confidence: 0.9 });
    expect(await ann.fact("ate")).not.toHaveProperty("base");
  });
}
