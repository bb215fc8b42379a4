import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One page as both services describe it: Tavily and SearXNG name these fields alike. */
export interface Page {
  title: string;
  url: string;
  content: string;
}

interface Searched {
  method: string;
  path: string;
  query: string;
  headers: IncomingMessage["headers"];
  body: any;
}

export interface SearchEngine {
  readonly url: string;
  /** Everything that was sent, in order. */
  readonly requests: Searched[];
  /** What is found; nothing by default. */
  find: (query: string) => Page[];
  /** Takes the next answers over; returns false to answer as usual. */
  misbehave: ((response: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

/**
 * A real HTTP server in the shapes that SearXNG (`GET /search?format=json`) and Tavily (`POST /search`) document, with
 * the fields that Engram does not look at as well.
 */
export async function startSearchEngine(): Promise<SearchEngine> {
  const server = createServer((request, response) => void answer(request, response));
  const engine: SearchEngine = {
    url: "",
    requests: [],
    find: () => [],
    misbehave: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://engine");
    const body = text === "" ? undefined : JSON.parse(text);
    const query = (searchParams.get("q") ?? body?.query ?? "") as string;
    const method = request.method ?? "";
    engine.requests.push({ method, path: pathname, query, headers: request.headers, body });
    if (engine.misbehave?.(response)) return;
    if (pathname !== "/search") return send(response, 404, {});
    if (method === "POST") return send(response, ...tavily(request, query, engine.find(query)));
    if (searchParams.get("format") !== "json") return send(response, 403, {});
    return send(response, 200, searxng(query, engine.find(query)));
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(engine, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function searxng(query: string, pages: Page[]): object {
  const results = pages.map((page, at) => ({
    url: page.url,
    title: page.title,
    content: page.content,
    thumbnail: null,
    engine: "duckduckgo",
    template: "default.html",
    parsed_url: ["https", new URL(page.url).hostname, new URL(page.url).pathname, "", "", ""],
    img_src: "",
    priority: "",
    engines: ["duckduckgo", "brave"],
    positions: [at + 1],
    score: 1 / (at + 1),
    category: "general",
    publishedDate: null,
  }));
  return {
    query,
    number_of_results: 0,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [["google", "too many requests"]],
  };
}

function tavily(request: IncomingMessage, query: string, pages: Page[]): [number, object] {
  if (!/^Bearer tvly-./.test(request.headers.authorization ?? ""))
    return [401, { detail: { error: "Unauthorized: missing or invalid API key." } }];
  const results = pages.map((page, at) => ({ ...page, score: 0.9 - at / 10, raw_content: null }));
  return [
    200,
    {
      query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results,
      response_time: "1.09",
      request_id: "123e4567-e89b-12d3-a456-426614174111",
    },
  ];
}
