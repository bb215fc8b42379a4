import { guessLanguage } from "../../language/index.ts";
import { CALIBRATION_TEXTS } from "./calibration-texts.ts";
import type { LanguageScale } from "./calibrate.ts";

/** What the cosines of one model's vectors mean. */
export type Scale = Omit<LanguageScale, "language" | "separation">;

/** Nats at which answers lie on average by a model whose answers lie four standard deviations above the rest. */
const GOOD_NATS = 16;

/**
 * How near a memory is to a question, the same for every model: the log-likelihood that it answers it (answers and unrelated
 * sentences as two normal distributions of one spread), 0 as the mean unrelated sentence. A model that separates less says
 * less: answers lie at 1 on average by all-MiniLM-L6-v2 in English, at .4 by multilingual-e5-small.
 */
export function nearness({ unrelated, related, spread }: Scale, cosine: number): number {
  const nats = ((related - unrelated) / spread) * ((cosine - unrelated) / spread);
  return nats / GOOD_NATS;
}

/** Whether it is likelier to answer the question than to have nothing to do with it. */
export function isNear({ unrelated, related }: Scale, cosine: number): boolean {
  return cosine > (unrelated + related) / 2;
}

/** How much two memories, or names, are alike: 0 as two that have nothing to do with each other, 1 the same text. */
export function likeness({ apart }: Scale, cosine: number): number {
  return (cosine - apart) / (1 - apart);
}

/**
 * The scale for a text, by its language; the mean of all for a language that was not tried. Null for one in which the model
 * does not separate: there its vectors bring up anything.
 */
export function scaleFor(scales: readonly LanguageScale[], text: string): Scale | null {
  const language = languageOfText(text);
  const own = scales.find((scale) => scale.language === language);
  if (own !== undefined) return own;
  return CALIBRATION_TEXTS.has(language) ? null : meanScale(scales);
}

/** Over all languages in which it separates. */
export function meanScale(scales: readonly LanguageScale[]): Scale {
  const mean = (of: keyof Scale): number => scales.reduce((sum, scale) => sum + scale[of], 0) / scales.length;
  return {
    unrelated: mean("unrelated"),
    related: mean("related"),
    spread: mean("spread"),
    apart: mean("apart"),
  };
}

const SCRIPTS: [string, RegExp][] = [
  ["ja", /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
  ["zh", /\p{sc=Han}/u],
  ["other", /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u],
];

function languageOfText(text: string): string {
  return SCRIPTS.find(([, script]) => script.test(text))?.[0] ?? guessLanguage(text);
}
