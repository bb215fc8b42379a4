import type { WebSearch } from "../../ports/web-search.ts";
import { callJson, searchUrl } from "./call-json.ts";
import { readResults } from "./results.ts";

export interface SearxngOptions {
  /** Where the instance is, with or without a path before `/search`. */
  url: string;
  answerMs?: number | undefined;
}

/**
 * SearXNG's `GET /search?q=&format=json`, which its settings must allow (`search.formats`). It is usually the owner's
 * own, in the same network, which is why its address may be a private one.
 */
export function createSearxng({ url, answerMs }: SearxngOptions): WebSearch {
  return {
    provider: "searxng",
    async search(query, signal) {
      const address = searchUrl(url);
      address.search = new URLSearchParams({ q: withoutSyntax(query), format: "json" }).toString();
      return readResults(await callJson({ url: address, signal, answerMs }));
    },
  };
}

/** "!g" chooses an engine, "!!" leaves SearXNG by a redirect, ":fr" a language: words of a claim are none of these. */
function withoutSyntax(query: string): string {
  return query.replace(/(^|\s)[!:?]+(?=\S)/g, "$1");
}
