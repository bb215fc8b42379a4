import type { Community } from "../../domain/model/community.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { EpisodeIntent } from "../../domain/model/episode.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import { fold, foldName, letterTokens } from "../../language/text.ts";
import { shownWordsIn } from "./forget-reply-words.ts";
import type { ForgetReads } from "./forget-store.ts";
import { type WordRun, containsRun, redactRuns, findRuns, rootOf } from "./redact.ts";
import type { ChangeRow, RejectionRow } from "./rows.ts";
import { type RedactionRule, type ForgetPlan, runsFor } from "./forget-plan.ts";
import { mapStrings } from "./tombstones.ts";

/**
 * Rewrites the remaining rows. The same functions process the graph and the snapshots in the change log, so that a
 * change can still be undone if nothing else happened to its target. A fact's paraphrases may derive from forgotten content,
 * and are generated again.
 */
export function rewriteFact(plan: ForgetPlan, { expansion, ...fact }: Fact): Fact {
  const runs = plan.rules.filter((r) => r.everywhere || r.factIds.has(fact.id)).flatMap((r) => r.runs);
  const text = redactRuns(fact.text, runs).text;
  const value = fact.value === null ? null : redactRuns(fact.value, runs).text;
  const evidence = fact.evidence
    .filter((e) => !plan.episodeIds.has(e.episodeId))
    .map((e) => rewriteEvidence(plan, e));
  return { ...fact, text, value, evidence };
}

function rewriteEvidence(plan: ForgetPlan, evidence: Evidence): Evidence {
  const made = plan.redactedEpisodes.get(evidence.episodeId)?.[evidence.part];
  if (!made) return evidence;
  const { start, end } = made.move(evidence);
  return { ...evidence, start, end, quote: made.text.slice(start, end) };
}

export function rewriteEntity(plan: ForgetPlan, entity: Entity): Entity {
  const { summaryBasis, ...rest } = entity;
  if (summaryBasis?.factIds.some((id) => plan.facts.has(id) || plan.rules.some((r) => r.factIds.has(id))))
    return rewriteEntity(plan, { ...rest, summary: null });
  const about = (r: RedactionRule): boolean => r.subjectId === entity.id;
  const kept = (text: string): string => redactRuns(text, runsFor(plan, text, about)).text;
  const unnamed = plan.givenNames.get(entity.id);
  const names = everywhere(plan);
  return {
    ...entity,
    // "Annelie's husband" contains her name as well.
    name: redactRuns(entity.name, names).text,
    aliases: entity.aliases.filter(
      ({ alias }) => !unnamed?.has(foldName(alias)) && !containsRun(alias, names),
    ),
    summary: entity.summary === null ? null : kept(entity.summary),
    properties: mapStrings(entity.properties, kept),
  };
}

/** Names redacted wherever they occur. */
function everywhere(plan: ForgetPlan): WordRun[] {
  return plan.rules.filter((r) => r.everywhere).flatMap((r) => r.runs);
}

/** Which facts may have to be rewritten, besides those with evidence in a changed episode. */
export function wordsEverywhere(plan: ForgetPlan): string[] {
  return everywhere(plan)
    .map((run) => fold(rootOf(run)))
    .filter((word) => word !== "");
}

type Snapshots = Pick<ChangeRow, "kind" | "before_json" | "after_json">;

/** A change without forgotten content; the same one if it had none, null if nothing of it may be kept. */
export function rewriteChange<T extends Snapshots>(plan: ForgetPlan, row: T): T | null {
  if (row.kind === "episode") return summarisesForgotten(plan, row) ? null : row;
  const before = rewriteSnapshot(plan, row, row.before_json);
  const after = rewriteSnapshot(plan, row, row.after_json);
  if (before === row.before_json && after === row.after_json) return row;
  if (before === GONE || after === GONE || before === after) return null;
  return { ...row, before_json: before, after_json: after };
}

/** A summary is deleted with any of its turns. */
function summarisesForgotten({ episodeIds }: ForgetPlan, { before_json, after_json }: Snapshots): boolean {
  const log = JSON.parse(after_json ?? before_json ?? "null") as SummaryLog | null;
  return log === null || [log.id, ...log.sources].some((id) => episodeIds.has(id));
}

/** A snapshot of which nothing may be kept. */
const GONE = "gone";

function rewriteSnapshot(plan: ForgetPlan, row: Snapshots, json: string | null): string | null {
  if (json === null) return null;
  if (row.kind === "community") return mustDropCommunity(plan, JSON.parse(json) as Community) ? GONE : json;
  if (row.kind === "entity") {
    return JSON.stringify(rewriteEntity(plan, JSON.parse(json) as Entity));
  }
  const fact = JSON.parse(json) as Fact;
  const kept = rewriteFact(plan, fact);
  return fact.evidence.length > 0 && kept.evidence.length === 0 ? GONE : JSON.stringify(kept);
}

/**
 * A topic is deleted whole, text included, if anything in it is: a member, a fact it repeats, or words in its text. It
 * is derived, and found again from the remaining data.
 */
export function mustDropCommunity(plan: ForgetPlan, { name, summary, members, factIds }: Community): boolean {
  if (members.some((id) => plan.entities.has(id))) return true;
  if (factIds.some((id) => plan.facts.has(id) || plan.rules.some((rule) => rule.factIds.has(id))))
    return true;
  return containsRun(
    `${name}\n${summary}`,
    plan.rules.flatMap((rule) => rule.runs),
  );
}

type RefusedRow = Pick<RejectionRow, "episode_id" | "fact_id" | "detail" | "proposal" | "reasoning">;

/** A rejection about forgotten content is null; in another a forgotten name is redacted; the same one if there is none. */
export function rewriteRejection<T extends RefusedRow>(plan: ForgetPlan, row: T): T | null {
  if (mustDropRejection(plan, row)) return null;
  const none = (): boolean => false;
  const kept = (text: string): string => redactRuns(text, runsFor(plan, text, none)).text;
  const detail = kept(row.detail);
  const proposal = JSON.stringify(mapStrings(JSON.parse(row.proposal) as unknown, kept));
  const reasoning = row.reasoning === null ? null : kept(row.reasoning);
  const same = detail === row.detail && proposal === row.proposal && reasoning === row.reasoning;
  return same ? row : { ...row, detail, proposal, reasoning };
}

function mustDropRejection(plan: ForgetPlan, row: RefusedRow): boolean {
  if (row.fact_id !== null && plan.facts.has(row.fact_id)) return true;
  if (row.episode_id === null) return false;
  if (plan.episodeIds.has(row.episode_id)) return true;
  const words = plan.redactedEpisodes.get(row.episode_id)?.runs ?? [];
  return containsRun(`${row.proposal}\n${row.detail}\n${row.reasoning ?? ""}`, words);
}

/**
 * An intent that names forgotten items loses its ids: its question is no longer open, its changes are gone.
 * Null if it stays unchanged.
 */
export function clearedIntent({ facts, episodeIds }: ForgetPlan, json: string): string | null {
  const intent = JSON.parse(json) as EpisodeIntent;
  const isGone = intent.candidates.some(
    (one) => one.factIds.some((id) => facts.has(id)) || one.episodeIds.some((id) => episodeIds.has(id)),
  );
  if (!isGone) return null;
  const state = intent.state === "asked" ? "done" : intent.state;
  const cleared: EpisodeIntent = { kind: intent.kind, state, candidates: [], changeIds: [] };
  return JSON.stringify(cleared);
}

/**
 * Reasoning about another turn may repeat forgotten words, or those of a forgotten turn that its model was shown: it is
 * deleted, its votes stay.
 */
export function mustDropReasoning(
  plan: ForgetPlan,
  { reasoning, ...turn }: ForgetReads["reasonings"]["row"],
): boolean {
  const runs = [...plan.rules.flatMap((rule) => rule.runs), ...shownWordsIn(plan, turn)];
  return runs.length > 0 && findRuns(letterTokens(reasoning), runs).length > 0;
}
