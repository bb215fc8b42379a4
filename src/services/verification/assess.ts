import { agreementOn, SURE_CONFIDENCE, type Agreement } from "../../domain/belief/agreement.ts";
import { valueKey, type Relation } from "../../domain/belief/consistency.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { ground } from "../../domain/grounding/grounding.ts";
import type { Verdict } from "../../domain/grounding/claim.ts";
import type { RejectionReason, Stage } from "../../domain/model/rejection.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { isOfAssistant, type EpisodeCase } from "./episode-case.ts";
import { confidenceOf, floorFor, votedConfidence } from "./confidence.ts";
import { everyWord } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { valueKindProblem } from "../../domain/belief/value-kind.ts";
import { words } from "../../language/text.ts";
import { namesOf } from "../../domain/model/entity.ts";

/** The results of the model's passes over the statements of an episode. */
export interface Votes {
  traces: Trace[];
  /** Whether a unanimous vote is enough to believe the assistant's claims about the world. */
  trustAssistant: boolean;
  /** False while passes are pending: statements that need one wait. */
  complete: boolean;
}

export interface AssessContext {
  input: EpisodeCase;
  /** Null if no model votes and code alone decides. */
  votes: Votes | null;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred") => void;
  /** Called when the passes have decided on a statement; `agreed` if they were unanimous. */
  onVoted?: ((agreed: boolean) => void) | undefined;
}

export type Assessment =
  | { kind: "accept"; fact: Fact }
  | { kind: "reject"; stage: Stage; reason: RejectionReason; detail: string }
  /** Left unchanged; `stage` could not decide. */
  | { kind: "defer"; stage: Stage }
  /** Waits for a pending vote. */
  | { kind: "wait" };

/** Share of the passes that must agree (ENS-2). */
const AGREEMENT_MIN = 0.6;
/** Share required to believe the assistant. */
const UNANIMOUS = 1;
/** Whether to believe one staged statement, before it is compared with known facts. Cheap checks come first. */
export function assess(context: AssessContext, fact: Fact, relation: Relation): Assessment {
  const problem = shapeProblem(fact);
  if (problem !== null) return { kind: "reject", stage: "shape", reason: "invalid_schema", detail: problem };
  context.count("shape", "passed");
  const verdict = groundFact(context.input, fact, context.votes !== null);
  if (verdict.reason === "assistant_only" && isAboutTheWorld(context.input, fact))
    return assessClaim(context, fact, verdict);
  if (verdict.verdict === "unsupported") {
    const { reason, detail } = verdict;
    return { kind: "reject", stage: "grounding", reason: reason ?? "not_in_turn", detail };
  }
  return decide(context, fact, verdict, relation);
}

/** The verdict of code holds unless the passes have a quorum; a duplicate of a known fact needs none. */
function decide(context: AssessContext, fact: Fact, verdict: Verdict, relation: Relation): Assessment {
  const confidence = confidenceOf(fact, verdict);
  const supported = verdict.verdict === "supported";
  if (supported && relation.kind === "duplicate" && fact.change === "none")
    return accept(context, { ...fact, confidence });
  const agreement = agreementFor(context, fact, verdict, confidence);
  if (agreement === "waiting") return { kind: "wait" };
  const { outcome, rate, passes } = agreement;
  if (outcome !== "none" && passes > 1) context.onVoted?.(rate === 0 || rate === UNANIMOUS);
  if (outcome === "reject") {
    const detail = `${rate.toFixed(2)} of ${passes}`;
    return { kind: "reject", stage: "ensemble", reason: "ensemble_disagreement", detail };
  }
  // No reader can tell whose words were pasted.
  if (verdict.reason === "pasted_text" && outcome === "accept") return { kind: "defer", stage: "grounding" };
  if (outcome === "accept") {
    context.count("ensemble", "passed");
    return accept(context, { ...fact, confidence: votedConfidence(confidence, rate) });
  }
  if (outcome === "split") return { kind: "defer", stage: "ensemble" };
  return supported ? accept(context, { ...fact, confidence }) : { kind: "defer", stage: "grounding" };
}

/**
 * The assistant's claims about the world are kept as its own words, unverified. They are believed once the user says the same, or
 * if all passes agree and the owner trusts them.
 */
function assessClaim(context: AssessContext, fact: Fact, verdict: Verdict): Assessment {
  const { votes } = context;
  if (votes?.trustAssistant !== true) return { kind: "defer", stage: "grounding" };
  const { complete, traces } = votes;
  const options = { rateMin: UNANIMOUS, supported: false, sure: false, complete };
  const { outcome, rate } = agreementOn(fact.id, traces, options);
  if (outcome === "none" && !complete) return { kind: "wait" };
  if (outcome !== "accept") return { kind: "defer", stage: "ensemble" };
  return accept(context, { ...fact, confidence: votedConfidence(confidenceOf(fact, verdict), rate) });
}

/** Accepts a claim of the assistant that web pages confirm. */
export function assessConfirmedByWeb(context: AssessContext, fact: Fact): Assessment {
  const verdict = groundFact(context.input, fact, context.votes !== null);
  return accept(context, { ...fact, confidence: votedConfidence(confidenceOf(fact, verdict), UNANIMOUS) });
}

/** A claim of the assistant about entities that no one else ever mentioned. */
export function isWorldClaim(file: EpisodeCase, fact: Fact): boolean {
  return (
    shapeProblem(fact) === null &&
    isOfAssistant(fact) &&
    groundFact(file, fact, false).reason === "assistant_only" &&
    isAboutTheWorld(file, fact)
  );
}

function accept({ input, count }: AssessContext, fact: Fact): Assessment {
  count("grounding", "passed");
  const subject = input.entities.get(fact.subjectId);
  if (fact.confidence <= floorFor(fact, subject)) return { kind: "defer", stage: "confidence" };
  count("confidence", "passed");
  return { kind: "accept", fact };
}

/** Neither its subject nor its object occurs in a statement by anyone else: not the user, nor their people and things. */
function isAboutTheWorld({ personal }: EpisodeCase, fact: Fact): boolean {
  return [fact.subjectId, fact.objectId].every((id) => id === null || !personal.has(id));
}

function agreementFor(
  { votes }: AssessContext,
  fact: Fact,
  { verdict }: Verdict,
  confidence: number,
): Agreement | "waiting" {
  if (votes === null) return { outcome: "none", rate: 0, passes: 0 };
  const agreement = agreementOn(fact.id, votes.traces, {
    rateMin: AGREEMENT_MIN,
    supported: verdict === "supported",
    sure: verdict === "supported" && confidence >= SURE_CONFIDENCE,
    complete: votes.complete,
  });
  return agreement.outcome === "none" && !votes.complete ? "waiting" : agreement;
}

/** Computed once per case. `votes`: a model will read it too. */
function groundFact(one: EpisodeCase, fact: Fact, votes: boolean): Verdict {
  const key = `${fact.id} ${votes}`;
  const verdict = one.grounded.get(key) ?? bestVerdict(one, fact, votes);
  one.grounded.set(key, verdict);
  return verdict;
}

/** The best verdict over all its evidence: one supporting turn is enough. */
function bestVerdict({ entities, turns, knownNames }: EpisodeCase, fact: Fact, votes: boolean): Verdict {
  const subject = entities.get(fact.subjectId);
  const object = fact.objectId === null ? null : entities.get(fact.objectId);
  const claim = {
    subjectNames: subject ? namesOf(subject) : [],
    subjectIsSelf: subject?.isSelf ?? false,
    object: object?.name ?? fact.value ?? "",
    objectNames: object ? namesOf(object) : [],
    knownNames,
    polarity: fact.polarity,
    predicate: fact.predicate,
    text: fact.text,
    change: fact.change,
    namesPrior: fact.supersedes !== null,
  };
  const verdicts = fact.evidence.flatMap((evidence) => {
    const turn = turns.get(evidence.episodeId);
    return turn ? [ground(turn, { ...claim, assertedBy: evidence.assertedBy }, evidence, { votes })] : [];
  });
  const rank = { supported: 0, unclear: 1, unsupported: 2 };
  const best = verdicts.sort((a, b) => rank[a.verdict] - rank[b.verdict] || b.support - a.support)[0];
  return best ?? { verdict: "unsupported", reason: "no_evidence", detail: "no evidence is left", support: 0 };
}

/** Longest value of a fact, words: anything longer is a paragraph, not an object. */
const VALUE_WORDS_MAX = 40;
const PRONOUNS = everyWord(({ words }) => words.pronouns);

/** The problem with the form of a fact, or null. Novel types and predicates are fine (F16). */
function shapeProblem(fact: Fact): string | null {
  if (!/^[\p{Lu}\p{Lo}\p{N}_]{1,64}$/u.test(fact.predicate)) return "the predicate is not a name";
  if ((fact.objectId === null) === (fact.value === null)) return "it needs an entity or a value, not both";
  if (fact.value !== null) {
    const parts = words(fact.value);
    if (valueKey(fact.value) === "") return "the value is empty";
    if (parts.length > VALUE_WORDS_MAX) return "the value is too long";
    if (parts.length > 0 && parts.every((part) => PRONOUNS.has(part))) return "the value is a pronoun";
    const problem = valueKindProblem(fact.predicate, fact.value);
    if (problem !== null) return problem;
  }
  if (contentWords(fact.text).length === 0) return "the sentence says nothing";
  if (fact.validAt && fact.invalidAt && fact.validAt.at >= fact.invalidAt.at)
    return "it ends before it begins";
  return null;
}
