import type { EpisodeIntent } from "../../domain/model/episode.ts";
import { carryOut } from "../forgetting/plain-wish.ts";
import { outcome, intentOf, lastSaid, type Execute, type IntentContext } from "./plan.ts";
import type { Intent } from "./types.ts";

/**
 * How much an intent takes off the record: `this` turn, everything `from_now_on`, the `last` turn after the fact, or
 * `back` to end it. Null if it changes nothing ("back on the record" when it already is).
 */
export type OffRecordScope = "this" | "from_now_on" | "last" | "back";

/** `alone`: the message contains nothing else. */
export function offRecordScopeOf(
  intent: Intent,
  alone: boolean,
  wasOffRecord: boolean,
): OffRecordScope | null {
  if (intent.scope === "back") return wasOffRecord ? "back" : null;
  if (intent.scope === "from_now_on" || intent.scope === "last") return intent.scope;
  return alone ? "from_now_on" : "this";
}

export async function planOffRecord(context: IntentContext, scope: OffRecordScope): Promise<Execute | null> {
  const { say } = context;
  const actions = [{ action: "off_record" as const, ids: [], counts: {} }];
  const marks = (text: string, note: string, state: EpisodeIntent["state"]): Execute => {
    return async () => outcome(text, note, { actions, intent: intentOf("off_record", { state }) });
  };
  if (scope === "this")
    return marks(say.offRecordNow, "This turn is off the record: nothing of it is kept.", "done");
  if (scope === "from_now_on")
    return marks(say.offRecordFromNowOn, "From now on this conversation is off the record.", "on");
  if (scope === "back") return marks(say.onRecordAgain, "The conversation is on the record again.", "off");
  const last = await lastSaid(context);
  if (last === null)
    return async () =>
      outcome(say.nothingBefore, "There was nothing to forget.", { intent: intentOf("off_record") });
  return async (episodeId) => {
    const done = await carryOut(context, episodeId, { sure: [], maybe: [], turn: last });
    return { ...done, intent: intentOf("off_record"), actions: [...done.actions, ...actions] };
  };
}
