import type { Instant } from "./time.ts";

/** Events of one user's day, counted by name; a missing name is 0. */
export type DayCounts = Record<string, number>;

export interface Day {
  /** `YYYY-MM-DD`, in the user's own time zone. */
  date: string;
  /** Counts known only to the process that did the work; everything else is read from the memory. */
  counts: DayCounts;
  report: DayReport | null;
}

/** Activity in a period, as recorded in the memory itself. */
export interface Activity {
  /** Turns recorded in the period. */
  episodes: number;
  /** Created in the period and still there, by current status. */
  facts: Record<string, number>;
  entities: number;
  rejections: { stage: string; reason: string; count: number }[];
  feedback: { helpful: number; unhelpful: number };
  /** Model calls about turns. */
  tokens: { prompt: number; completion: number };
  /** Model calls about turns, in all passes, that exposed their reasoning. */
  reasonings: { total: number; suspicious: number };
  /** Entities mentioned most in the turns recorded in the period, without the self and merged ones; at most 10. */
  topEntities: { id: string; mentions: number }[];
  /** Currently open questions, by kind. */
  openReviews: Record<string, number>;
}

export const TOP_ENTITIES_MAX = 10;

/**
 * One day in numbers and ids, without words, so forgetting has nothing to remove. Shares are 0-1, null if the
 * denominator is 0.
 */
export interface DayReport {
  date: string;
  from: Instant;
  to: Instant;
  madeAt: Instant;
  /** The day was over when the report was made. */
  complete: boolean;
  /** It was passed to the notifier. */
  sent: boolean;
  turns: Record<string, number>;
  extractions: {
    total: number;
    done: number;
    failed: number;
    malformed: number;
    /** Statements the idle pass verified and rejected. */
    validated: number;
    rejected: number;
    /** Share of those that were verified. */
    successRate: number | null;
  };
  rejections: { total: number; byStage: Record<string, number>; byReason: Record<string, number> };
  /** Share of all proposals rejected because the words do not support them. */
  hallucinationRate: number | null;
  /** Live and idle pass reasonings that looked suspicious, as a count and as a share of all exposed ones. */
  suspicious: { count: number; rate: number | null };
  /** Statements the passes voted on, unanimously or not. */
  ensemble: { agreed: number; disagreed: number; agreement: number | null };
  /** Steps of the idle pass, by stage and outcome. */
  validations: Record<string, Record<string, number>>;
  feedback: { helpful: number; unhelpful: number; helpfulShare: number | null };
  growth: { episodes: number; facts: number; entities: number };
  /** Open merge questions per entity: an estimate. */
  duplicateRate: number | null;
  /** `jobs`: prompt and completion tokens of maintenance jobs that belong to no turn. */
  modelTokens: { prompt: number; completion: number; jobs: number };
  graph: {
    episodes: number;
    conversations: number;
    entities: Record<string, number>;
    facts: Record<string, number>;
  };
  topEntities: { id: string; mentions: number }[];
  /** Items awaiting a decision, or time. */
  waiting: {
    extraction: number;
    verification: number;
    disputed: number;
    reviews: Record<string, number>;
  };
}
