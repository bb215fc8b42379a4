import type { Episode } from "../../../domain/model/episode.ts";
import { saidText } from "../../../domain/model/embedded-text.ts";
import { contentWords } from "../../../language/stems.ts";
import {
  holdsDetail,
  indexText,
  missingDetails,
  type Detail,
  type IndexedText,
} from "../../../domain/grounding/names-and-numbers.ts";
import { fold, oneLine, sentences } from "../../../language/text.ts";
import { distinctBy } from "../../collections.ts";

/** Longest summary, characters; a group that needs more is left alone. */
export const SUMMARY_CHARS_MAX = 4000;
/** A sentence with fewer content words is not worth keeping on its own. */
const WORDS_MIN = 2;

interface Sentence {
  turn: Episode;
  text: string;
  words: IndexedText;
}

/**
 * A summary without a model: the shortest meaningful sentence of each turn, plus the shortest ones that contain the names, numbers
 * and dates still missing; duplicates are dropped. Null if it would be too long.
 */
export function extractiveSummary(turns: readonly Episode[], required: readonly Detail[]): string | null {
  const all = distinctSentences(turns);
  const kept = new Set(turns.flatMap((turn) => shortest(all.filter((one) => one.turn === turn)) ?? []));
  const chosen = completed(all, kept, required);
  const text = inLines(turns, chosen);
  return text.length > SUMMARY_CHARS_MAX ? null : text;
}

/** Lines from the sources that supply the details a text lacks, grouped by day. */
export function missingLines(turns: readonly Episode[], text: string, required: readonly Detail[]): string {
  const all = distinctSentences(turns);
  return inLines(turns, completed(all, new Set(), missingDetails(text, required)));
}

function distinctSentences(turns: readonly Episode[]): Sentence[] {
  return distinctBy(turns.flatMap(sentencesOf), ({ text }) => fold(text));
}

function sentencesOf(turn: Episode): Sentence[] {
  const said = saidText(turn);
  return sentences(said).map(({ start, end }) => {
    const text = oneLine(said.slice(start, end));
    return { turn, text, words: indexText(text) };
  });
}

function shortest(of: Sentence[]): Sentence | null {
  const [best] = of
    .filter(({ text }) => contentWords(text).length >= WORDS_MIN)
    .sort((a, b) => a.text.length - b.text.length);
  return best ?? null;
}

/** Adds the shortest sentence for each detail that would get lost. */
function completed(all: Sentence[], kept: Set<Sentence>, required: readonly Detail[]): Set<Sentence> {
  const shortestFirst = all.toSorted((a, b) => a.text.length - b.text.length);
  for (const detail of required) {
    const holds = ({ words }: Sentence): boolean => holdsDetail(detail, words);
    const best = [...kept].some(holds) ? undefined : shortestFirst.find(holds);
    if (best) kept.add(best);
  }
  return kept;
}

const DAY_CHARS = "2026-03-01".length;

/** In chronological order, one line per day. */
function inLines(turns: readonly Episode[], chosen: ReadonlySet<Sentence>): string {
  const inOrder = turns.flatMap((turn) => [...chosen].filter((one) => one.turn === turn));
  const days = Map.groupBy(inOrder, ({ turn }) => turn.occurredAt.slice(0, DAY_CHARS));
  return [...days].map(([day, said]) => `${day}: ${said.map(({ text }) => text).join(" ")}`).join("\n");
}
