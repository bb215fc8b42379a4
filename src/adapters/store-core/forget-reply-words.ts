import type { RecalledRef } from "../../domain/model/episode.ts";
import { contentWords, stemsOf } from "../../language/stems.ts";
import { tokens } from "../../language/text.ts";
import type { WordsRow } from "./forget-words.ts";
import { type Run, runOf } from "./redact.ts";
import type { Sweep } from "./forgetting-plan.ts";

/**
 * A reply repeats what an earlier turn of its conversation said, or what was recalled for it. When that turn goes, its
 * telling words go out of the reply, but for those that the user says in a turn that stays.
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

export function addEchoes(
  sweep: Sweep,
  gone: readonly { id: string; conversation_id: string; user_message: string }[],
): void {
  for (const { id, conversation_id, user_message } of gone) {
    const runs = tellingWords(user_message).map((word) => runOf(word, "stem"));
    if (runs.length === 0) continue;
    for (const key of [id, conversation_id])
      sweep.echoes.set(key, [...(sweep.echoes.get(key) ?? []), ...runs]);
  }
}

/** A turn that stays keeps its words: they echo nothing any more. Turns come in the order they were said. */
export function keepSaid(sweep: Sweep, { conversation_id, user_message }: WordsRow): void {
  const echoes = sweep.echoes.get(conversation_id);
  if (echoes !== undefined) sweep.echoes.set(conversation_id, without(echoes, user_message));
}

/** What the reply of a turn may have taken up. */
export function echoesIn({ echoes, episodeIds }: Sweep, row: WordsRow): Run[] {
  const recalled = new Set(recalledOf(row.recalled).flatMap(turnsOf));
  const told = [row.conversation_id, ...recalled.intersection(episodeIds)].flatMap(
    (id) => echoes.get(id) ?? [],
  );
  return without(told, row.user_message);
}

export function isRecalled({ echoes }: Sweep, recalled: string): boolean {
  return (
    echoes.size > 0 &&
    recalledOf(recalled)
      .flatMap(turnsOf)
      .some((id) => echoes.has(id))
  );
}

function turnsOf({ id, episodeIds }: RecalledRef): string[] {
  return [id, ...episodeIds];
}

/** What a turn recalled, as its row holds it. */
export function recalledOf(json: string): RecalledRef[] {
  return json === "[]" ? [] : (JSON.parse(json) as RecalledRef[]);
}

function without(runs: readonly Run[], said: string): Run[] {
  const stems = new Set(contentWords(said).flatMap(stemsOf));
  return runs.filter((run) => !run.words.some((word) => stemsOf(word).some((stem) => stems.has(stem))));
}
