/** One page found by a search engine. `snippet` is untrusted text: data, never instructions. */
export interface WebResult {
  title: string;
  url: string;
  snippet: string;
}

/** Limits every adapter enforces, whatever the engine sends. */
export const WEB_LIMITS = {
  results: 8,
  titleChars: 200,
  urlChars: 400,
  snippetChars: 600,
  /** A larger response is not read to the end. */
  answerBytes: 2 * 1024 * 1024,
  answerMs: 15_000,
} as const;

/**
 * Why a search failed. `unavailable`: no answer, or not in time; `refused`: the engine does not serve this request
 * (key, plan, format, rate limit); `unreadable`: the response is not in this engine's format. Messages name the
 * relevant setting and never quote the query or the response.
 */
export class WebSearchError extends Error {
  readonly kind: "unavailable" | "refused" | "unreadable";

  constructor(kind: WebSearchError["kind"], message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "WebSearchError";
    this.kind = kind;
  }
}

/** A search engine. Queries leave the machine, so they must contain only public information. */
export interface WebSearch {
  readonly provider: "searxng" | "tavily";
  /** Best first, within `WEB_LIMITS`; rejects with `WebSearchError`, or with the signal's reason when aborted. */
  search(query: string, signal: AbortSignal): Promise<WebResult[]>;
}
