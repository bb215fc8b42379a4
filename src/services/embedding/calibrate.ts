import { cosine } from "../../domain/model/cosine.ts";
import { CALIBRATION_TEXTS, type CalibrationText } from "./calibration-texts.ts";
import { CONVENTIONS, type Convention } from "./conventions.ts";

/** The meaning of a model's cosines in one language, measured on the calibration texts. */
export interface LanguageScale {
  language: string;
  /** Share of other sentences that are farther from a question than its answer; .5 is chance. */
  separation: number;
  /** Mean cosine of a question and an unrelated sentence, and the standard deviation. */
  unrelated: number;
  spread: number;
  /** Mean cosine of a question and its answer. */
  related: number;
  /** Mean cosine of two unrelated sentences. */
  apart: number;
}

export interface Calibration {
  /** Name of the prefix convention that separates best. */
  convention: string;
  /** Mean over the languages in which the model separates, or over all if there is none. */
  separation: number;
  /** Languages in which the model separates; if there are none, it is rejected. */
  scales: LanguageScale[];
}

/** Returns unit vectors, in order; called with a few dozen texts at a time. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/**
 * Minimum separation in a language. With eight questions, one language in a thousand reaches it by chance; word overlap stays at
 * chance, as the distractors repeat words of the questions; small real models exceed .85 in languages they were trained on.
 */
export const SEPARATION_MIN = 0.8;

interface Trial extends LanguageScale {
  /** Separation of each question. */
  shares: number[];
}

/**
 * Measures the scales of the prefix convention that the model is known to be trained with. Of a model that is not known by its name,
 * each is tried on the calibration texts, for the one that separates best.
 */
export async function calibrate(embed: EmbedTexts, model: string): Promise<Calibration> {
  const own = CONVENTIONS.find(({ models }) => models?.test(model));
  const tried = new Map<string, Trial[]>();
  for (const convention of own === undefined ? CONVENTIONS : [own])
    tried.set(convention.name, await tryOut(embed, convention));
  const { convention, trials } = bestOf(tried);
  const scales = trials.filter(separates).map(({ shares: _, ...scale }) => scale);
  const counted = scales.length > 0 ? scales : trials;
  return { convention, separation: mean(counted.map(({ separation }) => separation)), scales };
}

/**
 * The plain convention, unless another one is better by more than twice the standard error of the paired difference over the
 * questions: a model of one language is asked eight, and the wrong prefixes cost more than none.
 */
function bestOf(tried: ReadonlyMap<string, Trial[]>): { convention: string; trials: Trial[] } {
  const separable = new Set(
    [...tried.values()].flatMap((trials) => trials.filter(separates).map(({ language }) => language)),
  );
  const all = [...tried].map(([convention, trials]) => ({
    convention,
    trials,
    shares: trials.flatMap(({ language, shares }) => (separable.has(language) ? shares : [])),
  }));
  const best = all.reduce((one, other) => (mean(other.shares) > mean(one.shares) ? other : one));
  const plain = all[0] ?? best;
  return isClearlyBetter(best.shares, plain.shares) ? best : plain;
}

function isClearlyBetter(shares: readonly number[], plain: readonly number[]): boolean {
  const gains = shares.map((share, at) => share - (plain[at] ?? 0));
  return mean(gains) > (2 * deviation(gains)) / Math.sqrt(gains.length);
}

function separates({ separation }: LanguageScale): boolean {
  return separation >= SEPARATION_MIN;
}

async function tryOut(embed: EmbedTexts, convention: Convention): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const [language, texts] of CALIBRATION_TEXTS) {
    trials.push({ language, ...(await measure(embed, convention, texts)) });
  }
  return trials;
}

async function measure(
  embed: EmbedTexts,
  { query, passage }: Convention,
  texts: readonly CalibrationText[],
): Promise<Omit<Trial, "language">> {
  const questions = await embed(texts.map(({ question }) => query + question));
  const answers = await embed(texts.map(({ answer }) => passage + answer));
  const distractors = await embed(texts.map(({ distractor }) => passage + distractor));
  const sentences = [...answers, ...distractors];
  const looked = questions.map((question, at) => {
    const near = sentences.map((sentence) => cosine(question, sentence));
    const answer = near[at] ?? 0;
    const others = near.toSpliced(at, 1);
    const share = others.filter((other) => other < answer).length / others.length;
    return { share, answer, unrelated: near.filter((_, n) => n % texts.length !== at) };
  });
  const shares = looked.map(({ share }) => share);
  const unrelated = looked.flatMap((one) => one.unrelated);
  return {
    shares,
    separation: mean(shares),
    unrelated: mean(unrelated),
    spread: deviation(unrelated),
    related: mean(looked.map(({ answer }) => answer)),
    apart: mean(sentences.flatMap((one, at) => sentences.slice(at + 1).map((other) => cosine(one, other)))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
