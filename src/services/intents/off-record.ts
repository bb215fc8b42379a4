import { eraseTurns } from "./erase.ts";
import { forgotten, lastSaid } from "./forget.ts";
import { outcome, wish, type Act, type WishContext } from "./plan.ts";
import type { Intent } from "./types.ts";

/**
 * What a wish for silence means: `this` turn, everything `from_now_on`, the `last` turn after the fact, or the end of
 * it. Null when it asks for nothing ("back on the record" where nothing was off).
 */
export type Silence = "this" | "from_now_on" | "last" | "back";

/** `alone`: the message says nothing else. */
export function silenceOf(intent: Intent, alone: boolean, isSilent: boolean): Silence | null {
  if (intent.scope === "back") return isSilent ? "back" : null;
  if (intent.scope === "from_now_on") return "from_now_on";
  if (intent.scope === "last") return "last";
  return alone ? "from_now_on" : "this";
}

export async function planSilence(context: WishContext, silence: Silence): Promise<Act | null> {
  const { say } = context;
  const acts = [{ action: "off_record" as const, ids: [], counts: {} }];
  if (silence === "this") {
    const note = "This turn is off the record: nothing of it is kept.";
    return async () => outcome(say.offRecordNow, note, { acts, intent: wish("off_record") });
  }
  if (silence === "from_now_on") {
    const note = "From now on this conversation is off the record.";
    return async () =>
      outcome(say.offRecordFromNowOn, note, { acts, intent: wish("off_record", { state: "on" }) });
  }
  if (silence === "back") {
    const intent = wish("off_record", { state: "off" });
    return async () =>
      outcome(say.onRecordAgain, "The conversation is on the record again.", { acts, intent });
  }
  const last = await lastSaid(context);
  if (last === null)
    return async () =>
      outcome(say.nothingBefore, "There was nothing to forget.", { intent: wish("off_record") });
  return async () => {
    const done = await forgotten(context, await eraseTurns(context, [last.id]));
    return { ...done, intent: wish("off_record"), acts: [...done.acts, ...acts] };
  };
}
