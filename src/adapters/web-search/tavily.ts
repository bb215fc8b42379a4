import { WEB_LIMITS, type WebSearch } from "../../ports/web-search.ts";
import { callJson, searchUrl } from "./call-json.ts";
import { readResults } from "./results.ts";

export interface TavilyOptions {
  apiKey: string;
  url?: string | undefined;
  answerMs?: number | undefined;
}

export const TAVILY_URL = "https://api.tavily.com";

/** Tavily's `POST /search` with a bearer key. Its own written answer is not asked for: what counts is what pages say. */
export function createTavily({ apiKey, url = TAVILY_URL, answerMs }: TavilyOptions): WebSearch {
  return {
    provider: "tavily",
    async search(query, signal) {
      const answer = await callJson({
        url: searchUrl(url),
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: {
          query,
          search_depth: "basic",
          max_results: WEB_LIMITS.results,
          include_answer: false,
          include_raw_content: false,
          include_images: false,
        },
        signal,
        answerMs,
      });
      return readResults(answer);
    },
  };
}
