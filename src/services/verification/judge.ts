import { agreementOn, SURE, type Agreement } from "../../domain/agreement.ts";
import { statedConfidence } from "../../domain/confidence.ts";
import { beginning, closesSomething, relate, type Relation } from "../../domain/consistency.ts";
import { endsAsObject } from "../../domain/endings.ts";
import type { Entity } from "../../domain/entity.ts";
import type { Episode } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import { ground, type GroundingTurn, type Verdict } from "../../domain/grounding.ts";
import type { Mutation, MutationBatch } from "../../domain/mutation.ts";
import type { RejectionReason, Stage } from "../../domain/rejection.ts";
import { STATUSES } from "../../domain/status.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Ballot, Trace } from "../../domain/trace.ts";
import { inventedEntities } from "./invented.ts";
import type { Pair } from "./ballot.ts";
import { confidenceOf, floorFor, votedConfidence } from "./confidence.ts";
import { shapeProblem } from "./shape.ts";

export interface JudgeContext {
  user: UserStore;
  newId: NewId;
  now: string;
  runId: string | undefined;
  /** A fact needs more than this to be believed (MNT-4). */
  confidenceMin: number;
  /** What the model's passes said; null when no model votes and code alone decides. */
  votes: Votes | null;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred") => void;
  /** The passes decided about a statement; whether all said the same. */
  onVoted?: ((agreed: boolean) => void) | undefined;
}

export interface Votes {
  traces: Trace[];
  /** Share of the passes that must agree (ENS-2). */
  agreementMin: number;
  /** Whether unanimous passes may make the assistant's claims about the world believed. */
  trustAssistant: boolean;
  /** False in the first round, in which what needs a vote waits; true once all passes were made. */
  complete: boolean;
}

export interface Judged {
  batch: MutationBatch;
  verified: number;
  rejected: number;
  deferred: number;
  /** What waits for the passes: statements, and pairs that code cannot reconcile. */
  open: { facts: Fact[]; pairs: Pair[] };
  believed: Fact[];
  entities: Map<string, Entity>;
}

/** Earlier turns of the conversation that tell what "she" and "there" stand for. */
export const CONTEXT_TURNS = 6;
/** Facts one episode may have staged; far above what a turn brings. */
const FACTS_MAX = 500;

/**
 * Judges everything one episode staged: shape, grounding, consistency, confidence, in that order and cheap first.
 * Deterministic: what code cannot decide stays staged. The result is one batch that takes effect once.
 */
export async function judgeEpisode(context: JudgeContext, episode: Episode): Promise<Judged> {
  const { judge, staged, believed, entities } = await openCase(context, episode);
  for (const fact of staged) judge.judge(fact);
  const judged = judge.finish(episode);
  judged.batch.mutations.push(...(await inventedEntities(context.user, judge.refused, entities)));
  return { ...judged, believed, entities };
}

/** Claims of the assistant about the world that one episode staged, with what they are about. */
export async function worldClaims(
  context: JudgeContext,
  episode: Episode,
): Promise<{ claims: Fact[]; entities: Map<string, Entity> }> {
  const { judge, staged, entities } = await openCase(context, episode);
  return { claims: staged.filter((fact) => judge.isWorldClaim(fact)), entities };
}

/** Settles claims about the world by what pages of the web say; one that is none any more stays as it is. */
export async function judgeByWeb(
  context: JudgeContext,
  episode: Episode,
  said: Record<string, Ballot>,
): Promise<Pick<Judged, "batch" | "verified" | "rejected">> {
  const { judge, staged } = await openCase(context, episode);
  for (const fact of staged) judge.settle(fact, said[fact.id] ?? "unclear");
  return judge.settled(episode);
}

async function openCase(context: JudgeContext, episode: Episode) {
  const { user } = context;
  const staged = await user.facts({ episodeIds: [episode.id], statuses: ["staged"], limit: FACTS_MAX });
  const subjects = [...new Set(staged.map((fact) => fact.subjectId))];
  const believed =
    subjects.length === 0
      ? []
      : await user.facts({
          entityIds: subjects,
          role: "subject",
          statuses: ["verified", "disputed"],
          limit: 5000,
        });
  believed.push(...(await endableAsObject(user, staged)));
  const entityIds = [
    ...new Set([...staged, ...believed].flatMap((f) => [f.subjectId, f.objectId ?? f.subjectId])),
  ];
  const entities = new Map((await user.entitiesById(entityIds)).map((entity) => [entity.id, entity]));
  const turns = await groundingTurns(user, staged, episode);
  const personal = await personalEntities(user, staged, entities);
  const judge = new Judge(context, entities, believed, turns, personal);
  return { judge, staged, believed, entities };
}

/** Facts that others stand in to a subject and that a staged statement may end: with the dog goes "has a dog". */
async function endableAsObject(user: UserStore, staged: Fact[]): Promise<Fact[]> {
  const ids = [...new Set(staged.filter(endsAsObject).map((fact) => fact.subjectId))];
  if (ids.length === 0) return [];
  return user.facts({ entityIds: ids, role: "object", statuses: ["verified", "disputed"], limit: FACTS_MAX });
}

/** The user, and whatever anybody but the assistant made a statement about. */
async function personalEntities(
  user: UserStore,
  staged: Fact[],
  entities: Map<string, Entity>,
): Promise<Set<string>> {
  const claims = staged.filter((fact) => fact.evidence.every((e) => e.assertedBy === "assistant"));
  const ids = [...new Set(claims.flatMap((f) => [f.subjectId, f.objectId ?? f.subjectId]))];
  const personal = new Set([...entities.values()].filter((entity) => entity.isSelf).map(({ id }) => id));
  for (const id of await spokenOf(user, ids)) personal.add(id);
  return personal;
}

/** Of these entities, those that anybody but the assistant made a statement about, and what it ties them to. */
export async function spokenOf(user: UserStore, ids: string[]): Promise<Set<string>> {
  const spoken = new Set<string>();
  if (ids.length === 0) return spoken;
  const said = await user.facts({ entityIds: ids, role: "either", statuses: STATUSES, limit: FACTS_MAX });
  for (const fact of said) {
    if (isOfAssistant(fact)) continue;
    for (const id of [fact.subjectId, fact.objectId]) if (id !== null) spoken.add(id);
  }
  return spoken;
}

/** Only the assistant ever said so. */
export function isOfAssistant(fact: Fact): boolean {
  return fact.evidence.length > 0 && fact.evidence.every((e) => e.assertedBy === "assistant");
}

async function groundingTurns(
  user: UserStore,
  staged: Fact[],
  episode: Episode,
): Promise<Map<string, GroundingTurn>> {
  const ids = [...new Set([episode.id, ...staged.flatMap((fact) => fact.evidence.map((e) => e.episodeId))])];
  const episodes = await user.episodesById(ids);
  const around = await user.neighbours(ids, CONTEXT_TURNS);
  return new Map(
    episodes.map((one) => [
      one.id,
      {
        userMessage: one.userMessage,
        assistantReply: one.assistantReply,
        earlier: around
          .filter((other) => other.conversationId === one.conversationId && other.ordinal < one.ordinal)
          .sort((a, b) => a.ordinal - b.ordinal)
          .slice(-CONTEXT_TURNS)
          .flatMap((other) => [other.userMessage, other.assistantReply ?? ""]),
      },
    ]),
  );
}

/** Of changes that pages of the web brought about. */
export const WEB_CHECK_REASON = "web_check";
/** What the passes must be to overrule a cue. */
const UNANIMOUS = 1;
const READ_FROM_CUES: ReadonlySet<RejectionReason> = new Set([
  "question",
  "hypothetical",
  "negation_lost",
  "sarcasm",
  "fiction",
  "reported_speech",
  "not_in_turn",
]);

class Judge {
  private readonly context: JudgeContext;
  private readonly entities: Map<string, Entity>;
  private readonly turns: Map<string, GroundingTurn>;
  private readonly personal: Set<string>;
  private believed: Fact[];
  private readonly mutations: Mutation[] = [];
  private readonly promoted = new Set<string>();
  private readonly counts = { verified: 0, rejected: 0, deferred: 0 };
  readonly refused: Fact[] = [];
  private readonly open: Judged["open"] = { facts: [], pairs: [] };

  constructor(
    context: JudgeContext,
    entities: Map<string, Entity>,
    believed: Fact[],
    turns: Map<string, GroundingTurn>,
    personal: Set<string>,
  ) {
    this.personal = personal;
    this.context = context;
    this.entities = entities;
    this.believed = believed;
    this.turns = turns;
  }

  judge(fact: Fact): void {
    const problem = shapeProblem(fact);
    if (problem !== null) return this.reject(fact, "shape", "invalid_schema", problem);
    this.context.count("shape", "passed");
    const verdict = this.ground(fact);
    if (verdict.reason === "assistant_only" && this.isAboutTheWorld(fact))
      return this.attribute(fact, verdict);
    if (verdict.verdict === "unsupported" && !this.mayBeOverruled(verdict)) return this.refuse(fact, verdict);
    this.decide(fact, verdict, relate(fact, this.believed));
  }

  isWorldClaim(fact: Fact): boolean {
    return (
      shapeProblem(fact) === null &&
      isOfAssistant(fact) &&
      this.ground(fact).reason === "assistant_only" &&
      this.isAboutTheWorld(fact)
    );
  }

  /** What pages say: borne out, it is believed as the assistant's claim that it stays; contradicted, it is refused. */
  settle(fact: Fact, said: Ballot): void {
    if (said === "unclear" || !this.isWorldClaim(fact)) return;
    if (said === "against") return this.reject(fact, "web", "fact_check_failed", "pages contradict it");
    this.context.count("web", "passed");
    const confidence = votedConfidence(confidenceOf(fact, this.ground(fact)), UNANIMOUS);
    this.accept({ ...fact, confidence }, relate(fact, this.believed));
  }

  /** Code's own verdict stands unless the passes have a quorum; what is known already needs none. */
  private decide(fact: Fact, verdict: Verdict, relation: Relation): void {
    const confidence = confidenceOf(fact, verdict);
    const supported = verdict.verdict === "supported";
    if (supported && relation.kind === "duplicate") return this.accept({ ...fact, confidence }, relation);
    const agreement = this.agreement(fact, verdict, confidence, relation);
    if (agreement === "waiting") return this.wait(fact);
    if (agreement.outcome !== "none" && agreement.passes > 1)
      this.context.onVoted?.(agreement.rate === 0 || agreement.rate === UNANIMOUS);
    if (agreement.outcome === "reject") {
      return this.reject(
        fact,
        "ensemble",
        "ensemble_disagreement",
        `${agreement.rate.toFixed(2)} of ${agreement.passes}`,
      );
    }
    if (agreement.outcome === "accept") {
      this.context.count("ensemble", "passed");
      return this.accept({ ...fact, confidence: votedConfidence(confidence, agreement.rate) }, relation);
    }
    if (agreement.outcome === "split") return this.defer("ensemble");
    if (verdict.verdict === "unsupported") return this.refuse(fact, verdict);
    if (!supported) return this.defer("grounding");
    this.accept({ ...fact, confidence }, relation);
  }

  /**
   * What the assistant taught about the world is kept as its own words, unverified; it is believed when the user says
   * so too, or when all passes agree and the owner trusts them.
   */
  private attribute(fact: Fact, verdict: Verdict): void {
    const { votes } = this.context;
    if (votes?.trustAssistant !== true) return this.context.count("grounding", "deferred");
    const agreement = agreementOn(fact.id, votes.traces, {
      rateMin: UNANIMOUS,
      supported: false,
      sure: false,
      complete: votes.complete,
    });
    if (agreement.outcome === "none" && !votes.complete) return this.wait(fact);
    if (agreement.outcome !== "accept") return this.context.count("ensemble", "deferred");
    const confidence = votedConfidence(confidenceOf(fact, verdict), agreement.rate);
    this.accept({ ...fact, confidence }, relate(fact, this.believed));
  }

  /** Nothing that anybody else ever said touches its subject or its object: the user, their people and things. */
  private isAboutTheWorld(fact: Fact): boolean {
    return [fact.subjectId, fact.objectId].every((id) => id === null || !this.personal.has(id));
  }

  private refuse(fact: Fact, { reason, detail }: Verdict): void {
    this.reject(fact, "grounding", reason ?? "not_in_turn", detail);
  }

  /** How something was meant, code reads off cues, which mislead now and then; who said it is never put to a vote. */
  private mayBeOverruled({ reason }: Verdict): boolean {
    return this.context.votes !== null && reason !== null && READ_FROM_CUES.has(reason);
  }

  private agreement(
    fact: Fact,
    { verdict }: Verdict,
    confidence: number,
    relation: Relation,
  ): Agreement | "waiting" {
    const { votes } = this.context;
    if (votes === null) return { outcome: "none", rate: 0, passes: 0 };
    const sure = verdict === "supported" && confidence >= SURE && !closesSomething(relation);
    const agreement = agreementOn(fact.id, votes.traces, {
      rateMin: verdict === "unsupported" ? UNANIMOUS : votes.agreementMin,
      supported: verdict === "supported",
      sure,
      complete: votes.complete,
    });
    return agreement.outcome === "none" && !votes.complete ? "waiting" : agreement;
  }

  private wait(fact: Fact): void {
    this.open.facts.push(fact);
    this.defer("ensemble");
  }

  private accept(fact: Fact, relation: Relation): void {
    this.context.count("grounding", "passed");
    const subject = this.entities.get(fact.subjectId);
    if (fact.confidence <= floorFor(fact, subject, this.context.confidenceMin))
      return this.defer("confidence");
    this.context.count("confidence", "passed");
    const older = relation.kind === "contradiction" ? relation.with[0] : undefined;
    if (older && this.mayBeRuled()) {
      this.open.pairs.push({ newer: fact, older });
      return this.defer("adjudication");
    }
    this.place(fact, this.ruled(fact, relation));
  }

  private mayBeRuled(): boolean {
    const { votes } = this.context;
    return votes !== null && !votes.complete && !votes.traces.some((trace) => trace.purpose === "adjudicate");
  }

  /** A contradiction as the adjudication sees it; without a clear ruling it is the user's to decide. */
  private ruled(fact: Fact, relation: Relation): Relation {
    if (relation.kind !== "contradiction") return relation;
    const ruling = this.context.votes?.traces.find((t) => t.purpose === "adjudicate")?.rulings[fact.id];
    const [older] = relation.with;
    if (ruling === "update") return { kind: "update", closes: relation.with, at: beginning(fact) };
    if (ruling === "correction") return { kind: "correction", closes: relation.with };
    if (ruling === "both") return { kind: "new" };
    return ruling === "duplicate" && older ? { kind: "duplicate", of: older } : relation;
  }

  /** The best verdict over all its evidence: one turn that carries it is enough. */
  private ground(fact: Fact): Verdict {
    const subject = this.entities.get(fact.subjectId);
    const object = fact.objectId === null ? null : this.entities.get(fact.objectId);
    const claim = {
      subjectNames: subject ? namesOf(subject) : [],
      subjectIsSelf: subject?.isSelf ?? false,
      object: object?.name ?? fact.value ?? "",
      objectNames: object ? namesOf(object) : [],
      polarity: fact.polarity,
      predicate: fact.predicate,
      text: fact.text,
      assertedBy: fact.evidence[0]?.assertedBy ?? "user",
      change: fact.change,
      namesPrior: fact.supersedes !== null,
    };
    const verdicts = fact.evidence.flatMap((evidence) => {
      const turn = this.turns.get(evidence.episodeId);
      return turn ? [ground(turn, { ...claim, assertedBy: evidence.assertedBy }, evidence)] : [];
    });
    const rank = { supported: 0, unclear: 1, unsupported: 2 };
    const best = verdicts.sort((a, b) => rank[a.verdict] - rank[b.verdict] || b.support - a.support)[0];
    return (
      best ?? { verdict: "unsupported", reason: "no_evidence", detail: "no evidence is left", support: 0 }
    );
  }

  private place(fact: Fact, relation: Relation): void {
    this.context.count("consistency", relation.kind === "contradiction" ? "deferred" : "passed");
    switch (relation.kind) {
      case "new":
        return this.promote(fact, {});
      case "duplicate":
        return this.reinforce(relation.of, fact);
      case "update":
        for (const old of relation.closes)
          this.close(old, "superseded", relation.at.at > beginning(old).at ? relation.at : null);
        return this.promote(fact, {
          validAt: fact.validAt ?? relation.at,
          supersedes: relation.closes[0]?.id ?? null,
        });
      case "correction":
        for (const old of relation.closes) this.close(old, "corrected", null);
        return this.promote(fact, {
          validAt: fact.validAt ?? relation.closes[0]?.validAt ?? null,
          supersedes: relation.closes[0]?.id ?? null,
        });
      case "retraction":
        for (const old of relation.closes) this.close(old, "retracted", null);
        return this.promoteAs(fact, "retracted", { expiredAt: this.context.now });
      case "late":
        return this.promoteAs(fact, "superseded", { invalidAt: relation.at, expiredAt: this.context.now });
      case "contradiction":
        for (const other of relation.with) this.dispute(other);
        return this.promoteAs(fact, "disputed", {});
    }
  }

  private promote(fact: Fact, set: Partial<Fact>): void {
    this.promoteAs(fact, "verified", set);
  }

  private promoteAs(fact: Fact, status: Fact["status"], set: Partial<Fact>): void {
    this.counts.verified += 1;
    this.mutations.push({
      op: "fact.patch",
      id: fact.id,
      set: { confidence: fact.confidence, status, ...pickTimes(set) },
    });
    const placed = { ...fact, ...set, status };
    if (status === "verified" || status === "disputed") this.believed.push(placed);
    for (const id of [fact.subjectId, fact.objectId]) if (id !== null) this.believe(id);
  }

  private believe(entityId: string): void {
    const entity = this.entities.get(entityId);
    if (!entity || entity.status !== "staged" || this.promoted.has(entityId)) return;
    this.promoted.add(entityId);
    this.mutations.push({ op: "entity.patch", id: entityId, set: { status: "verified" } });
  }

  private close(old: Fact, status: "superseded" | "corrected" | "retracted", at: Fact["invalidAt"]): void {
    this.believed = this.believed.filter((fact) => fact.id !== old.id);
    this.mutations.push({
      op: "fact.patch",
      id: old.id,
      set: { status, expiredAt: this.context.now, ...(at === null ? {} : { invalidAt: at }) },
    });
  }

  private dispute(other: Fact): void {
    if (other.status === "disputed") return;
    this.mutations.push({ op: "fact.patch", id: other.id, set: { status: "disputed" } });
  }

  /** The known fact gains the evidence; a re-mention closes a dispute. */
  private reinforce(known: Fact, fact: Fact): void {
    this.counts.verified += 1;
    const again = fact.evidence.filter(
      (e) => !known.evidence.some((k) => k.episodeId === e.episodeId && k.start === e.start),
    );
    this.mutations.push({ op: "fact.delete", id: fact.id });
    if (again.length > 0) this.mutations.push({ op: "fact.evidence", id: known.id, evidence: again });
    const merged = { ...known, evidence: [...known.evidence, ...again] };
    const confidence = Math.max(
      statedConfidence(known),
      confidenceOf(merged, { verdict: "supported", support: 1 }),
    );
    const from = earlier(known.validAt, fact.validAt);
    this.mutations.push({
      op: "fact.patch",
      id: known.id,
      set: { confidence, status: "verified", ...(from === known.validAt ? {} : { validAt: from }) },
    });
  }

  private reject(fact: Fact, stage: Stage, reason: RejectionReason, detail: string): void {
    this.refused.push(fact);
    this.counts.rejected += 1;
    this.context.count(stage, "rejected");
    this.mutations.push(
      { op: "fact.delete", id: fact.id },
      {
        op: "rejection.put",
        rejection: {
          id: this.context.newId(),
          episodeId: fact.evidence[0]?.episodeId ?? null,
          factId: fact.id,
          stage,
          reason,
          detail,
          proposal: fact,
          reasoning: null,
          at: this.context.now,
        },
      },
    );
  }

  private defer(stage: Stage): void {
    this.counts.deferred += 1;
    this.context.count(stage, "deferred");
  }

  finish(episode: Episode): Omit<Judged, "believed" | "entities"> {
    const attempts = episode.verification.attempts + 1;
    const state = this.counts.deferred > 0 ? this.openState() : "done";
    this.mutations.push({
      op: "episode.patch",
      id: episode.id,
      set: { verification: { state, attempts, error: null } },
    });
    return {
      ...this.counts,
      open: this.open,
      batch: {
        actor: "verify",
        reason: "idle_pass",
        runId: this.context.runId,
        once: `verify:${episode.id}:${attempts}`,
        expect: { episodeId: episode.id, verification: episode.verification.state },
        mutations: this.mutations,
      },
    };
  }

  /** What was settled beside the episode's own judgement, which stays as it is. */
  settled(episode: Episode): Pick<Judged, "batch" | "verified" | "rejected"> {
    const { verified, rejected } = this.counts;
    const batch: MutationBatch = {
      actor: "verify",
      reason: WEB_CHECK_REASON,
      runId: this.context.runId,
      expect: { episodeId: episode.id },
      mutations: this.mutations,
    };
    return { batch, verified, rejected };
  }

  /** After all passes nothing is left that could decide: it stays unverified, and is not asked about again. */
  private openState(): "deferred" | "failed" {
    return this.context.votes?.complete === true ? "failed" : "deferred";
  }
}

function namesOf(entity: Entity): string[] {
  return [entity.name, ...entity.aliases.map((alias) => alias.alias)];
}

function pickTimes(
  set: Partial<Fact>,
): Partial<Pick<Fact, "validAt" | "invalidAt" | "expiredAt" | "supersedes">> {
  const { validAt, invalidAt, expiredAt, supersedes } = set;
  return {
    ...(validAt === undefined ? {} : { validAt }),
    ...(invalidAt === undefined ? {} : { invalidAt }),
    ...(expiredAt === undefined ? {} : { expiredAt }),
    ...(supersedes === undefined ? {} : { supersedes }),
  };
}

function earlier(a: Fact["validAt"], b: Fact["validAt"]): Fact["validAt"] {
  if (a === null || b === null) return a ?? null;
  return b.at < a.at ? b : a;
}
