import { capitalisedWords } from "../../language/capitalised.ts";
import { OFF_THE_RECORD } from "../../domain/model/episode.ts";
import { contentWords, crudeStem } from "../../language/stems.ts";
import { sentences } from "../../language/text.ts";

/** Words a sentence may share with off-the-record text without counting as a repetition. */
const SHARED_MAX = 1;

/**
 * A reply as it may be stored: each sentence that repeats off-the-record text is replaced by a mark. It repeats it if
 * it shares two content words, or one name or number. Words the user says on the record in the same turn do not count.
 * Errs on the side of redacting.
 */
export function redactOffRecord(reply: string, said: string, offRecord: readonly string[]): string {
  if (offRecord.length === 0) return reply;
  const free = new Set(stems(said));
  const secret = new Set(offRecord.flatMap(stems).filter((stem) => !free.has(stem)));
  const telling = new Set(offRecord.flatMap(tellingStems).filter((stem) => !free.has(stem)));
  const repeats = (sentence: string): boolean => {
    const shared = new Set(stems(sentence).filter((stem) => secret.has(stem)));
    return shared.size > SHARED_MAX || [...shared].some((stem) => telling.has(stem));
  };
  return sentences(reply)
    .filter(({ start, end }) => repeats(reply.slice(start, end)))
    .reduceRight((kept, { start, end }) => kept.slice(0, start) + OFF_THE_RECORD + kept.slice(end), reply);
}

function stems(text: string): string[] {
  return contentWords(text).map(crudeStem);
}

/** Stems of names and numbers. */
function tellingStems(text: string): string[] {
  const numbers = contentWords(text).filter((word) => /\d{2}/.test(word));
  return [...capitalisedWords(text), ...numbers].map(crudeStem);
}
