import { setImmediate } from "node:timers/promises";
import { relate } from "../../domain/belief/consistency.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation, MutationBatch } from "../../domain/model/mutation.ts";
import { endingsLast, isClosing, reconcile, type RuledPair } from "../../domain/belief/reconciliation.ts";
import type { Stage } from "../../domain/model/rejection.ts";
import { keptReasoning, type Ballot } from "../../domain/model/trace.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import {
  assess,
  assessConfirmedByWeb,
  isWorldClaim,
  type AssessContext,
  type Assessment,
  type Votes,
} from "./assess.ts";
import { BeliefChanges } from "./belief-changes.ts";
import type { EpisodeCase } from "./episode-case.ts";
import { inventedEntities } from "./invented.ts";
import { ruledPairs } from "./reconcile/rulings.ts";

/** Scanning a turn from this length on blocks the event loop long enough that it should yield in between. */
const LONG_CHARS = 20_000;

export interface JudgeContext {
  user: UserStore;
  newId: NewId;
  now: string;
  runId: string | undefined;
  /** Results of the model's passes; null if no model votes and code alone decides. */
  votes: Votes | null;
  /** Statements of earlier turns that are about to be believed, which a call about several turns may presuppose. */
  awaited?: readonly Fact[];
  count: AssessContext["count"];
  onVoted?: AssessContext["onVoted"];
}

export interface Judged {
  batch: MutationBatch;
  verified: number;
  rejected: number;
  deferred: number;
  /** Statements waiting for votes. */
  open: Fact[];
  /** Accepted statements waiting to be compared with known facts. */
  accepted: Fact[];
  changes: BeliefChanges;
}

/**
 * Judges everything one episode staged: shape, grounding, votes, confidence, then its relation to known facts. Deterministic:
 * anything that code and the passes so far cannot decide stays staged. The result is one batch, applied at most once.
 */
export async function judgeEpisode(context: JudgeContext, one: EpisodeCase): Promise<Judged> {
  const judgement = new Judgement(context, one);
  const supported = await judgement.assessAll();
  const waits = context.votes !== null && !context.votes.complete;
  const accepted = waits ? judgement.postpone(supported) : [];
  if (!waits) await judgement.believe(supported);
  const judged = judgement.finish();
  judged.batch.mutations.push(...(await inventedEntities(context.user, judgement.refused, one.entities)));
  return { ...judged, accepted, changes: judgement.changes };
}

/** The remaining questions to a model about an episode after the passes so far. Reads only, decides nothing. */
export async function leftToAsk(
  context: Omit<JudgeContext, "count">,
  one: EpisodeCase,
): Promise<Pick<Judged, "open" | "accepted"> & { believed: Fact[] }> {
  const judgement = new Judgement({ ...context, count: () => undefined, onVoted: undefined }, one);
  const accepted = judgement.postpone(await judgement.assessAll());
  return { open: judgement.open, accepted, believed: judgement.changes.believed };
}

/** The reasoning of the passes that voted against it; null if code rejected it without them. */
function thoughtAgainst({ id }: Fact, votes: Votes | null): string | null {
  const against = votes?.traces.filter(({ ballots }) => ballots[id] === "against") ?? [];
  return keptReasoning(against.flatMap(({ reasoning }) => reasoning ?? []).join("\n\n"));
}

/** The assistant's claims about the world that one episode staged. */
export function worldClaims(one: EpisodeCase): Fact[] {
  return one.staged.filter((fact) => isWorldClaim(one, fact));
}

/** Settles claims about the world by the verdict of web pages; a statement that no longer is one is left unchanged. */
export function judgeByWeb(
  context: JudgeContext,
  one: EpisodeCase,
  said: Record<string, Ballot>,
): Pick<Judged, "batch" | "verified" | "rejected"> {
  const judgement = new Judgement(context, one);
  judgement.settleClaims(said);
  return judgement.settled();
}

/** The reason of changes made by a web check. */
export const WEB_CHECK_REASON = "web_check";

class Judgement {
  readonly changes: BeliefChanges;
  readonly refused: Fact[] = [];
  private readonly mutations: Mutation[] = [];
  readonly open: Fact[] = [];
  private rejected = 0;
  private deferred = 0;
  private readonly context: JudgeContext;
  private readonly input: EpisodeCase;
  private readonly things: Map<string, Entity>;

  constructor(context: JudgeContext, one: EpisodeCase) {
    const { awaited = [] } = context;
    const ids = new Set(awaited.map(({ id }) => id));
    // Statements about to be believed that this episode staged too no longer count as staged.
    const input = {
      ...one,
      staged: one.staged.filter(({ id }) => !ids.has(id)),
      believed: [...one.believed.filter(({ id }) => !ids.has(id)), ...awaited],
    };
    this.context = context;
    this.input = input;
    this.things = new Map(input.entities);
    this.changes = new BeliefChanges(input.believed, input.past, this.things, context.now);
  }

  private get assessing(): AssessContext {
    return { ...this.context, input: this.input };
  }

  /** Statements to be believed, in the order stated. Yields between those of a long turn. */
  async assessAll(): Promise<Fact[]> {
    const isLong = this.input.episode.userMessage.length > LONG_CHARS;
    const supported: Fact[] = [];
    for (const fact of this.input.staged) {
      const assessment = assess(this.assessing, fact, relate(fact, this.changes.known));
      supported.push(...this.noted(fact, assessment));
      if (isLong) await setImmediate();
    }
    return supported;
  }

  /** A claim confirmed by pages is believed as the assistant's own; a contradicted one is rejected. */
  settleClaims(said: Record<string, Ballot>): void {
    for (const fact of this.input.staged) {
      const ballot = said[fact.id] ?? "unclear";
      if (ballot === "unclear" || !isWorldClaim(this.input, fact)) continue;
      if (ballot === "against") {
        this.reject(fact, { stage: "web", reason: "fact_check_failed", detail: "pages contradict it" });
        continue;
      }
      this.context.count("web", "passed");
      for (const claim of this.noted(fact, assessConfirmedByWeb(this.assessing, fact)))
        this.changes.applyRelation(claim, relate(claim, this.changes.known));
    }
  }

  private noted(fact: Fact, assessment: Assessment): Fact[] {
    switch (assessment.kind) {
      case "accept":
        return [assessment.fact];
      case "reject":
        this.reject(fact, assessment);
        return [];
      case "wait":
        this.open.push(fact);
        this.defer("ensemble");
        return [];
      case "defer":
        this.defer(assessment.stage);
        return [];
    }
  }

  /** Duplicates of known facts need no ruling; the rest is returned and waits to be compared with known facts. */
  postpone(supported: Fact[]): Fact[] {
    return supported.filter((fact) => {
      const isKnown = this.isMention(fact);
      if (isKnown) this.place(fact);
      else this.defer("consistency");
      return !isKnown;
    });
  }

  /** Uses the rulings of the model if there are any, otherwise the rules of code. */
  async believe(accepted: Fact[]): Promise<void> {
    const { votes, user } = this.context;
    const pairs = votes === null ? null : await ruledPairs(user, votes.traces, accepted);
    const closing = [...(pairs?.values() ?? [])].flat().filter(({ rulings }) => rulings.some(isClosing));
    await this.readThings(closing.map(({ known }) => known));
    for (const fact of endingsLast(accepted)) {
      if (pairs === null || this.isMention(fact)) this.place(fact);
      else this.settle(fact, pairs.get(fact.id) ?? []);
    }
  }

  /** Reads what the known facts are about, whose names are looked for in the user's words. */
  private async readThings(known: readonly Fact[]): Promise<void> {
    const ids = known.flatMap(({ objectId }) => objectId ?? []);
    const unread = [...new Set(ids)].filter((id) => !this.things.has(id));
    const read = unread.length === 0 ? [] : await this.context.user.entitiesById(unread);
    for (const entity of read) this.things.set(entity.id, entity);
  }

  /** The fact repeats a known one and reports no change. */
  private isMention(fact: Fact): boolean {
    return fact.change === "none" && relate(fact, this.changes.known).kind === "duplicate";
  }

  private place(fact: Fact): void {
    const relation = relate(fact, this.changes.known);
    this.context.count("consistency", relation.kind === "contradiction" ? "deferred" : "passed");
    this.changes.applyRelation(fact, relation);
  }

  /** Only facts that no earlier statement of the episode has ended may be ended. */
  private settle(fact: Fact, pairs: RuledPair[]): void {
    const standing = pairs.filter(({ known }) => !this.changes.gone.has(known.id));
    const reconciled = reconcile(fact, standing);
    this.context.count(
      "consistency",
      reconciled.disputed.length + reconciled.doubted.length > 0 ? "deferred" : "passed",
    );
    this.changes.applyRulings(fact, reconciled);
  }

  private reject(
    fact: Fact,
    { stage, reason, detail }: Omit<Extract<Assessment, { kind: "reject" }>, "kind">,
  ): void {
    this.refused.push(fact);
    this.rejected += 1;
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
          reasoning: thoughtAgainst(fact, this.context.votes),
          at: this.context.now,
        },
      },
    );
  }

  private defer(stage: Stage): void {
    this.deferred += 1;
    this.context.count(stage, "deferred");
  }

  finish(): Omit<Judged, "accepted" | "changes"> {
    const { episode } = this.input;
    const attempts = episode.verification.attempts + 1;
    const state = this.deferred > 0 ? this.openState() : "done";
    this.mutations.push({
      op: "episode.patch",
      id: episode.id,
      set: { verification: { state, attempts, error: null } },
    });
    return {
      verified: this.changes.verified,
      rejected: this.rejected,
      deferred: this.deferred,
      open: this.open,
      batch: {
        actor: "verify",
        reason: "idle_pass",
        runId: this.context.runId,
        once: `verify:${episode.id}:${attempts}`,
        expect: { episodeId: episode.id, verification: episode.verification.state },
        mutations: [...this.mutations, ...this.changes.mutations],
      },
    };
  }

  /** The changes of a web check; the episode's own judgement is not touched. */
  settled(): Pick<Judged, "batch" | "verified" | "rejected"> {
    const batch: MutationBatch = {
      actor: "verify",
      reason: WEB_CHECK_REASON,
      runId: this.context.runId,
      expect: { episodeId: this.input.episode.id },
      mutations: [...this.mutations, ...this.changes.mutations],
    };
    return { batch, verified: this.changes.verified, rejected: this.rejected };
  }

  /** Once all passes are done nothing is left to decide it: it stays unverified and is not asked about again. */
  private openState(): "deferred" | "failed" {
    return this.context.votes?.complete === true ? "failed" : "deferred";
  }
}
