/** What broken and hostile model servers send, by the request that they answer so. */
import {
  bomb,
  bytes,
  chunk,
  eventsText,
  flood,
  GOOD_STREAM,
  json,
  JSON_TYPE,
  LAST,
  loris,
  MIB,
  nested,
  packed,
  raw,
  reset,
  silence,
  sse,
  sseFlood,
  sseParts,
  sseText,
  SSE_TYPE,
  whole,
  type Reply,
} from "./reply.ts";
import { vector, type Replies } from "./server.ts";

type HostileTarget = "about" | "chat" | "embeddings" | "rerank";

export interface HostileCase {
  name: string;
  target: HostileTarget;
  replies: Replies;
  /** A reply can be had nevertheless: what is wrong is not needed, or is within what HTTP allows. */
  works: boolean;
  /** The reply is cut at a bound, and what came of it is kept. */
  cut?: boolean;
  /** It takes its time: what waits for a model to be loaded is not asked. */
  isSlow?: boolean;
}

export interface HostileOptions {
  /** The largest bodies at their full size (700 MB); else some way over each bound. */
  full: boolean;
}

export function hostileServerCases({ full }: HostileOptions): HostileCase[] {
  const size = (full ? 700 : 128) * MIB;
  return [...aboutCases(size), ...chatCases(size), ...embeddingCases(size), ...rerankCases(size)];
}

const DEEP = nested(20_000);
const CONTROLS = "evil\u0000\u001b[31m\nname\u2028";
const HTML = "<!doctype html><html><body><h1>Sign in</h1></body></html>";
const REDIRECT = raw("", JSON_TYPE, 302, { location: "/health" });
const BIG_HEADER = bytes(`HTTP/1.1 200 OK\r\nx-a: ${"a".repeat(MIB)}\r\ncontent-length: 2\r\n\r\n{}`);
const INFORMED = bytes("HTTP/1.1 102 Processing\r\n\r\n", 200_000);

const PROPS = { default_generation_settings: { n_ctx: 32_768 }, total_slots: 1, model_alias: "hostile" };

function aboutCases(size: number): HostileCase[] {
  const props = (name: string, reply: Reply): HostileCase =>
    about(`/props: ${name}`, { "GET /props": reply });
  const context = (n_ctx: unknown): Reply => json({ ...PROPS, default_generation_settings: { n_ctx } });
  const slots = (total_slots: unknown): Reply => json({ ...PROPS, total_slots });
  const health = (name: string, reply: Reply): HostileCase =>
    about(`/health: ${name}`, { "GET /health": reply }, false);
  const models = (name: string, reply: Reply): HostileCase =>
    about(`/v1/models: ${name}`, { "GET /v1/models": reply });
  const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `m${n}`);
  return [
    props("n_ctx is text", context("abc")),
    props("n_ctx is an object", context({})),
    props("n_ctx is negative", context(-4096)),
    props("n_ctx is a fraction", context(4096.5)),
    props("n_ctx is 10^18", context(1e18)),
    props("n_ctx is beyond numbers", raw('{"default_generation_settings":{"n_ctx":1e999}}')),
    props("50,000,000 slots", slots(50_000_000)),
    props("-1 slots", slots(-1)),
    props("slots are text", slots("4")),
    props("settings are a list", json({ ...PROPS, default_generation_settings: [1] })),
    props("an object as name", json({ ...PROPS, model_alias: { toString: 1 } })),
    props("control characters in names", json({ ...PROPS, model_alias: CONTROLS, model_path: CONTROLS })),
    props("a name of 1 MB", json({ ...PROPS, model_alias: "n".repeat(MIB), model_path: "p".repeat(MIB) })),
    props("a template that is a number", json({ ...PROPS, chat_template: 7 })),
    props("null", raw("null")),
    props("nothing", raw("")),
    props("{}", raw("{}")),
    props("a list", raw("[]")),
    props("HTML", raw(HTML, "text/html")),
    props("nested 20,000 deep", raw(DEEP)),
    props("a key of prototypes", raw('{"__proto__":{"n_ctx":1},"total_slots":1}')),
    props("a body without end", flood(JSON_TYPE, '{"a":"', "a", size)),
    props("a gzip bomb", bomb("gzip", JSON_TYPE, size, '{"a":"')),
    props("a reset", reset(JSON_TYPE, '{"default')),
    props("a byte at a time", loris(JSON_TYPE, JSON.stringify(PROPS), 700)),
    props("never", silence),
    about("/slots: 50,000 of them", {
      "GET /props": json({ ...PROPS, total_slots: 4 }),
      "GET /slots": json(Array.from({ length: 50_000 }, (_, id) => ({ id, is_processing: false }))),
    }),
    about("/slots: ids out of range", {
      "GET /props": json({ ...PROPS, total_slots: 4 }),
      "GET /slots": json([-1, 4e9, "x", null].map((id) => ({ id, is_processing: "no" }))),
    }),
    models(
      "a million",
      flood(JSON_TYPE, '{"object":"list","data":[{"id":"a"}', ',{"id":"b"}', 11_000_000, "]}"),
    ),
    models("ten thousand", json({ object: "list", data: ids(10_000).map((id) => ({ id })) })),
    models("300 that are loaded", json({ object: "list", data: ids(300).map((id) => ({ id, meta: {} })) })),
    models("a name of 1 MB", json({ object: "list", data: [{ id: "n".repeat(MIB) }] })),
    models("names of control characters", json({ object: "list", data: [{ id: CONTROLS }] })),
    models("names are objects", json({ object: "list", data: [{ id: {} }, { id: 7 }, null, "x"] })),
    models("data is text", json({ object: "list", data: "many" })),
    models("nested 20,000 deep", raw(`{"object":"list","data":${DEEP}}`)),
    health("headers of 1 MB", BIG_HEADER),
    health("200,000 answers of status 102", INFORMED),
    health("garbage", bytes("\u0000\u0001 this is no HTTP\r\n\r\n")),
    health("redirects to itself", REDIRECT),
    health("500 with a body without end", flood(JSON_TYPE, "", "a", size, "", 500)),
    health("204", raw("", JSON_TYPE, 204)),
    health("a byte at a time", loris(JSON_TYPE, '{"status":"ok"}', 700)),
  ];
}

function about(name: string, replies: Replies, works = true): HostileCase {
  return { name, target: "about", replies, works };
}

function chatCases(size: number): HostileCase[] {
  const chat = (name: string, reply: Reply, works = false): HostileCase => ({
    name: `chat: ${name}`,
    target: "chat",
    replies: { "POST /v1/chat/completions": reply },
    works,
  });
  const fine = (name: string, reply: Reply): HostileCase => chat(name, reply, true);
  const cut = (name: string, reply: Reply): HostileCase => ({ ...chat(name, reply, true), cut: true });
  const said = chunk({ content: "Well said." });
  const usage = (value: unknown): Reply => sse(said, LAST, { choices: [], usage: value });
  const answer = (text: string): string => `data: ${JSON.stringify(chunk({ content: text }))}\n\n`;
  const thought = `data: ${JSON.stringify(chunk({ reasoning_content: "hm ".repeat(1_000) }))}\n\n`;
  const utf8 = Buffer.from(eventsText([chunk({ content: "Grüße 🙂" }), LAST]));
  return [
    fine("negative usage", usage({ prompt_tokens: -5, completion_tokens: -1, total_tokens: -6 })),
    fine("usage is text", usage({ prompt_tokens: "many", completion_tokens: {} })),
    fine("usage is a list", usage([1, 2])),
    fine(
      "usage beyond numbers",
      sseText(GOOD_STREAM.replace('"model"', '"usage":{"prompt_tokens":1e999},"model"')),
    ),
    fine(
      "cached tokens out of range",
      usage({ prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 1e15 } }),
    ),
    fine(
      "timings of wrong types",
      sse(said, { ...LAST, timings: { prompt_n: "x", prompt_ms: -1, predicted_n: 1e300 } }),
    ),
    fine("an object as model", sse({ ...said, model: { toString: 1 } }, { ...LAST, model: [] })),
    fine("a model's name of control characters", sse({ ...said, model: CONTROLS }, LAST)),
    fine("a model's name of 500 KB", sse({ ...said, model: "m".repeat(500_000) }, LAST)),
    fine("a number as finish reason", sse(said, { choices: [{ delta: {}, finish_reason: 7 }] }, LAST)),
    chat("a number as content", sse(chunk({ content: 7 }), LAST)),
    chat("objects as content and thought", sse(chunk({ content: {}, reasoning_content: [] }), LAST)),
    chat("choices are no list", sse({ choices: { 0: said } }, { choices: "x" }, { choices: 7 })),
    chat("no choices", sse({ id: "c" }, {}, null, 7, "text", [])),
    fine("choices of null", sse({ choices: [null, 7, "x"] }, said, LAST)),
    fine(
      "only choices of other numbers first",
      sse({ choices: [{ index: 3, delta: { content: "no" } }] }, said, LAST),
    ),
    fine(
      "fields twice",
      sseText('data: {"choices":[],"choices":[{"delta":{"content":"Well."}}]}\n\n' + eventsText([LAST])),
    ),
    fine(
      "tool calls are odd",
      sse(said, chunk({ tool_calls: [null, 7, "x", [], { index: -1, function: 7 }, { index: 1e9 }] }), LAST),
    ),
    chat(
      "tool calls nested 20,000 deep",
      sseText(
        `data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${DEEP}}, "x":${DEEP}}]}}]}\n\n${GOOD_STREAM}`,
      ),
    ),
    chat("a chunk nested 20,000 deep", sseText(`data: ${DEEP}\n\n${GOOD_STREAM}`)),
    chat("an answer nested 20,000 deep", sse(chunk({ content: DEEP }), LAST), true),
    chat(
      "an extraction nested 5,000 deep",
      sse(
        chunk({ content: `{"turns":[{"turn":1,"facts":[{"subject":${nested(5_000)}}],"entities":[]}]}` }),
        LAST,
      ),
      true,
    ),
    chat("an error that is an object of objects", sse({ error: { message: {}, code: [], n_ctx: "x" } })),
    chat("an error of 900 KB", sse({ error: { message: "model ".repeat(150_000) } })),
    fine("CRLF", sseText(GOOD_STREAM.replaceAll("\n", "\r\n"))),
    fine("CR", sseText(GOOD_STREAM.replaceAll("\n", "\r"))),
    fine("a BOM", sseText(`\uFEFF${GOOD_STREAM}`)),
    fine("comments and fields unknown", sseText(`:ping\n\nid: 1\nretry: x\nfoo: bar\n\n${GOOD_STREAM}`)),
    fine(
      "split in characters",
      sseParts(
        [...utf8]
          .map((byte) => Buffer.from([byte]))
          .slice(0, 60)
          .concat(utf8.subarray(60)),
      ),
    ),
    fine("gzip", packed("gzip", SSE_TYPE, GOOD_STREAM)),
    fine("deflate", packed("deflate", SSE_TYPE, GOOD_STREAM)),
    fine("br", packed("br", SSE_TYPE, GOOD_STREAM)),
    chat("a gzip that is none", sseText(GOOD_STREAM, { "content-encoding": "gzip" })),
    chat("a gzip bomb", bomb("gzip", SSE_TYPE, size, "data: ")),
    chat("a br bomb", bomb("br", SSE_TYPE, size, "data: ")),
    chat("a line without end", sseFlood("data: ", "a", size)),
    cut("a line without end behind an answer", sseFlood(`${answer("Well said.")}data: `, "a", size)),
    chat("an event of lines without end", sseFlood("", "data: 1\n", size)),
    chat("comments without end", sseFlood("", ":\n", size)),
    chat("empty events without end", sseFlood("", "data: {}\n\n", size)),
    cut("content without end", sseFlood("", answer("more and more ".repeat(20)), size)),
    cut(
      "content in letters without end",
      sseFlood("", 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n', size),
    ),
    chat("white space without end", sseFlood("", 'data: {"choices":[{"delta":{"content":" "}}]}\n\n', size)),
    chat("thought without end", sseFlood("", thought, size), true),
    chat("thought in tags without end", sseFlood(answer("<think>"), answer("hm ".repeat(100)), size), true),
    chat(
      "thought in letters without end",
      sseFlood("", 'data: {"choices":[{"delta":{"reasoning":"a"}}]}\n\n', size),
      true,
    ),
    chat(
      "tool calls without end",
      sseFlood(
        "",
        `data: ${JSON.stringify(chunk({ tool_calls: [{ index: 0, function: { arguments: "{".repeat(500) } }] }))}\n\n`,
        size,
      ),
      true,
    ),
    chat("HTML", raw(HTML, "text/html")),
    fine("a stream of another type", raw(GOOD_STREAM, "text/plain")),
    chat(
      "random bytes",
      raw(Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 256)), SSE_TYPE),
    ),
    chat("nothing", raw("", SSE_TYPE)),
    chat("204", raw("", SSE_TYPE, 204)),
    chat("redirects to itself", raw("", JSON_TYPE, 307, { location: "/v1/chat/completions" })),
    chat("500 with a body without end", flood(JSON_TYPE, '{"error":{"message":"', "a", size, "", 500)),
    chat("a status that there is not", raw("{}", JSON_TYPE, 799)),
    chat("headers of 1 MB", BIG_HEADER),
    chat("200,000 answers of status 102", INFORMED),
    chat("garbage in place of HTTP", bytes("ICY 200 OK\r\n\r\n")),
    chat("a reset before the first byte", reset(SSE_TYPE, null)),
    chat("a reset after the headers", reset(SSE_TYPE, "")),
    chat("a reset in a line", reset(SSE_TYPE, 'data: {"choices"')),
    chat("a reset behind some content", reset(SSE_TYPE, answer("Well"))),
    { ...chat("a byte at a time", loris(SSE_TYPE, GOOD_STREAM, 700)), isSlow: true },
    { ...chat("silence", silence), isSlow: true },
    fine("whole", json(whole({ role: "assistant", content: "Well said." }))),
    fine("whole, gzip", packed("gzip", JSON_TYPE, JSON.stringify(whole({ content: "Well said." })))),
    fine(
      "whole, negative usage, an object as model",
      json(whole({ content: "Well." }, { usage: { prompt_tokens: -1 }, model: {} })),
    ),
    chat("whole, a number as content", json(whole({ content: 7 }))),
    chat("whole, no choices", json({ id: "c" })),
    chat("whole, null", raw("null")),
    chat("whole, choices are no list", json({ choices: { message: { content: "x" } } })),
    chat("whole, nested 20,000 deep", raw(DEEP)),
    chat("whole, JSON that is cut", raw('{"choices":[{"message":{"content":"Well')),
    chat("whole, without end", flood(JSON_TYPE, '{"choices":[{"message":{"content":"', "a", size)),
    chat("whole, of empty objects", flood(JSON_TYPE, '{"choices":[{}', ",{}", 24 * MIB, "]}")),
    chat("whole, a gzip bomb", bomb("gzip", JSON_TYPE, size, '{"choices":"')),
  ];
}

function embeddingCases(size: number): HostileCase[] {
  const of = (name: string, reply: Reply, works = false): HostileCase => ({
    name: `embeddings: ${name}`,
    target: "embeddings",
    replies: { "POST /v1/embeddings": reply },
    works,
  });
  const each = (name: string, make: (at: number) => unknown, works = false): HostileCase =>
    of(
      name,
      (asked) => {
        const texts = [asked.body["input"] ?? []].flat();
        return json({ model: "hostile", data: texts.map((_, index) => make(index)) })(asked);
      },
      works,
    );
  const numbers = (one: string, dimensions: number): Reply =>
    raw(`{"data":[{"index":0,"embedding":[${Array.from({ length: dimensions }, () => one).join(",")}]}]}`);
  let asks = 0;
  return [
    each("in the order of the server", (index) => ({ index, embedding: vector(index) }), true),
    each("a million dimensions", (index) => ({ index, embedding: vector(index, 1_000_000) })),
    of("a million dimensions as numbers", numbers("0.5", 1_000_000)),
    of("beyond numbers", numbers("1e999", 8)),
    of("zeros", numbers("0", 8)),
    each("texts as numbers", (index) => ({ index, embedding: ["a", "b"] })),
    each("objects", (index) => ({ index, embedding: { length: 3 } })),
    each("no dimensions", (index) => ({ index, embedding: [] })),
    each("NaN as base64", (index) => ({
      index,
      embedding: Buffer.from(new Float32Array([Number.NaN, 1]).buffer).toString("base64"),
    })),
    each("cut base64", (index) => ({ index, embedding: "AAA" })),
    each("null for each", () => null),
    each("places out of range", () => ({ index: -1e9, embedding: vector(0) })),
    each("other dimensions each time", (index) => ({ index, embedding: vector(index, 8 + (asks++ % 7)) })),
    of("fewer than asked", json({ data: [] })),
    of("more than asked", json({ data: [0, 1, 2].map((index) => ({ index, embedding: vector(index) })) })),
    of("data is text", json({ data: "many" })),
    of("data is an object", json({ data: { length: 1 } })),
    of(
      "an object as model",
      (asked) =>
        json({
          model: {},
          data: [asked.body["input"]].flat().map((_, index) => ({ index, embedding: vector(index) })),
        })(asked),
      true,
    ),
    of("null", raw("null")),
    of("nested 20,000 deep", raw(`{"data":${DEEP}}`)),
    of("HTML", raw(HTML, "text/html")),
    of("without end", flood(JSON_TYPE, '{"data":[{"embedding":[0', ",1", size)),
    of("empty objects", flood(JSON_TYPE, '{"data":[{}', ",{}", 24 * MIB, "]}")),
    of("a gzip bomb", bomb("gzip", JSON_TYPE, size, '{"data":"')),
  ];
}

function rerankCases(size: number): HostileCase[] {
  const of = (name: string, reply: Reply): HostileCase => ({
    name: `rerank: ${name}`,
    target: "rerank",
    replies: { "POST /v1/rerank": reply },
    works: true,
  });
  const results = (index: unknown, relevance_score: unknown): Reply =>
    json({ results: [{ index, relevance_score }] });
  return [
    of("places out of range", results(1e9, 1)),
    of("places are text", results("0", 1)),
    of("scores are text", results(0, "high")),
    of("scores beyond numbers", raw('{"results":[{"index":0,"relevance_score":1e999}]}')),
    of("results are text", json({ results: "many" })),
    of("results of null", json({ results: [null] })),
    of("null", raw("null")),
    of("without end", flood(JSON_TYPE, '{"results":[{}', ",{}", size)),
  ];
}
