import { guessLanguage } from "../../language/index.ts";
import { CALIBRATION_TEXTS } from "./calibration-texts.ts";
import type { LanguageScale } from "./calibrate.ts";

/** The scale of the cosines of one model's vectors. */
export type Scale = Omit<LanguageScale, "language" | "separation">;

/** Mean log-likelihood ratio of answers, in nats, for a model whose answers lie four standard deviations above the rest. */
const GOOD_NATS = 16;

/**
 * Nearness of a memory to a question, comparable across models: the log-likelihood ratio that it answers it (answers and unrelated
 * sentences as two normal distributions with the same spread), with 0 for the mean unrelated sentence. A model that separates less
 * gives smaller values: answers are at 1 on average for all-MiniLM-L6-v2 in English, at .4 for multilingual-e5-small.
 */
export function nearness({ unrelated, related, spread }: Scale, cosine: number): number {
  const nats = ((related - unrelated) / spread) * ((cosine - unrelated) / spread);
  return nats / GOOD_NATS;
}

/** Whether it is more likely to answer the question than to be unrelated. */
export function isNear({ unrelated, related }: Scale, cosine: number): boolean {
  return cosine > (unrelated + related) / 2;
}

/** Similarity of two memories or names: 0 for unrelated ones, 1 for the same text. */
export function likeness({ apart }: Scale, cosine: number): number {
  return (cosine - apart) / (1 - apart);
}

/**
 * The scale for a text, by its language; the mean of all scales for an untested language. Null if the model does not separate in
 * it: its vectors would return anything there.
 */
export function scaleFor(scales: readonly LanguageScale[], text: string): Scale | null {
  const language = languageOfText(text);
  const own = scales.find((scale) => scale.language === language);
  if (own !== undefined) return own;
  return CALIBRATION_TEXTS.has(language) ? null : meanScale(scales);
}

/** The mean over all languages in which it separates. */
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
