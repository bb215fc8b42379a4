import type { RecordedOptions } from "./recorded/options.ts";
import type { Measure } from "./stats/measure.ts";
import { measureAll, type Measured } from "./stats/measured.ts";

export const EXTRACTORS = ["replay", "rule", "model", "recorded"] as const;
export type Extractor = (typeof EXTRACTORS)[number];

export interface SuiteOptions {
  /** A file or a folder. */
  data: string;
  extractor: Extractor;
  /** What is going on; for the terminal. */
  progress: (line: string) => void;
  /** For the suite that makes its data itself. */
  simulation?: SimulationOptions;
  /** For the extractor that answers from recordings; the recordings kept here unless told otherwise. */
  recorded?: RecordedOptions;
}

/** How long a simulated life is. */
export interface SimulationOptions {
  years: number;
  turnsPerDay: number;
  seed: number;
  /** The machine is on, and its jobs run, on one day of so many. */
  onEveryDays: number;
}

/** A set of labelled data and what is measured on it. */
export interface Suite {
  /** One line: what it measures. */
  about: string;
  /** Whether results depend on who extracts, so that each extractor has its own baseline. */
  extracts: boolean;
  /** It makes its data itself. */
  needsNoData?: boolean;
  run(options: SuiteOptions): Promise<SuiteResult>;
}

/** A table beside the figures: rows of counts, for reading only. */
export interface Breakdown {
  title: string;
  rows: Record<string, string | number>[];
}

export interface SuiteResult {
  items: { id: string }[];
  metrics: Measured[];
  /** The same figures per language, where the data has several. */
  languages: Map<string, Measured[]>;
  breakdowns: Breakdown[];
}

/** How items are measured beyond the measures themselves. */
export interface Grouping<I> {
  breakdowns?: Breakdown[];
  /** Items of one cluster depend on each other and are drawn together; by default each is its own. */
  clusterOf?: (item: I) => string;
}

/** Measures the items, whole and per language. */
export function resultOf<I extends { id: string; language?: string }>(
  items: I[],
  measures: Measure<I>[],
  { breakdowns = [], clusterOf }: Grouping<I> = {},
): SuiteResult {
  const languages = [...new Set(items.flatMap((item) => item.language ?? []))].sort();
  const perLanguage = (language: string): Measured[] => {
    const some = items.filter((item) => item.language === language);
    return measureAll(some, measures, clusterOf);
  };
  return {
    items,
    metrics: measureAll(items, measures, clusterOf),
    languages: new Map(
      languages.length > 1 ? languages.map((language) => [language, perLanguage(language)]) : [],
    ),
    breakdowns,
  };
}
