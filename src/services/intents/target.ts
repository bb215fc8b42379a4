import { PACKS, type Scope } from "../../language/index.ts";
import { contentWords } from "../../language/stems.ts";
import { tokens } from "../../language/text.ts";
import type { Intent } from "./types.ts";

/** The target of an intent to forget, ready for lookup. */
export interface Target {
  scope: Scope;
  /** As written. */
  text: string;
  /** Folded runs of one to three words, to look up names. */
  names: string[];
  /** Folded content words, including capitalized stop words ("Will") and letters. */
  content: string[];
  /** "My address", "that I live in Oslo": the user's own. */
  isOwn: boolean;
}

const NAME_WORDS_MAX = 3;

export function targetOf(message: string, { target, scope, language }: Intent): Target {
  const text =
    target === null ? "" : message.slice(target.start, target.end).replace(/['’]s(?![\p{L}])/gu, "");
  const all = tokens(text);
  const { firstPerson } = PACKS[language].intents;
  // A letter tells apart: "vitamin D", "block A".
  const telling = all.filter(
    ({ word, isCapital }, n) =>
      contentWords(word).length > 0 ||
      (isCapital && (n > 0 || word.length > 1) && !startsWith(word, firstPerson)),
  );
  return {
    scope,
    text,
    names: namesIn(all, telling.length > 0 ? telling : all),
    content: [...new Set(telling.map(({ word }) => word))],
    isOwn: startsWith(text, firstPerson),
  };
}

function startsWith(text: string, source: string): boolean {
  return new RegExp(`^(?:${source})(?![\\p{L}'])`, "iu").test(text.replaceAll("’", "'"));
}

/** Runs that contain a content word. */
function namesIn<W extends { word: string }>(all: W[], telling: W[]): string[] {
  const names = new Set<string>();
  for (let length = 1; length <= NAME_WORDS_MAX; length++)
    for (let at = 0; at + length <= all.length; at++) {
      const run = all.slice(at, at + length);
      if (run.some((one) => telling.includes(one))) names.add(run.map(({ word }) => word).join(" "));
    }
  return [...names];
}
