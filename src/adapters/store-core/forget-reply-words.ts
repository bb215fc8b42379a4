import type { RecalledRef } from "../../domain/model/episode.ts";
import { contentWords, stemsOf } from "../../language/stems.ts";
import { tokens } from "../../language/text.ts";
import type { WordsRow } from "./forget-words.ts";
import { type WordRun, runOf } from "./redact.ts";
import type { ForgetPlan } from "./forget-plan.ts";

/**
 * A reply repeats an earlier turn of its conversation, or recalled memories. If that turn is
 * forgotten, its distinctive words are redacted in the reply, except those the user says in a remaining turn.
 */

const LONG_CHARS_MIN = 5;

/** Names, numbers and long words of a message. */
function tellingWords(message: string): string[] {
  const telling = tokens(message).filter(
    ({ word, start, isCapital }) =>
      contentWords(word).length > 0 &&
      (word.length >= LONG_CHARS_MIN || /\d{3}/.test(word) || (isCapital && start > 0)),
  );
  return [...new Set(telling.map(({ word }) => word))];
}

export function addReplyWords(
  plan: ForgetPlan,
  gone: readonly { id: string; conversation_id: string; user_message: string }[],
): void {
  for (const { id, conversation_id, user_message } of gone) {
    const runs = tellingWords(user_message).map((word) => runOf(word, "stem"));
    if (runs.length === 0) continue;
    for (const key of [id, conversation_id])
      plan.replyWords.set(key, [...(plan.replyWords.get(key) ?? []), ...runs]);
  }
}

/** Words of a remaining turn are not redacted in later replies. Turns arrive in the order they were said. */
export function keepSaidWords(plan: ForgetPlan, { conversation_id, user_message }: WordsRow): void {
  const replyWords = plan.replyWords.get(conversation_id);
  if (replyWords !== undefined) plan.replyWords.set(conversation_id, without(replyWords, user_message));
}

/** Words that the reply to a turn may repeat. */
export function replyWordsIn(plan: ForgetPlan, row: WordsRow): WordRun[] {
  return without(shownWordsIn(plan, row), row.user_message);
}

/** Words of forgotten turns that the model was shown with a turn: earlier ones of its conversation, and recalled ones. */
export function shownWordsIn(
  { replyWords, episodeIds }: ForgetPlan,
  { conversation_id, recalled }: Pick<WordsRow, "conversation_id" | "recalled">,
): WordRun[] {
  if (replyWords.size === 0) return [];
  const turns = new Set(recalledOf(recalled).flatMap(turnsOf));
  return [conversation_id, ...turns.intersection(episodeIds)].flatMap((id) => replyWords.get(id) ?? []);
}

export function isRecalled({ replyWords }: ForgetPlan, recalled: string): boolean {
  return (
    replyWords.size > 0 &&
    recalledOf(recalled)
      .flatMap(turnsOf)
      .some((id) => replyWords.has(id))
  );
}

function turnsOf({ id, episodeIds }: RecalledRef): string[] {
  return [id, ...episodeIds];
}

/** A turn's recalled memories, as stored in its row. */
export function recalledOf(json: string): RecalledRef[] {
  return json === "[]" ? [] : (JSON.parse(json) as RecalledRef[]);
}

function without(runs: readonly WordRun[], said: string): WordRun[] {
  const stems = new Set(contentWords(said).flatMap(stemsOf));
  return runs.filter((run) => !run.words.some((word) => stemsOf(word).some((stem) => stems.has(stem))));
}
