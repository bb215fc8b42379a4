import { contentWords, type Language } from "../../domain/language.ts";
import { fold, words, type Span } from "../../domain/text.ts";
import type { Instant, Interval } from "../../domain/time.ts";
import { parseTimes } from "../time/index.ts";
import { plain } from "./plain.ts";
import type { Intent } from "./types.ts";
import { WORDS } from "./words/index.ts";

/** One thing a wish names. */
export interface TargetPart {
  /** Folded runs of one to three words: names are looked up among them. */
  names: string[];
  /** Folded words that say something, names included. */
  content: string[];
}

/** What a wish to forget names, ready to be looked for. */
export interface Target {
  /** The main thing first. */
  parts: TargetPart[];
  whole: boolean;
  /** "What I said about": the story, not who somebody is. */
  isTold: boolean;
  /** When it was told, if the wish says so ("in winter"). */
  told: Interval | null;
}

const NAME_WORDS_MAX = 3;

export function targetOf(
  message: string,
  intent: Intent,
  context: { now: Instant; timeZone: string },
): Target {
  const { language } = intent;
  const times = intent.target
    ? parseTimes(message.slice(intent.target.start, intent.target.end), {
        reference: context.now,
        timeZone: context.timeZone,
        languages: [language],
      })
    : [];
  const offset = intent.target?.start ?? 0;
  const dated = times.map((time) => ({ start: offset + time.start, end: offset + time.end }));
  const parts = intent.parts
    .flatMap((span) => split(message, span, language))
    .map((span) => partOf(blanked(message, span, dated), language))
    .filter((part) => part.content.length > 0);
  const [first] = times;
  return {
    parts,
    whole: intent.whole,
    isTold: intent.told,
    told: first && first.from < context.now ? { from: first.from, to: first.to } : null,
  };
}

/** "the fume hood and the counselling": two things. */
function split(message: string, span: Span, language: Language): Span[] {
  const text = plain(message.slice(span.start, span.end));
  const and = { en: "and|or|&", de: "und|oder|&", fr: "et|ou|&", es: "y|e|o|&" }[language];
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(new RegExp(`\\s(?:${and})\\s`, "gu"))) {
    spans.push({ start: span.start + start, end: span.start + match.index });
    start = match.index + match[0].length;
  }
  spans.push({ start: span.start + start, end: span.end });
  return spans;
}

function blanked(message: string, span: Span, gone: Span[]): string {
  let text = message.slice(span.start, span.end);
  for (const { start, end } of gone) {
    const from = Math.max(0, start - span.start);
    const to = Math.min(text.length, end - span.start);
    if (from < to) text = text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
  }
  return text;
}

function partOf(text: string, language: Language): TargetPart {
  const hollow = new Set(fold(WORDS[language].hollow).split(" "));
  const all = words(text.replace(/['’]s(?![\p{L}])/gu, ""));
  const names: string[] = [];
  for (let length = 1; length <= NAME_WORDS_MAX; length++) {
    for (let i = 0; i + length <= all.length; i++) names.push(all.slice(i, i + length).join(" "));
  }
  const content = contentWords(text.replace(/['’]s(?![\p{L}])/gu, "")).filter((word) => !hollow.has(word));
  return { names, content: [...new Set(content)] };
}
