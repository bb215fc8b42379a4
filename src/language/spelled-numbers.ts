import { createRequire } from "node:module";
import { LANGUAGES } from "./packs.ts";
import { fold } from "./text.ts";
import { cached } from "./cached.ts";

/** One variant of each language that n2words spells numbers in. `zh-Hans-CN` is formal by default; Japanese has the plain signs. */
const LOCALES = (
  "am-ET ar-SA az-AZ bn-BD cs-CZ da-DK de-DE el-GR en-GB en-US es-ES fa-IR fi-FI fil-PH fr-BE fr-FR gu-IN ha-NG " +
  "he-IL hbo-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ka-GE kn-IN ko-KR lt-LT lv-LV mr-IN nb-NO nl-NL pa-IN pl-PL " +
  "pt-PT ro-RO ru-RU sr-Cyrl-RS sr-Latn-RS sv-SE sw-KE ta-IN te-IN th-TH tr-TR uk-UA ur-PK vi-VN yo-NG zh-Hans-CN"
).split(" ");

type Speller = Pick<typeof import("n2words/en-GB"), "toCardinal" | "toOrdinal">;

const load = createRequire(import.meta.url);
/** Loaded on the first number without a matching figure: fifty modules that few commands need. */
const spellers = LOCALES.map((locale) =>
  once((): Speller & { isKnown: boolean } => {
    const { toCardinal, toOrdinal } = load(`n2words/${locale}`) as Speller;
    return { toCardinal, toOrdinal, isKnown: LANGUAGES.some((known) => locale.startsWith(known)) };
  }),
);

/** Loads the number-word data, a millisecond at a time: on first use it would take ninety at once. */
export function* loadNumberWords(): Generator<undefined> {
  for (const part of [...spellers, ...scales]) {
    part();
    yield;
  }
}

function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** "To" is two in Danish: a short word counts only in languages with a pack. */
const FOREIGN_LETTERS_MIN = 4;
/** Scripts whose signs are words. */
const DENSE = /[\p{scx=Han}\p{scx=Hangul}\p{scx=Thai}]/u;
/** Longer figures are identifiers. */
const DIGITS_MAX = 12;
const CACHED_MAX = 500;

/** A number in the words of every known language, in the form of `wordingOf`: "thirty one", "quatre vingt dix". */
const spellingsOf = cached(CACHED_MAX, (value): ReadonlySet<string> => {
  const spelled = new Set<string>();
  const hasOrdinal = /^[1-9]\d*$/.test(value);
  for (const speller of spellers) {
    const { toCardinal, toOrdinal, isKnown } = speller();
    const spelledForms = hasOrdinal ? [toCardinal(value), toOrdinal(value)] : [toCardinal(value)];
    for (const wording of spelledForms.map(wordingOf))
      if (isKnown || DENSE.test(wording) || wording.length >= FOREIGN_LETTERS_MIN) spelled.add(wording);
  }
  spelled.delete("");
  return spelled;
});

const CARDINAL_MAX = 99;

/** The numbers from two on, by sources of the words that spell them in a locale. */
export function cardinals(locale: string): Record<string, number> {
  const { toCardinal } = load(`n2words/${locale}`) as Speller;
  const all = Array.from({ length: CARDINAL_MAX - 1 }, (_, at) => at + 2);
  return Object.fromEntries(all.map((value) => [toCardinal(value).replaceAll(/[- ]/g, "[- ]"), value]));
}

/** A text in the form for number lookups: folded words between single spaces. */
export function wordingOf(text: string): string {
  return (fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
}

/** Whether the words of a text, in the form of `wordingOf`, spell the value of a figure: "twenty one" for 21. */
export function isSpelledIn(wording: string, figure: string): boolean {
  const padded = ` ${wording} `;
  return valuesOf(figure).some((value) =>
    [...spellingsOf(value)].some((spelled) =>
      DENSE.test(spelled) ? wording.includes(spelled) : padded.includes(` ${spelled} `),
    ),
  );
}

/** The values a figure may have: "1.500" is fifteen hundred or one and a half. */
function valuesOf(figure: string): string[] {
  if (/[^\d.,]/.test(figure) || figure.length > DIGITS_MAX) return [];
  const values = [figure.replace(",", ".")].filter((value) => /^\d+(?:\.\d+)?$/.test(value));
  return /^\d{1,3}(?:[.,]\d{3})+$/.test(figure) ? [...values, figure.replace(/[.,]/g, "")] : values;
}

const SCALED = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Multipliers after a figure, in the notation of each language: "k", "Mio.", "万", "लाख". */
const scales = LOCALES.map((locale) => once(() => scalesIn(locale)));

function scalesIn(locale: string): [string, number][] {
  return (["short", "long"] as const).flatMap((compactDisplay) => {
    const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { notation: "compact", compactDisplay });
    return SCALED.flatMap((scale) => [scale, 2 * scale, 5 * scale]).flatMap((value): [string, number][] => {
      const parts = format.formatToParts(value);
      const word = wordingOf(parts.find(({ type }) => type === "compact")?.value ?? "");
      const shown = Number(parts.find(({ type }) => type === "integer")?.value);
      return word !== "" && shown > 0 ? [[word, value / shown]] : [];
    });
  });
}

const scalesOf = once(() => {
  const all = new Map<string, Set<number>>();
  for (const [word, scale] of scales.flatMap((some) => some()))
    all.set(word, (all.get(word) ?? new Set()).add(scale));
  return all;
});

const SCALED_FIGURE = /(?<!\d)(\d+(?:[.,]\d+)?)\s?([\p{L}\p{M}]+)/gu;

/** The figures of a folded text with a multiplier word, written out: 18000 for "18k". */
export function scaledFiguresIn(folded: string): string[] {
  return [...folded.matchAll(SCALED_FIGURE)].flatMap(([, figure = "", word = ""]) =>
    scalesOfWord(word).map((scale) => String(Math.round(Number(figure.replace(",", ".")) * scale))),
  );
}

/** Without spaces, the counted noun follows: "5万円". */
function scalesOfWord(word: string): number[] {
  const known = scalesOf();
  const held = DENSE.test(word) ? [...known.keys()].filter((scale) => word.startsWith(scale)) : [word];
  return held.flatMap((scale) => [...(known.get(scale) ?? [])]);
}

const digits = once(
  () =>
    new Map(
      Intl.supportedValuesOf("numberingSystem").flatMap((system) =>
        Array.from(
          new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210),
          (digit, n) => [digit, String(9 - n)] as const,
        ),
      ),
    ),
);

/** A text with the digits of other scripts written 0-9. */
export function withPlainDigits(text: string): string {
  if (!/[^\P{Nd}0-9]/u.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => digits().get(digit) ?? digit);
}
