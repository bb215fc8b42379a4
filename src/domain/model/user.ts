import { machineTimeZone } from "./local-day.ts";
import type { Instant } from "./time.ts";

/** What the user's own questions taught the ranking of search; see `services/learning`. */
export interface LearnedRanking {
  /** Earlier feedback does not count: the owner started over. */
  since: Instant | null;
  /** Null: only the shipped ranking. */
  learnedAt: Instant | null;
  /** By the part of the score. */
  weights: Partial<Record<string, number>>;
  /** Number learned from. */
  questions: number;
  /** Mean reciprocal rank of the memories that were of use, with the shipped ranking and with this one. */
  shipped: number;
  learned: number;
}
import type { IdTemplate } from "../grounding/external-ids.ts";

/** User settings. */
export interface UserSettings {
  /** IANA name. */
  timeZone: string;
  /** BCP 47 primary language; null: detected from the text. */
  language: string | null;
  /** Days after which episodes are forgotten; null keeps them. */
  retentionDays: number | null;
  /** Days after its last message that a conversation is archived; null: never. */
  archiveAfterDays: number | null;
  /** Local hours `HH:MM` between which the idle pass rests; null: none. */
  quietHours: { from: string; to: string } | null;
  /** The recall recipe for chat; null: the service's. */
  recallRecipe: string | null;
  /** What the assistant should know or do in every conversation: "Call me Lena, be brief." */
  instructions: string | null;
  /** For chat; null: the service's. */
  temperature: number | null;
  /**
   * Reasoning effort of the chat model; null: the service's. One value for all messages, because it is at the start of
   * the prompt.
   */
  effort: "low" | "medium" | "high" | null;
  /** Whether plans are brought up when they are due: by the notifier and in chat. */
  reminders: boolean;
  /** Made by the job `learn`; null: nothing was learned. */
  ranking: LearnedRanking | null;
  /** Forms of ids in the user's own systems, found as external ids. */
  idTemplates: IdTemplate[];
}

/** The machine's zone is the best guess for a user at home. */
export const DEFAULT_SETTINGS: UserSettings = {
  timeZone: machineTimeZone(),
  language: null,
  retentionDays: null,
  archiveAfterDays: null,
  quietHours: null,
  recallRecipe: null,
  instructions: null,
  temperature: null,
  effort: null,
  reminders: false,
  ranking: null,
  idTemplates: [],
};

/** The user of a loopback request while no key exists. */
export const LOCAL_USER = "local";
