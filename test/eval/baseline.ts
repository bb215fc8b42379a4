import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./files.ts";
import type { Measured } from "./stats/measured.ts";

/** Figures of an earlier run by name; `of` is 0 where only the value is known. */
export type Baseline = Record<string, Pick<Measured, "value" | "hits" | "of" | "interval">>;

/** Worse by no more than this is no loss: what another machine or a tie may move. */
const TOLERANCE = 0.005;

const FOLDER = join(import.meta.dirname, "baseline");

/** Name of the file of a suite, or of one of its extractors. */
export function baselineName(suite: string, extractor: string | null): string {
  return extractor === null ? suite : `${suite}.${extractor}`;
}

/** Null when none is kept. */
export function readBaseline(name: string): Baseline | null {
  const file = fileOf(name);
  return existsSync(file) ? readJson<Baseline>(file) : null;
}

export function keepBaseline(name: string, measured: Measured[]): void {
  const lines = measured.map(({ name: figure, value, hits, of, interval }) => {
    const kept = {
      value: short(value),
      hits: hits === null ? null : short(hits),
      of,
      interval: interval?.map(short) ?? null,
    };
    return `  "${figure}": ${JSON.stringify(kept)}`;
  });
  writeFileSync(fileOf(name), `{\n${lines.join(",\n")}\n}\n`);
}

/** One line per figure that is worse than the baseline, or missing. */
export function losses(measured: Measured[], baseline: Baseline): string[] {
  return Object.entries(baseline).flatMap(([name, { value: before }]) => {
    const now = measured.find((one) => one.name === name);
    if (!now) return [`${name} is missing; it was ${before}`];
    const worse = now.better === "more" ? before - now.value : now.value - before;
    return worse > TOLERANCE ? [`${name} is ${rounded(now.value)}; it was ${rounded(before)}`] : [];
  });
}

/** With digits to spare: what is printed from it is not rounded twice. */
function short(value: number): number {
  return Number(value.toFixed(7));
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.json`);
}
