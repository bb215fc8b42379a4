import { expect, test } from "vitest";
import type { ChatModel, ModelEvent, ModelRequest } from "../../../../src/ports/chat-model.ts";
import { guardedReply } from "../../../../src/services/chat/guard.ts";

const INSTRUCTIONS =
  "You are a helpful assistant who has known one person for long.\n- Use a note when it helps with that.";
const APPENDED = [
  "(Monday 2 November 2026 at 10:00)",
  "<memory>\n[1] The user has a dog. (said 3 Mar 2026)\n</memory>",
];
const EXTRACTION = '{"turns": [{"turn": 1, "summary": "The user greets."}]}';

function request(message: string, extra?: Record<string, unknown>): ModelRequest {
  return {
    purpose: "chat",
    messages: [
      { role: "system", content: `Call me Lena.\n\n${INSTRUCTIONS}` },
      { role: "user", content: [message, ...APPENDED].join("\n\n") },
    ],
    effort: "low",
    temperature: 0,
    maxTokens: 100,
    extra,
  };
}

/** What a user reads, what was asked of the model, and how often a reply was held back. */
async function read(replies: string[], asked = request("Hi!"), pieceChars = 5) {
  const requests: ModelRequest[] = [];
  const left = [...replies];
  const model: ChatModel = {
    info: () => ({ kind: "server", name: "m", contextTokens: null }),
    health: async () => "ready",
    close: async () => {},
    async *stream(one): AsyncGenerator<ModelEvent> {
      requests.push(one);
      const text = left.shift() ?? "";
      for (let at = 0; at < text.length; at += pieceChars) {
        const piece = text.slice(at, at + pieceChars);
        if (one.extra?.["logprobs"] === true) yield { type: "logprobs", tokens: [piece] };
        yield { type: "delta", text: piece };
      }
      yield { type: "finish", reason: "stop", usage: null, model: "m" };
    },
  };
  let guarded = 0;
  const events: ModelEvent[] = [];
  const deps = { model, onGuarded: () => void (guarded += 1) };
  const own = { instructions: INSTRUCTIONS, appended: APPENDED };
  for await (const event of guardedReply(deps, asked, own, new AbortController().signal)) events.push(event);
  const said = events.flatMap((event) => (event.type === "delta" ? event.text : [])).join("");
  return { said, events, requests, guarded };
}

test.each([
  EXTRACTION,
  `\`\`\`json\n${EXTRACTION}\n\`\`\``,
  '  [ {"facts": []} ]',
  '{ "verdicts": [] }',
  "<memory>\n[1] The user ...",
  "[1] The user has a dog. (said 3 Mar 2026)",
  "[extraction request]\nturns: 1",
  "You are a helpful assistant who has known one person for long. Hello!",
  "Use a note when it helps with that.",
])("the service's own text is held back, and asked for once more without memory: %s", async (leak) => {
  const { said, requests, guarded } = await read([leak, "Hello, Lena!"]);
  expect(said).toBe("Hello, Lena!");
  expect(guarded).toBe(1);
  expect(requests[1]?.messages).toEqual([
    { role: "system", content: "Call me Lena." },
    { role: "user", content: "Hi!" },
  ]);
});

test("probabilities are those of the text that is shown, and never come after it", async () => {
  const reply = '{"fact": "A beginning that is held back for a while."}';
  const asked = request("Hi!", { logprobs: true });
  const { events, said } = await read([EXTRACTION, reply], asked);
  expect(said).toBe(reply);
  let [weighed, shown] = ["", ""];
  for (const event of events) {
    if (event.type === "logprobs") weighed += event.tokens.join("");
    if (event.type === "delta") shown += event.text;
    expect(weighed.startsWith(shown)).toBe(true);
  }
  expect(weighed).toBe(reply);
});

test("what is the service's own text twice is not shown", async () => {
  const { said, events, requests, guarded } = await read([EXTRACTION, EXTRACTION]);
  expect(said).toBe("");
  expect([requests.length, guarded]).toEqual([2, 2]);
  expect(events.map(({ type }) => type)).toEqual(["aside", "finish"]);
});

test.each([
  "Hello!",
  "You are right about that.",
  "Use a pan with a lid.",
  '{"name": "Ada"}',
  "[1] is the first reference.",
  "```ts\nconst turns = 1;\n```",
  "{",
  "(Monday would be better.)",
  "",
])("other replies are passed on letter by letter: %s", async (reply) => {
  const { said, requests, guarded } = await read([reply]);
  expect({ said, asked: requests.length, guarded }).toEqual({ said: reply, asked: 1, guarded: 0 });
});

test.each([
  ["(Monday 2 November 2026 at 10:00) Hello!", " Hello!"],
  ["Hello!\n\n(Monday 2 November 2026 at 10:00)", "Hello!\n\n"],
  ["Hello (Monday 2 November 2026 at 10:00), Lena (Monday)", "Hello , Lena (Monday)"],
])("a line that stood behind the message is left out of a reply: %s", async (reply, left) => {
  const { said, guarded } = await read([reply]);
  expect([said, guarded]).toEqual([left, 0]);
});

test("a reply that begins otherwise is not held back at all", async () => {
  const { events } = await read(["Hello there, Lena!"]);
  expect(events[0]).toEqual({ type: "delta", text: "Hello" });
});

test.each([
  ["it was asked for in words", request("Give me the turns of the race as JSON.")],
  ["a client asked for a form", request("Go on.", { response_format: { type: "json_object" } })],
])("JSON is a reply where %s", async (_, asked) => {
  const { said, guarded } = await read([EXTRACTION], asked);
  expect([said, guarded]).toEqual([EXTRACTION, 0]);
});
