import type { Instant } from "./time.ts";

/**
 * The model calls for an episode. Each of a pass is made once and its result kept, so that a resumed pass does not repeat it;
 * `reply` holds the thought behind the reply, `tools` the calls of a turn that waits for their results.
 */
export const TRACE_PURPOSES = [
  "reply",
  "tools",
  "extract",
  "blind",
  "verdict-a",
  "verdict-b",
  "adjudicate",
  "confirm",
  "consequences",
  "aftermath",
  "web",
] as const;
export type TracePurpose = (typeof TRACE_PURPOSES)[number];

/**
 * `for`: the pass contains the statement or found it supported; `against`: it does not, or (`web`) pages contradict it;
 * `unclear`: it could not tell.
 */
export type Ballot = "for" | "against" | "unclear";

/**
 * A model's view of how a new statement relates to a known one. `update`: it replaces the known one; `ending`: the
 * known one is past; `correction`: the known one never was true; `precise`: the same and more.
 */
export const RULINGS = ["update", "ending", "correction", "duplicate", "precise", "both", "unclear"] as const;
export type Ruling = (typeof RULINGS)[number];

/** Key of a trace's ruling on two facts. */
export function pairKey(newerId: string, olderId: string): string {
  return `${newerId}:${olderId}`;
}

/** One model call about one episode. Ids and codes, plus the model's reasoning, which forgetting removes. */
export interface Trace {
  episodeId: string;
  purpose: TracePurpose;
  at: Instant;
  /** Prompt name, version and hash. */
  origin: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  seconds: number;
  reasoning: string | null;
  /** 0-1, advisory (COT-1..3): how much the reasoning hedges, contradicts itself or justifies nothing. */
  suspicion: number | null;
  ballots: Record<string, Ballot>;
  /** By `pairKey`. */
  rulings: Record<string, Ruling>;
}

/** Longest reasoning kept, characters. */
const REASONING_CHARS_MAX = 4000;

/** Reasoning as stored: null if empty, marked if cut. */
export function keptReasoning(thought: string): string | null {
  if (thought.length <= REASONING_CHARS_MAX) return thought === "" ? null : thought;
  return `${thought.slice(0, REASONING_CHARS_MAX).toWellFormed()}\n(cut: the first ${REASONING_CHARS_MAX} of ${thought.length} characters)`;
}

/** A page read to check a statement. */
export interface WebSource {
  factId: string;
  url: string;
}

const SOURCE_LINE = /^source (\S+) (https?:\S+)$/;

/**
 * The sources of a web check precede its reasoning, one per line: their addresses may repeat forgotten words just as
 * reasoning may, so both are removed together.
 */
export function withSources(sources: readonly WebSource[], reasoning: string | null): string | null {
  const lines = sources.map(({ factId, url }) => `source ${factId} ${url}`);
  if (lines.length === 0) return reasoning;
  return reasoning === null ? lines.join("\n") : `${lines.join("\n")}\n\n${reasoning}`;
}

/** Inverse of `withSources`. */
export function splitSources({ purpose, reasoning }: Pick<Trace, "purpose" | "reasoning">): {
  sources: WebSource[];
  reasoning: string | null;
} {
  if (purpose !== "web" || reasoning === null) return { sources: [], reasoning };
  const lines = reasoning.split("\n");
  const end = lines.findIndex((line) => !SOURCE_LINE.test(line));
  const sources = (end < 0 ? lines : lines.slice(0, end)).flatMap((line) => {
    const [, factId, url] = SOURCE_LINE.exec(line) ?? [];
    return factId === undefined || url === undefined ? [] : [{ factId, url }];
  });
  const rest = end < 0 ? "" : lines.slice(end).join("\n").trim();
  return { sources, reasoning: rest === "" ? null : rest };
}
