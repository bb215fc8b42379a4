import { openReview } from "../../src/domain/model/review.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { Summary } from "../../src/domain/model/summary.ts";
import { CURRENT_STATUSES } from "../../src/domain/model/status.ts";
import { MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { Trace } from "../../src/domain/model/trace.ts";
import type { MemoryStore, SearchKind, UserStore, VectorKind } from "../../src/ports/memory-store.ts";
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
} from "../contracts/memory-store-story.ts";
import { community } from "../contracts/memory-store-communities.ts";
import { dayReport } from "../contracts/memory-store-days.ts";
import { TAG, embed, someVector } from "./neo4j-lives.ts";
import { copyUser } from "./neo4j-transfer.ts";

const KINDS: SearchKind[] = ["fact", "entity", "episode", "reply", "dialogue", "community"];
const VECTOR_KINDS: VectorKind[] = ["fact", "entity", "episode", "community"];

/** Every call of a user's handle, over what `live` made. */
export async function useEverything(store: MemoryStore, userId: string, dimensions: number): Promise<void> {
  const user = store.forUser(userId);
  await reads(user, dimensions);
  await writes(store, user, dimensions);
  await copyUser(store, userId, `${userId}-copy`);
}

async function reads(user: UserStore, dimensions: number): Promise<void> {
  const statuses = CURRENT_STATUSES;
  const page = { limit: 20 };
  const interval = { from: START, to: plusMs(START, 20 * MINUTE_MS) };
  await user.settings();
  const self = await user.self();
  await user.episode("e1");
  await user.episodesById(["e1", "e2"]);
  for (const order of ["oldest", "newest"] as const) {
    await user.episodes({ order, limit: 20, occurred: interval });
    await user.episodes({ order, limit: 20, conversationId: "c1", fromOrdinal: 2 });
    await user.episodes({ order, limit: 20, extraction: "pending" });
    await user.episodes({ order, limit: 20, verification: "pending" });
  }
  const first = await user.episodePage(page);
  await user.episodePage({ ...page, cursor: must(first.nextCursor) });
  await user.episodePage({ ...page, conversationId: "c1" });
  await user.episodePage({ ...page, extraction: "retrying" });
  await user.episodePage({ ...page, verification: "failed" });
  await user.episodePage({ ...page, suspicious: true });
  await user.episodesByChainHash("nobody", 1);
  await user.neighbours(["e10", "e20"], 2);
  await user.conversation("c1");
  await user.conversationByExternalId("nobody");
  await user.branches("c1");
  await user.conversationPage(page);
  await user.conversationPage({ ...page, shelf: "listed" });

  await user.entity("x1");
  await user.entitiesById(["x1", "x2"]);
  await user.entityPage(page);
  await user.entityPage({ ...page, type: "person", status: "verified", q: "person 1" });
  await user.mergedInto("x1");
  await user.entitiesByAlias(["person 1", "person 2", "i"]);
  await user.fact("f1a");
  await user.factsById(["f1a", "f1b"]);
  await user.facts({ entityIds: ["x1", self.id], statuses, limit: 20 });
  await user.facts({ entityIds: ["x1"], role: "subject", predicates: ["KNOWS"], statuses, limit: 20 });
  await user.degrees({ first: self.id, degreeMin: 1, limit: 20 });
  await user.degrees({ entityId: self.id, first: self.id, degreeMin: 1, limit: 20 });
  await user.facts({ episodeIds: ["e1", "e2"], statuses, limit: 20 });
  await user.facts({ valid: interval, statuses, limit: 20 });
  await user.facts({ statuses, limit: 20 });
  await user.factPage(page);
  await user.factPage({ ...page, entityId: "x1", statuses });
  for (const order of ["asc", "desc"] as const) {
    await user.factPage({ ...page, sort: "confidence", order, words: "person" });
    await user.entityPage({ ...page, sort: "mentions", order, asOf: START });
  }
  await user.known({ names: ["person 1", "i"], self: true, statuses, limit: 20, around: 20, depth: 3 });
  await user.community("t1");
  await user.communityPage(page);
  await user.communitiesOf(["x1"]);
  await user.links(100);
  await user.mentions(["e1", "e2"]);
  await user.mentionsOf(["x1"]);

  const terms = ["person", "topic10", "town8"];
  await user.search({ terms, kinds: KINDS, limit: 20, statuses });
  await user.search({ terms: ["topic10"], kinds: KINDS, limit: 20, statuses, occurred: interval });
  const vector = someVector(dimensions, "question");
  await user.nearest({ tag: TAG, vector, kinds: VECTOR_KINDS, limit: 20, statuses });
  await user.servingTag();
  await user.vectorsOf(
    TAG,
    VECTOR_KINDS.map((kind) => ({ kind, id: "f1a" })),
  );
  await user.unembedded(TAG, 100);

  const changes = await user.changePage(page);
  await user.changePage({ ...page, targetId: "f1a" });
  await user.changePage({ ...page, runId: "run" });
  await user.change(must(changes.items[0]).id);
  await user.rejectionPage(page);
  await user.rejectionPage({ ...page, episodeId: "e1" });
  await user.rejection("nobody");
  await user.rejectionPatterns({ ...interval, by: "day" });
  await user.reviewPage(page);
  await user.reviewPage({ ...page, state: "open", kind: "merge" });
  await user.reviewPage({ ...page, state: "open", kind: "closing", rightIds: ["f1a", "f1b"] });
  await user.review("nobody");
  await user.reviewsById(["nobody"]);
  await user.diff("nobody");
  await user.traces(["e1"]);
  await user.feedbackOn(["f1a", "f1b"]);
  await user.recentFeedback(10);
  await user.episodesOfType({ contextType: "tool_output", recorded: interval, limit: 10 });
  await user.linkPage(page);
  await user.linkPage({ ...page, endIds: ["e1", "x1"], type: "led_to" });
  await user.modelUse(START);
  await user.redactForgotten("town8", START);
  await user.forgettings();
  await user.stats();
  await user.activity(interval);
  await user.dayPage(page);
}

async function writes(store: MemoryStore, user: UserStore, dimensions: number): Promise<void> {
  const later = plusMs(START, 1_000 * MINUTE_MS);
  await user.putSettings(await user.settings());
  await user.recordFeedback([{ targetId: "f1a", helpful: true, at: later, basis: "rated" }]);
  const more = { conversationId: "c1", occurredAt: later, recordedAt: later };
  const link = {
    id: "l1",
    type: "led_to",
    fromKind: "episode",
    fromId: "e1",
    toKind: "entity",
    toId: "x1",
    weight: 1,
    derived: false,
    persistent: true,
    createdAt: later,
    expiresAt: null,
  } as const;
  await user.putLinks([link, { ...link, id: "l2", expiresAt: later }]);
  await user.dropExpiredLinks(later);
  await user.deleteLinks(["l1"]);
  const said = await say(user, "new", "Person 1 moved to town99.", { ...more, reply: "Noted." });
  await user.openEpisode(
    newEpisode("newer", { ...more, idempotencyKey: "k", source: "api", state: "complete" }),
  );
  await user.patchConversation("c1", { title: "A title" });
  const evidence = [quote(said, "town99")];
  await user.apply(
    batch(
      [
        { op: "entity.put", entity: entity("y1", "Person 99", { type: "person" }) },
        { op: "entity.put", entity: entity("y2", "Person 98", { type: "person" }) },
        { op: "entity.alias", id: "x1", alias: { alias: "Personage", kind: "nickname" } },
        { op: "mention.put", episodeId: said.id, entityId: "y1", start: 0, end: 6 },
        { op: "fact.put", fact: fact("g1", "y1", "LIVES_IN", { value: "town99", evidence }) },
        { op: "fact.put", fact: fact("g2", "y1", "KNOWS", { objectId: "x1", evidence, status: "verified" }) },
        { op: "fact.evidence", id: "f1a", evidence },
        { op: "fact.patch", id: "f2a", set: { status: "superseded" } },
        { op: "fact.delete", id: "f3b" },
        { op: "episode.patch", id: said.id, set: { summary: "A move" } },
        { op: "rejection.put", rejection: rejection("r1", { episodeId: said.id, factId: "g1" }) },
        { op: "rejection.put", rejection: rejection("r2", { episodeId: said.id }) },
        { op: "rejection.overrule", id: "r2", factId: "g1" },
        { op: "review.put", review: openReview("merge", ["x1", "x2"], "asked", later) },
        { op: "trace.put", trace: trace(said.id) },
        { op: "community.put", community: community("t1", ["x1", "x2", "y1"]) },
        { op: "community.put", community: community("t2", ["x3"]) },
      ],
      { once: "once", runId: "run" },
    ),
  );
  await user.apply(
    batch([
      { op: "community.delete", id: "t2" },
      { op: "community.put", community: community("t3", ["x1"]) },
    ]),
  );
  await user.apply(batch([{ op: "entity.delete", id: "y2" }]));
  await user.apply(batch([{ op: "entity.patch", id: "x3", set: { name: "Person Three" } }]));
  await user.undoRun("run", { limit: 20 });
  await user.putDiff("run", []);
  await user.addCounts([{ date: "2026-03-02", counts: { suspicious: 1 } }]);
  await user.putReport(dayReport("2026-03-02"), "2026-01-01");
  await user.replaceEpisode("new", "newer");
  const summary: Mutation = { op: "summary.put", summary: summaryOf(["e5", "e6", "e7"]) };
  await user.apply(batch([summary], { runId: "summed up" }));
  await user.episodes({ order: "oldest", limit: 20, standing: true });
  await user.undoRun("summed up", { limit: 20 });
  await user.apply(batch([summary]));
  await user.forget({ episodeId: "nobody" }, later);
  await embed(user, dimensions);
  await user.forget({ factId: "f5a" }, later);
  await user.redactForgotten("topic5", START);
  await user.openEpisode(
    newEpisode("old", { ...more, source: "import", occurredAt: START, state: "complete" }),
  );
  await user.openEpisode(newEpisode("running", { ...more, userMessage: "Person 7 and topic6?" }));
  await user.forget({ factId: "f6a" }, plusMs(later, 1));
  const recalled = [{ n: 1, kind: "fact" as const, id: "f6a", score: 1, episodeIds: [] }];
  const result = { assistantReply: "topic6", state: "complete" as const, recalled, model: "m" };
  await user.completeEpisode("running", result);
  await changeModel(store.forUser(`${user.userId}-too`), dimensions);
}

/** Another model's vectors are begun, and given up again. */
async function changeModel(user: UserStore, dimensions: number): Promise<void> {
  await user.self();
  await embed(user, dimensions);
  await user.unembedded("other/model", 10);
  const vector = someVector(dimensions, "question");
  await user.nearest({ tag: TAG, vector, kinds: VECTOR_KINDS, limit: 20, statuses: CURRENT_STATUSES });
  await embed(user, dimensions);
}

function summaryOf(sources: string[]): Summary {
  const times = { from: START, to: plusMs(START, 10 * MINUTE_MS), recordedAt: START };
  const mentions = [{ entityId: "x1", start: 0, end: 6 }];
  return { id: "sum", text: "Person 1 and others.", ...times, importance: 0.3, sources, mentions };
}

function trace(episodeId: string): Trace {
  const cost = { promptTokens: 1, completionTokens: 1, seconds: 1 };
  const said = { reasoning: null, suspicion: null, ballots: {}, rulings: {} };
  return { episodeId, purpose: "blind", at: START, origin: "blind@1", model: "m", ...cost, ...said };
}

/** What goes over all users: at start, at the end of a pass, for the metrics. */
export async function useSystem({ system }: MemoryStore): Promise<void> {
  const run = { userId: "ann", job: "prune", dryRun: false, finishedAt: null, result: {}, error: null };
  await system.users();
  await system.lastWritten();
  await system.pendingExtraction(100);
  await system.pendingEmbedding(TAG);
  await system.pendingVerification();
  await system.counts();
  await system.openEpisodes(START, 100);
  await system.interruptOpenEpisodes();
  await system.keys();
  await system.putKey({
    id: "k",
    userId: "ann",
    hash: "00",
    rights: ["read"],
    createdAt: START,
    revokedAt: null,
    session: null,
  });
  await system.revokeKey("k", START);
  await system.removeKey("none");
  await system.putAudit({
    id: "a",
    at: START,
    actor: "cli",
    act: "export",
    userId: "ann",
    targets: [],
    counts: {},
  });
  await system.audits("ann", 200);
  await system.audits(null, 200);
  await system.putRun({ id: "run", state: "running", startedAt: START, ...run });
  await system.runningRuns();
  await system.run("run");
  await system.runs("ann", 20);
  await system.abortRuns(START);
  await system.notes("schedule/");
  await system.putNote({ name: "schedule/prune", version: 0, value: {} });
  await system.putNote({ name: "schedule/prune", version: 1, value: {} });
  await system.putNote({ name: "schedule/prune", version: 2, value: null });
  await system.ping();
  await system.check();
}
