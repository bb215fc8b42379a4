import { contentWords } from "./stems.ts";
import { tokens } from "./text.ts";

/** "Graz", "PACU": a capital followed by more letters. */
const CAPITALISED = /^\p{Lu}(?:[\p{Ll}\p{M}]|\p{Lu}+s?$)/u;

/** Words of a text that are written like names, folded. */
export function capitalisedWords(text: string): string[] {
  return tokens(text)
    .filter(
      ({ start, end, word }) => CAPITALISED.test(text.slice(start, end)) && contentWords(word).length > 0,
    )
    .map(({ word }) => word);
}

/** Runs of such words, as in multi-word names: "Doris Prettner". Folded. */
export function capitalisedRuns(text: string): string[] {
  const runs: string[] = [];
  let endsAt = -1;
  for (const { start, end, word } of tokens(text)) {
    if (!CAPITALISED.test(text.slice(start, end))) continue;
    if (start === endsAt + 1 && runs.length > 0) runs.push(`${runs.pop() ?? ""} ${word}`);
    else runs.push(word);
    endsAt = end;
  }
  return runs;
}
