import type { IntentKind, Language, Phrases } from "../../language/index.ts";
import type { EpisodeIntent, MemoryMode, RecalledItem, Episode } from "../../domain/model/episode.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { turnsOf, type Thread } from "../branches.ts";
import type { Forgetting } from "../forgetting/forgetting.ts";
import type { Notice } from "../forgetting/notice.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import type { Needs } from "../kernel.ts";
import type { MemoryAction } from "./types.ts";

export interface IntentDeps extends Needs<"clock" | "graphLock"> {
  /** True if a model reads intents in any wording after the reply; code only acts on plain phrases. */
  modelReadsIntents?: () => boolean;
  forgetting: Pick<Forgetting, "request" | "answer" | "notice">;
}

export interface IntentRequest {
  user: UserStore;
  message: string;
  /** Of somebody else than the owner nothing but what keeps words off the record is carried out. */
  speaker?: string | null | undefined;
  memory: MemoryMode;
  /** Null in a new one. */
  conversation: Thread | null;
  /** The previous turn in the conversation. */
  previous: Episode | null;
}

/** Known state when a message comes in. */
export interface IntentContext extends IntentRequest {
  deps: IntentDeps;
  now: Instant;
  /** Intents that code cannot recognise are read by a model after the reply. */
  modelReads: boolean;
  timeZone: string;
  /** Phrases in the turn's language. */
  say: Phrases;
  language: Language;
}

/** The result of an executed intent. */
export interface IntentOutcome {
  /** The reply written by code, in the user's language; without any forgotten word. */
  text: string;
  /** Shown before it, and not stored: it names the content to be forgotten. */
  notice: Notice | null;
  /** One line for the model, if it answers the rest. */
  note: string;
  actions: MemoryAction[];
  /** Memories shown in the text. */
  recalled: RecalledItem[];
  intent: EpisodeIntent | null;
}

/** Executes an intent that was already looked up. `episodeId`: the turn that contains it. */
export type Execute = (episodeId: string) => Promise<IntentOutcome>;

export function intentOf(kind: IntentKind, more: Partial<EpisodeIntent> = {}): EpisodeIntent {
  return { kind, state: "done", candidates: [], changeIds: [], ...more };
}

export function outcome(
  text: string,
  note: string,
  more: Partial<Omit<IntentOutcome, "text" | "note">> = {},
): IntentOutcome {
  return { text, notice: null, note, actions: [], recalled: [], intent: null, ...more };
}

/**
 * Combines several intents in one turn; the turn is marked as off the record from here on, as a wish to forget, or as
 * the last of them.
 */
export function joined(outcomes: readonly IntentOutcome[]): IntentOutcome {
  const texts = outcomes.map(({ text }) => text).filter((text) => text !== "");
  const intents = outcomes.flatMap(({ intent }) => intent ?? []);
  return {
    text: texts.join("\n"),
    // Each notice reports everything not reported yet.
    notice: outcomes.findLast(({ notice }) => notice !== null)?.notice ?? null,
    note: outcomes.map(({ note }) => note).join(" "),
    actions: outcomes.flatMap(({ actions }) => actions),
    recalled: outcomes.flatMap(({ recalled }) => recalled),
    intent:
      intents.find(({ state }) => state === "on") ??
      intents.findLast(({ kind }) => kind === "forget") ??
      intents.at(-1) ??
      null,
  };
}

/** Turns searched for the last statement. */
const BACK_MAX = 10;

/** The last turn that says something other than a request to the memory. */
export async function lastSaid({ user, conversation }: IntentContext): Promise<Episode | null> {
  if (conversation === null) return null;
  const [turns, hidden] = await Promise.all([
    turnsOf(user, conversation, { limit: BACK_MAX }),
    hiddenTurns(user),
  ]);
  const says = ({ id, state, intent, memory }: Episode): boolean =>
    state !== "open" && (intent === null || memory === "on") && !hidden.has(id);
  return turns.find(says) ?? null;
}
