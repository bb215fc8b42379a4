import type { Instant } from "./time.ts";

/** What happened to one user on one of their days, counted by name; a name that is missing is 0. */
export type DayCounts = Record<string, number>;

export interface Day {
  /** `YYYY-MM-DD`, in the user's own time zone. */
  date: string;
  /** What only the process that did it knows; all else is read from the memory. */
  counts: DayCounts;
  report: DayReport | null;
}

/** What the memory itself knows of a time. */
export interface Activity {
  /** Turns recorded then. */
  episodes: number;
  /** Created then and still there, by what they are now. */
  facts: Record<string, number>;
  entities: number;
  rejections: { stage: string; reason: string; count: number }[];
  feedback: { helpful: number; unhelpful: number };
  /** Calls of the model about turns. */
  tokens: { prompt: number; completion: number };
  /** Calls of the model about turns, of all passes, that showed their reasoning. */
  reasonings: { total: number; suspicious: number };
  /** Entities mentioned most in the turns recorded then, the self and merged ones not counted; at most 10. */
  topEntities: { id: string; mentions: number }[];
  /** Questions that are open now, by kind. */
  openReviews: Record<string, number>;
}

export const TOP_ENTITIES_MAX = 10;

/**
 * One day in numbers and ids: no words, so forgetting has nothing to take out of it. Shares are 0-1, null where there is
 * nothing to divide by.
 */
export interface DayReport {
  date: string;
  from: Instant;
  to: Instant;
  madeAt: Instant;
  /** The day was over when the report was made. */
  complete: boolean;
  /** It was given to the notifier. */
  sent: boolean;
  turns: Record<string, number>;
  extractions: {
    total: number;
    done: number;
    failed: number;
    malformed: number;
    /** Statements that became believed, and that were refused, by the idle pass. */
    validated: number;
    rejected: number;
    /** Validated, of both. */
    successRate: number | null;
  };
  rejections: { total: number; byStage: Record<string, number>; byReason: Record<string, number> };
  /** Refused because the words do not bear them out, of all that was proposed. */
  hallucinationRate: number | null;
  /** Reasonings of the live and the idle pass that looked suspicious; of all that were shown. */
  suspicious: { count: number; rate: number | null };
  /** Statements the passes voted on: all said the same, or not. */
  ensemble: { agreed: number; disagreed: number; agreement: number | null };
  /** Steps of the idle pass, by stage and outcome. */
  validations: Record<string, Record<string, number>>;
  feedback: { helpful: number; unhelpful: number; helpfulShare: number | null };
  growth: { episodes: number; facts: number; entities: number };
  /** Open questions whether two entities are one, for each entity: an estimate. */
  duplicateRate: number | null;
  /** `jobs`: of maintenance jobs that belong to no turn, both together. */
  modelTokens: { prompt: number; completion: number; jobs: number };
  graph: {
    episodes: number;
    conversations: number;
    entities: Record<string, number>;
    facts: Record<string, number>;
  };
  topEntities: { id: string; mentions: number }[];
  /** What needs a decision, or time. */
  waiting: {
    extraction: number;
    verification: number;
    disputed: number;
    reviews: Record<string, number>;
  };
}
