import { type IntentKind, type Language, PACKS, type Phrases } from "../../language/index.ts";
import type { EpisodeIntent, MemoryMode, RecalledItem, Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { ForgetOutcome, ForgetTarget } from "../../domain/model/tombstone.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { KeyedLock } from "../locks.ts";

export interface IntentDeps {
  clock: Clock;
  newId: NewId;
  /** Forgets and tells observers. */
  forget: (userId: string, target: ForgetTarget) => Promise<ForgetOutcome>;
  /** A model reads intents in any words after the reply; code acts on plain phrases alone. */
  modelReadsIntents?: () => boolean;
  /** Writers of one user's graph take turns. */
  graphLock: KeyedLock;
  /** Of what is put away, erases what was chosen and brings the rest back. */
  pending: {
    answer(
      user: UserStore,
      listed: readonly string[],
      chosen: readonly string[],
    ): Promise<{ facts: number; turns: number }>;
  };
}

/** What is known when a message comes in. */
export interface IntentContext {
  deps: IntentDeps;
  user: UserStore;
  message: string;
  memory: MemoryMode;
  conversationId: string | null;
  /** The turn before this one in the conversation. */
  previous: Episode | null;
  now: Instant;
  /** Turns that were found to hold words like those that went. */
  similar: Set<string>;
  timeZone: string;
  /** Words of the turn's language. */
  say: Phrases;
  language: Language;
}

type MemoryActionKind =
  | "forgotten"
  | "put_away"
  | "disputed"
  | "undone"
  | "remembered"
  | "off_record"
  | "explained"
  | "asked";

/** What an intent did, as clients are told: ids that still exist, and counts. */
export interface MemoryAction {
  action: MemoryActionKind;
  ids: string[];
  counts: Record<string, number>;
}

/** The result of an executed intent. */
export interface IntentOutcome {
  /** What code answers, in the user's language; without any forgotten word. */
  text: string;
  /** One line for the model, when it answers the rest. */
  note: string;
  actions: MemoryAction[];
  /** Memories the text shows. */
  recalled: RecalledItem[];
  intent: EpisodeIntent | null;
}

/** Executes an intent that was looked up before. `episodeId`: the turn that holds it. */
export type Execute = (episodeId: string) => Promise<IntentOutcome>;

export function intentOf(kind: IntentKind, more: Partial<EpisodeIntent> = {}): EpisodeIntent {
  return { kind, state: "done", candidates: [], changeIds: [], ...more };
}

export function outcome(
  text: string,
  note: string,
  more: Partial<Omit<IntentOutcome, "text" | "note">> = {},
): IntentOutcome {
  return { text, note, actions: [], recalled: [], intent: null, ...more };
}

export function phrasesOf(language: Language): Phrases {
  return PACKS[language].phrases;
}
