import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSearxng } from "../../src/adapters/web-search/searxng.ts";
import { createTavily } from "../../src/adapters/web-search/tavily.ts";
import { readConfig } from "../../src/composition/config.ts";
import { WEB_LIMITS, type WebSearch } from "../../src/ports/web-search.ts";
import { chooseWebSearch } from "../../src/composition/adapters.ts";
import { startSearchEngine, type Page, type SearchEngine } from "../support/search-engine.ts";

/** Both adapters against a real HTTP server in the documented shapes. */
let engine: SearchEngine;
beforeEach(async () => {
  engine = await startSearchEngine();
});
afterEach(() => engine.close());

const page = (n: number, more: Partial<Page> = {}): Page => ({
  title: `Page ${n}`,
  url: `https://site${n}.example/page`,
  content: `Words of page ${n}.`,
  ...more,
});

const ADAPTERS: [string, () => WebSearch][] = [
  ["searxng", () => createSearxng({ url: engine.url, answerMs: 400 })],
  ["tavily", () => createTavily({ url: engine.url, apiKey: "tvly-secret", answerMs: 400 })],
];
const never = new AbortController().signal;

test("SearXNG behind a name and a password gets them as a header", async () => {
  engine.find = () => [page(1)];
  const web = createSearxng({ url: engine.url.replace("//", "//me:p%40ss%@"), answerMs: 400 });
  expect(await web.search("anything", never)).toHaveLength(1);
  expect(engine.requests[0]?.headers.authorization).toBe(`Basic ${btoa("me:p@ss%")}`);
});

describe.each(ADAPTERS)("%s", (_name, make) => {
  test("what is found comes back with title, address and words", async () => {
    engine.find = () => [page(1), page(2)];
    expect(await make().search("the capital of Portugal", never)).toEqual([
      { title: "Page 1", url: "https://site1.example/page", snippet: "Words of page 1." },
      { title: "Page 2", url: "https://site2.example/page", snippet: "Words of page 2." },
    ]);
    expect(engine.requests.map(({ query }) => query)).toEqual(["the capital of Portugal"]);
  });

  test("count and lengths are bounded; what is no page of the web is left out", async () => {
    const many = Array.from({ length: 30 }, (_, n) => page(n, { content: "long ".repeat(1000) }));
    engine.find = () => [
      page(90, { url: "javascript:alert(1)" }),
      page(91, { url: `https://a.example/${"x".repeat(1000)}` }),
      page(92, { content: "" }),
      ...many,
    ];
    const found = await make().search("anything", never);
    expect(found).toHaveLength(WEB_LIMITS.results);
    expect(found[0]?.url).toBe("https://site0.example/page");
    expect(Math.max(...found.map(({ snippet }) => snippet.length))).toBeLessThanOrEqual(
      WEB_LIMITS.snippetChars,
    );
  });

  test("a redirect is not followed, wherever it leads", async () => {
    const inside = await startSearchEngine();
    engine.misbehave = (response) => {
      response.writeHead(302, { location: `${inside.url}/search?q=x&format=json` }).end();
      return true;
    };
    await expect(make().search("anything", never)).rejects.toMatchObject({ kind: "refused" });
    expect(inside.requests).toEqual([]);
    await inside.close();
  });

  test.each([
    [401, "refused", /WEB_SEARCH_API_KEY/],
    [403, "refused", /search\.formats/],
    [429, "refused", /too often .*limiter/],
    [432, "refused", /used up/],
    [500, "unavailable", /500/],
    [503, "unavailable", /503/],
  ])("status %d is %s and says why", async (status, kind, message) => {
    engine.misbehave = (response) => {
      response.writeHead(status).end('{"detail":"words of the server"}');
      return true;
    };
    const failing = make().search("secret question", never);
    await expect(failing).rejects.toMatchObject({ kind });
    await expect(failing).rejects.toThrow(message);
    await expect(failing).rejects.not.toThrow(/secret question|words of the server/);
  });

  test.each([
    ["no JSON", "<html>", "unreadable"],
    ["another JSON", '{"pages":[]}', "unreadable"],
    ["too large", `{"results":[],"x":"${"y".repeat(WEB_LIMITS.answerBytes)}"}`, "unreadable"],
  ])("an answer that is %s is refused", async (_what, body, kind) => {
    engine.misbehave = (response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
      return true;
    };
    await expect(make().search("anything", never)).rejects.toMatchObject({ kind });
  });

  test("silence ends, and so does an abort; nobody there is told as such", async () => {
    engine.misbehave = () => true;
    await expect(make().search("anything", never)).rejects.toMatchObject({ kind: "unavailable" });
    const abort = new AbortController();
    const searching = make().search("anything", abort.signal);
    abort.abort(new Error("the user is back"));
    await expect(searching).rejects.toThrow("the user is back");
    await engine.close();
    await expect(make().search("anything", never)).rejects.toMatchObject({ kind: "unavailable" });
  });
});

test("SearXNG is asked for JSON, and words of a claim are none of its commands", async () => {
  await createSearxng({ url: `${engine.url}/` }).search("!g !!ddg :fr Oslo? really", never);
  expect(engine.requests).toMatchObject([{ method: "GET", path: "/search", query: "g ddg fr Oslo? really" }]);
});

test("Tavily gets its key in the header alone, and is asked for pages alone", async () => {
  await createTavily({ url: engine.url, apiKey: "tvly-secret" }).search("Oslo", never);
  const [sent] = engine.requests;
  expect(sent).toMatchObject({ method: "POST", headers: { authorization: "Bearer tvly-secret" } });
  expect(sent?.body).toMatchObject({ query: "Oslo", include_answer: false, include_raw_content: false });
  expect(JSON.stringify(sent?.body)).not.toContain("tvly");
  await expect(createTavily({ url: engine.url, apiKey: "x" }).search("Oslo", never)).rejects.toMatchObject({
    kind: "refused",
  });
});

describe("configuration", () => {
  const chosen = (env: Record<string, string>): WebSearch | undefined => chooseWebSearch(readConfig(env));

  test("off unless it is switched on, whatever else is set", () => {
    expect(chosen({ WEB_SEARCH_URL: "http://127.0.0.1:8888", WEB_SEARCH_API_KEY: "k" })).toBeUndefined();
    expect(chosen({ WEB_SEARCH_ENABLED: "true", WEB_SEARCH_URL: "http://10.0.0.2:8888" })?.provider).toBe(
      "searxng",
    );
    const tavily = { WEB_SEARCH_ENABLED: "true", WEB_SEARCH_API_KEY: "k" };
    expect(chosen(tavily)?.provider).toBe("tavily");
  });

  test.each([
    ["WEB_SEARCH_URL", {}],
    ["WEB_SEARCH_URL", { WEB_SEARCH_API_KEY: "tvly-secret", WEB_SEARCH_URL: "http://search.example" }],
    ["WEB_SEARCH_URL", { WEB_SEARCH_URL: "localhost:8888" }],
  ])("a wrong combination names %s, and never shows a key", (name, env) => {
    const choose = (): unknown => chosen({ WEB_SEARCH_ENABLED: "true", ...env });
    expect(choose).toThrow(new RegExp(`^${name}: `));
    expect(choose).not.toThrow(/tvly-secret/);
  });
});
