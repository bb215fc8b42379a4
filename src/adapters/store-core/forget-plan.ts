import type { Entity } from "../../domain/model/entity.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import { letterTokens, type Span, type Token } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import {
  type ForgetCounts,
  type ForgetTargetKind,
  type SimilarTurns,
  noneForgotten,
} from "../../domain/model/tombstone.ts";
import { type RedactedText, type WordRun, findRuns } from "./redact.ts";
import type { NewTombstone } from "./tombstones.ts";

/** Words to redact, and their scope. */
export interface RedactionRule {
  runs: WordRun[];
  everywhere: boolean;
  /** Always in these episodes, and in those that recalled one of them. */
  episodeIds: Set<string>;
  /** In every episode that recalled one of these facts. */
  recalledFactIds: Set<string>;
  /** In every text that names one of these. */
  near: WordRun[];
  /** The entity whose summary is deleted too. */
  subjectId: string | null;
  /** Facts that stay, but whose sentence repeats the words. */
  factIds: Set<string>;
}

export function redactionRule(runs: WordRun[], more: Partial<RedactionRule> = {}): RedactionRule {
  return {
    runs: runs.filter((run) => run.words.length > 0),
    everywhere: false,
    episodeIds: new Set(),
    recalledFactIds: new Set(),
    near: [],
    subjectId: null,
    factIds: new Set(),
    ...more,
  };
}

type PartSpan = Pick<Evidence, "part" | "start" | "end">;

/** A remaining episode after redaction. */
export interface RedactedEpisode {
  user: RedactedText;
  assistant: RedactedText;
  runs: WordRun[];
}

/** What a forgetting deletes and redacts, and its progress. */
export interface ForgetPlan {
  target: ForgetTargetKind;
  at: Instant;
  episodeIds: Set<string>;
  /** A conversation to delete even if it has no episodes. */
  conversationIds: Set<string>;
  facts: Map<string, Fact>;
  /** Folded names from the forgotten facts, by entity. */
  givenNames: Map<string, Set<string>>;
  entities: Map<string, Entity>;
  rules: RedactionRule[];
  spans: Map<string, PartSpan[]>;
  /** By conversation: those that share turns with it, branches of branches included. */
  branches: ReadonlyMap<string, string[]>;
  /** Words of forgotten turns that remaining replies may repeat, by turn and by conversation. */
  replyWords: Map<string, WordRun[]>;
  /** Turns that still contain words similar to the forgotten ones. */
  similar: Set<string>;
  /** Entities that may become orphans. */
  maybeOrphans: Set<string>;
  /** Changes with forgotten content of facts already deleted. */
  changeIds: Set<string>;
  tombstones: NewTombstone[];
  redactedEpisodes: Map<string, RedactedEpisode>;
  /** Deleted pieces of text, for the search through the raw files afterwards. */
  residues: Set<string>;
  counts: ForgetCounts;
}

export interface ForgetResult {
  counts: ForgetCounts;
  similar: SimilarTurns;
  /** For `purge`, once this is committed; `all`: more than are compared. */
  residues: string[] | "all";
}

export function newForgetPlan(target: ForgetTargetKind, at: Instant): ForgetPlan {
  return {
    target,
    at,
    episodeIds: new Set(),
    conversationIds: new Set(),
    facts: new Map(),
    givenNames: new Map(),
    entities: new Map(),
    rules: [],
    spans: new Map(),
    branches: new Map(),
    replyWords: new Map(),
    similar: new Set(),
    maybeOrphans: new Set(),
    changeIds: new Set(),
    tombstones: [],
    redactedEpisodes: new Map(),
    residues: new Set(),
    counts: noneForgotten(),
  };
}

export function isEmpty(plan: ForgetPlan): boolean {
  const { episodeIds, conversationIds, facts, entities } = plan;
  return episodeIds.size + conversationIds.size + facts.size + entities.size === 0;
}

/** Runs of the rules that apply everywhere, or that `also` selects, or whose subject this text names. */
export function runsFor(plan: ForgetPlan, text: string, also: (rule: RedactionRule) => boolean): WordRun[] {
  let tokens: Token[] | undefined;
  const isNear = ({ near }: RedactionRule): boolean =>
    near.length > 0 && findRuns((tokens ??= letterTokens(text)), near).length > 0;
  return plan.rules.filter((r) => r.everywhere || also(r) || isNear(r)).flatMap((r) => r.runs);
}

/** Beyond this, some separator between FTS5's pages matches one of them anyway: every index is rebuilt. */
export const RESIDUES_MAX = 64;

/** Shorter pieces prove nothing if found in a file. */
const RESIDUE_CHARS_MIN = 4;
const RESIDUE_CHARS_MAX = 48;

export function addResidue(plan: ForgetPlan, text: string): void {
  const piece = text.slice(0, RESIDUE_CHARS_MAX);
  if (piece.length >= RESIDUE_CHARS_MIN) plan.residues.add(piece);
}

export function addResidueOfSpan(plan: ForgetPlan, text: string, span: Span): void {
  addResidue(plan, text.slice(span.start, span.end));
}

/** Turns listed as similar; there may be more. */
const SIMILAR_LISTED_MAX = 20;

export function similarTo({ similar }: ForgetPlan): SimilarTurns {
  return { turns: similar.size, episodeIds: [...similar].slice(0, SIMILAR_LISTED_MAX) };
}
