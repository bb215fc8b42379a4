import { z } from "zod";
import { WEB_LIMITS, WebSearchError, type WebResult } from "../../ports/web-search.ts";

/** SearXNG and Tavily name these three alike; whatever else comes with them is not looked at. */
const Answer = z.object({ results: z.array(z.unknown()) });
const Result = z.object({
  title: z.string().nullish(),
  url: z.url({ protocol: /^https?$/ }),
  content: z.string().nullish(),
});

/** The results of an answer within bounds; one that has no address or no words is left out. */
export function readResults(answer: unknown): WebResult[] {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success)
    throw new WebSearchError("unreadable", "The answer is none of a search engine; see WEB_SEARCH_URL");
  return parsed.data.results
    .flatMap((one) => {
      const result = Result.safeParse(one);
      return result.success ? [bounded(result.data)] : [];
    })
    .filter(({ url, snippet }) => snippet !== "" && url.length <= WEB_LIMITS.urlChars)
    .slice(0, WEB_LIMITS.results);
}

function bounded({ title, url, content }: z.output<typeof Result>): WebResult {
  return {
    title: plain(title ?? "", WEB_LIMITS.titleChars),
    url,
    snippet: plain(content ?? "", WEB_LIMITS.snippetChars),
  };
}

function plain(text: string, charsMax: number): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, charsMax);
}
