import { loginOf } from "../login.ts";
import { WEB_LIMITS, WebSearchError } from "../../ports/web-search.ts";

interface JsonCall {
  url: URL;
  headers?: Record<string, string>;
  /** Sent by POST; without it the call is a GET. */
  body?: unknown;
  signal: AbortSignal;
  /** Longest time for the whole answer; shorter in tests. */
  answerMs?: number | undefined;
}

/**
 * One bounded JSON exchange with a search engine. Redirects are not followed: an answer must not be able to send
 * Engram to another address, inside this network least of all.
 */
export async function callJson(call: JsonCall): Promise<unknown> {
  const timeout = AbortSignal.timeout(call.answerMs ?? WEB_LIMITS.answerMs);
  try {
    const { url, headers } = loginOf(call.url);
    const response = await fetch(url, {
      headers: { accept: "application/json", ...headers, ...call.headers },
      ...(call.body !== undefined && { method: "POST", body: JSON.stringify(call.body) }),
      redirect: "manual",
      signal: AbortSignal.any([call.signal, timeout]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw refusal(response.status);
    }
    return parse(await readBounded(response));
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (error instanceof WebSearchError) throw error;
    const late = timeout.aborted ? "did not answer in time" : "does not answer";
    throw new WebSearchError("unavailable", `The search engine ${late}; see WEB_SEARCH_URL`, {
      cause: error,
    });
  }
}

/** Where an engine of this address, with or without a path, takes questions. */
export function searchUrl(address: string): URL {
  return new URL(`${address.replace(/(?<!\/)\/+$/, "")}/search`);
}

const USED_UP = "The search engine's plan is used up";
/** By status; 432 and 433 are Tavily's. */
const REFUSALS: Record<number, string> = {
  401: "The search engine refused the key; see WEB_SEARCH_API_KEY",
  403: "The search engine does not allow this (SearXNG: is json in search.formats?)",
  429: "The search engine was asked too often (SearXNG: its limiter lets programs ask four times an hour)",
  432: USED_UP,
  433: USED_UP,
};

function refusal(status: number): WebSearchError {
  if (status >= 300 && status < 400)
    return new WebSearchError("refused", "The search engine redirects; set WEB_SEARCH_URL to where it is");
  const kind = status >= 500 ? "unavailable" : "refused";
  return new WebSearchError(kind, REFUSALS[status] ?? `The search engine answered with status ${status}`);
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > WEB_LIMITS.answerBytes)
      throw new WebSearchError("unreadable", "The search engine's answer is larger than allowed");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WebSearchError("unreadable", "The search engine's answer is not JSON; see WEB_SEARCH_URL", {
      cause: error,
    });
  }
}
