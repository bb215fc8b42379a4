import { contentWords } from "./stems.ts";
import { oneLine } from "./text.ts";

/** A capitalised word. */
const NAME = /(?<![\p{L}\p{N}'’-])\p{Lu}(?:['’]\p{Lu})?\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*(?![\p{L}\p{N}])/gu;

/**
 * A question without its names: capitalised words, except those that begin it. Only for languages that capitalise
 * nothing else.
 */
export function withoutNames(text: string): string {
  const rest = text.replace(NAME, (word: string, at: number) =>
    beginsIn(text, at) && !/['’]s$/u.test(word) ? word : "",
  );
  return contentWords(rest).length === 0 ? text : oneLine(rest);
}

function beginsIn(text: string, at: number): boolean {
  return /(?:^|[.!?:;]\s+)["“”(¿¡]*$/u.test(text.slice(Math.max(0, at - 10), at));
}
