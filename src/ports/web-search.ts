/** One page that a search engine found. `snippet` is foreign text: data, never instructions. */
export interface WebResult {
  title: string;
  url: string;
  snippet: string;
}

/** Bounds that every adapter keeps, whatever the engine sends. */
export const WEB_LIMITS = {
  results: 8,
  titleChars: 200,
  urlChars: 400,
  snippetChars: 600,
  /** An answer larger than this is not read to its end. */
  answerBytes: 2 * 1024 * 1024,
  answerMs: 15_000,
} as const;

/**
 * Why a search brought nothing. `unavailable`: nobody answers, or not in time; `refused`: the engine does not serve this
 * (key, plan, format, too many requests); `unreadable`: what came is no answer of such an engine. Messages name the
 * setting to look at and never quote the query or the answer.
 */
export class WebSearchError extends Error {
  readonly kind: "unavailable" | "refused" | "unreadable";

  constructor(kind: WebSearchError["kind"], message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "WebSearchError";
    this.kind = kind;
  }
}

/** A search engine. What is asked leaves the machine: only what is public may be put to it. */
export interface WebSearch {
  readonly provider: "searxng" | "tavily";
  /** Best first, within `WEB_LIMITS`; rejects with `WebSearchError`, or with the signal's reason when aborted. */
  search(query: string, signal: AbortSignal): Promise<WebResult[]>;
}
