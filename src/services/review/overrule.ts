import { endsOf, newFact, sideOf, type Evidence, type Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { normalisePredicate } from "../../domain/belief/predicate.ts";
import type { FactProposal } from "../../domain/model/proposal.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import { findQuote } from "../../language/text.ts";
import { REDACTED } from "../../domain/model/tombstone.ts";
import { EngramError, notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { integrateStatedFact, namedEnds, type ReviewDeps } from "./facts.ts";
import { rootEntity } from "./merge.ts";
import { evidenceOf } from "./trace.ts";
import { byId } from "../collections.ts";

/** The fact that a rejection became when its owner overruled it earlier; null if it was not overruled. */
export async function overruledFact(user: UserStore, id: string): Promise<Fact | null> {
  const rejection = await user.rejection(id);
  if (!rejection) throw notFound("rejection");
  const { overruledFactId: factId } = rejection;
  return factId === null || factId === undefined ? null : user.fact(factId);
}

/**
 * The owner overrules a rejection: the proposal becomes a verified fact with its original evidence, and closes what it
 * contradicts by the same rules as any statement by the owner. Forgotten content stays forgotten.
 */
export async function overrule(deps: ReviewDeps, user: UserStore, id: string, runId: string): Promise<Fact> {
  const rejection = await user.rejection(id);
  if (!rejection) throw notFound("rejection");
  if (JSON.stringify(rejection.proposal).includes(REDACTED)) throw wasForgotten();
  const mutations: Mutation[] = [];
  const fact = await factOf(deps, user, rejection, mutations);
  const integrated = await integrateStatedFact(user, fact, deps.clock.now());
  const { factId } = integrated;
  await user.apply({
    actor: "user",
    reason: "overruled",
    runId,
    whole: true,
    mutations: [
      ...mutations,
      ...integrated.mutations,
      ...(await promotions(user, fact)),
      { op: "rejection.overrule", id, factId },
    ],
  });
  const stored = await user.fact(factId);
  if (!stored) throw wasForgotten();
  return stored;
}

function wasForgotten(): EngramError {
  return new EngramError("conflict", "This was forgotten");
}

/** A believed fact makes its entities believed. */
async function promotions(user: UserStore, fact: Fact): Promise<Mutation[]> {
  const ends = await user.entitiesById([...endsOf([fact])]);
  const staged = ends.filter(({ status }) => status === "staged" || status === "archived");
  return staged.map(({ id }) => ({ op: "entity.patch", id, set: { status: "verified" } }));
}

/** A rejected fact as it was, or a fact built from an extractor's proposal. */
async function factOf(
  deps: ReviewDeps,
  user: UserStore,
  rejection: Rejection,
  mutations: Mutation[],
): Promise<Fact> {
  const id = rejection.factId ?? rejection.id;
  const believed = { id, confidence: 1, status: "verified", expiredAt: null, supersedes: null } as const;
  const refused = rejection.proposal as Partial<Fact> | null;
  if (typeof refused?.subjectId !== "string") {
    return { ...(await proposedFact(deps, user, rejection, mutations)), ...believed };
  }
  const fact = refused as Fact;
  const subject = await rootEntity(user, fact.subjectId);
  const object = fact.objectId === null ? null : await rootEntity(user, fact.objectId);
  if (!subject || (fact.objectId !== null && !object)) {
    throw new EngramError("conflict", "What it is about is not known any more; state the fact by hand");
  }
  const ends = { subjectId: subject.id, objectId: object?.id ?? null };
  return { ...fact, ...ends, ...believed, evidence: await stillThere(user, evidenceOf(fact)) };
}

/** Evidence at its current position; forgetting may have moved or removed it. */
async function stillThere(user: UserStore, evidence: Evidence[]): Promise<Evidence[]> {
  const turns = byId(await user.episodesById(evidence.map((e) => e.episodeId)));
  return evidence.flatMap((e) => {
    const turn = turns.get(e.episodeId);
    if (!turn || turn.replacedBy !== null) return [];
    const text = sideOf(turn, e.part);
    if (text.slice(e.start, e.end) === e.quote) return [e];
    const span = findQuote(text, e.quote);
    return span ? [{ ...e, ...span, quote: text.slice(span.start, span.end) }] : [];
  });
}

async function proposedFact(
  deps: ReviewDeps,
  user: UserStore,
  rejection: Rejection,
  mutations: Mutation[],
): Promise<Fact> {
  const proposal = readable(rejection.proposal);
  const ends = await namedEnds(deps, user, proposal, "proposal.", mutations);
  return newFact({
    id: rejection.id,
    predicate: normalisePredicate(proposal.predicate),
    ...ends,
    polarity: proposal.polarity ?? "positive",
    text: proposal.text ?? `${proposal.subject} ${proposal.predicate} ${proposal.object}`,
    confidence: 1,
    createdAt: deps.clock.now(),
    status: "verified",
    change: proposal.change ?? "none",
    evidence: await quoted(user, rejection, proposal),
  });
}

type Readable = Pick<FactProposal, "subject" | "predicate" | "object"> & Partial<FactProposal>;

function readable(proposal: unknown): Readable {
  const { subject, predicate, object } = (proposal ?? {}) as Partial<FactProposal>;
  const isText = [subject, predicate, object].every((part) => typeof part === "string" && part.trim() !== "");
  if (!isText || normalisePredicate(predicate ?? "") === "") {
    throw new EngramError("conflict", "It cannot be read as a fact; state it by hand");
  }
  return proposal as Readable;
}

/** The quoted words, if they occur in the turn; otherwise the owner's confirmation is the only basis. */
async function quoted(user: UserStore, { episodeId }: Rejection, proposal: Readable): Promise<Evidence[]> {
  const turn = episodeId === null ? null : await user.episode(episodeId);
  const span = turn && findQuote(turn.userMessage, proposal.quote ?? proposal.text ?? "");
  if (!turn || !span) return [];
  const quote = turn.userMessage.slice(span.start, span.end);
  const assertedBy = turn.speaker ?? (turn.source === "document" ? "document" : "user");
  return [{ episodeId: turn.id, part: "user", ...span, quote, assertedBy, occurredAt: turn.occurredAt }];
}
