import { LANGUAGES, type Language } from "../../domain/language.ts";
import { WORDS, type IntentWords } from "./words/index.ts";

/** The patterns of one language, compiled once. Matched against `plain` text of one sentence. */
export interface Patterns {
  words: IntentWords;
  forget: RegExp;
  remove: RegExp;
  around: RegExp[];
  fronted: RegExp[];
  remember: RegExp[];
  rememberLast: RegExp;
  offRecord: RegExp;
  doNotKeep: RegExp;
  wasOffRecord: RegExp;
  fromNowOn: RegExp;
  back: RegExp;
  why: RegExp;
  wrong: RegExp;
  undo: RegExp;
}

const EDGE = "(?![\\p{L}\\p{N}])";
const AFTER_EDGE = "(?<![\\p{L}\\p{N}])";

/** Where a clause begins, with what may stand before an imperative. */
function clauseStart({ lead, and }: IntentWords): string {
  return `(?:^[^\\p{L}\\p{N}]*|[,;:(–—] *| - *|(?<=\\s)(?:${and}) +)(?:${lead})*`;
}

function compile(words: IntentWords): Patterns {
  const start = clauseStart(words);
  const re = (source: string): RegExp => new RegExp(source, "u");
  const whole = (source: string): RegExp =>
    re(`^[^\\p{L}\\p{N}]*(?:${words.lead})*(?:${source})(?:[, ]+${words.courtesy})*[^\\p{L}\\p{N}]*$`);
  const silence = `${start}(?:(?:${words.fromNowOn})[, ]+(?:${words.lead})*)?`;
  const act = (verbs: string): RegExp => re(`${start}(?<verb>${verbs})${EDGE}(?<object>.*)$`);
  return {
    words,
    forget: act(words.forget),
    remove: act(words.remove),
    around: words.around.map((pattern) =>
      re(`${start}${pattern}${EDGE}(?:[, ]+(?:${words.closer}))*[^\\p{L}\\p{N}]*$`),
    ),
    fronted: words.fronted.map((pattern) =>
      re(`(?:^[^\\p{L}\\p{N}]*|(?<=[,;:] ?)|(?<=\\s)(?:${words.and}) +)(?:${words.lead})*${pattern}${EDGE}`),
    ),
    remember: words.remember.map((pattern) => re(`${start}${pattern}$`)),
    rememberLast: whole(words.rememberLast),
    offRecord: re(`${silence}(?<marker>${words.offRecord})${EDGE}`),
    doNotKeep: re(
      `${silence}(?<marker>${words.doNotKeep})${EDGE}(?= *(?:$|[.,:;!()–—-]| (?:${words.and})${EDGE}))`,
    ),
    wasOffRecord: whole(words.wasOffRecord),
    fromNowOn: re(`${AFTER_EDGE}(?:${words.fromNowOn})${EDGE}`),
    back: whole(words.back),
    why: whole(words.why),
    wrong: whole(words.wrong),
    undo: whole(words.undo),
  };
}

const COMPILED = Object.fromEntries(
  LANGUAGES.map((language) => [language, compile(WORDS[language])]),
) as Record<Language, Patterns>;

export function patternsOf(language: Language): Patterns {
  return COMPILED[language];
}

/** A pattern of `words` as a test of a whole piece of text. */
const wholes = new Map<string, RegExp>();
export function isAll(source: string, text: string): boolean {
  let re = wholes.get(source);
  if (!re) wholes.set(source, (re = new RegExp(`^[^\\p{L}\\p{N}]*(?:${source})[^\\p{L}\\p{N}]*$`, "u")));
  return re.test(text);
}

/** Where a pattern of `words` stands in a text as words of its own. */
const somewheres = new Map<string, RegExp>();
export function findIn(source: string, text: string): RegExpExecArray | null {
  let re = somewheres.get(source);
  if (!re) somewheres.set(source, (re = new RegExp(`${AFTER_EDGE}(?:${source})${EDGE}`, "u")));
  return re.exec(text);
}
