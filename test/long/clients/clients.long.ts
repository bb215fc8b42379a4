import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatBody, Reply } from "../../support/fake-llama/index.ts";
import { startOpenAiBench, type OpenAiBench } from "../../support/openai-bench.ts";

/** Packages that people build with, as they come: the same talks with each. Their first run downloads them. */
const JS = [
  "ai@7.0.173",
  "@ai-sdk/openai@4.0.118",
  "@ai-sdk/openai-compatible@3.0.92",
  "@langchain/core@1.4.0",
  "@langchain/openai@1.6.0",
  "zod@4.1.12",
];
const PYTHON = [
  "litellm==1.110.2",
  "langchain-openai==1.7.4",
  "pydantic-ai-slim[openai]==2.68.0",
  "openai-agents==0.24.0",
  "openai==3.57.0",
];
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "engram-test", "clients");
const MINUTES = 60_000;
const run = promisify(execFile);

let at: OpenAiBench;
beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  at = await startOpenAiBench();
  at.fake.reply(answer);
});
afterAll(() => at?.close());

/** Calls a tool twice at once, or answers with an object, where that is asked for. */
function answer(body: ChatBody): Reply | undefined {
  const schema = JSON.stringify(body.response_format?.json_schema?.schema ?? {});
  if (body.response_format !== undefined && !schema.includes('"city"')) return undefined;
  const object = '{"name":"Tomas","city":"Linz"}';
  if (body.response_format !== undefined) return object;
  const last = body.messages.at(-1);
  if (last?.role === "tool") return `Results: ${calledBefore(body)}`;
  const names = ((body["tools"] ?? []) as { function: { name: string } }[]).map((one) => one.function.name);
  const call = (index: number, name: string, given: string) => [
    { index, id: `call_${index}`, type: "function", function: { name, arguments: given } },
  ];
  if (names.includes("weather"))
    return {
      reasoning: "I look it up.",
      toolCalls: ["Lyon", "Linz"].map((city, n) => call(n, "weather", `{"city":"${city}"}`)),
    };
  const [final] = names;
  if (final !== undefined) return { toolCalls: [call(0, final, object)] };
  return `Replies before: ${body.messages.filter(({ role }) => role === "assistant").length}.`;
}

/** Each result answers one of the calls of the message before. */
function calledBefore({ messages }: ChatBody): number {
  const asked = messages.findLast(({ role }) => role === "assistant") as unknown as {
    tool_calls: { id: string }[];
  };
  const results = messages.slice(-asked.tool_calls.length) as unknown as { tool_call_id: string }[];
  return asked.tool_calls.filter(({ id }) => results.some(({ tool_call_id }) => tool_call_id === id)).length;
}

interface Talk {
  first: string;
  second: string;
  tools: string;
  object: unknown;
}

async function check(talks: Record<string, Talk>, names: string[]): Promise<void> {
  expect(Object.keys(talks)).toEqual(names);
  const conversations = await at.conversations();
  const said = await Promise.all(conversations.map(async ({ id }) => (await at.turns(id)).map(wordsOf)));
  for (const [name, talk] of Object.entries(talks)) {
    expect(talk, name).toEqual({
      first: "Replies before: 0.",
      second: "Replies before: 1.",
      tools: "Results: 2",
      object: { name: "Tomas", city: "Linz" },
    });
    expect(said, name).toContainEqual([
      [`My ${name} dog is called Rex.`, "Replies before: 0."],
      ["What is it called?", "Replies before: 1."],
      [`What is the weather with ${name}?`, "Results: 2"],
    ]);
  }
}

const wordsOf = ({ userMessage, assistantReply }: { userMessage: string; assistantReply: string }) => [
  userMessage,
  assistantReply,
];

test(
  "AI SDK, LangChain.js: talks go on, tools are called, objects come",
  { timeout: 10 * MINUTES },
  async () => {
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", CACHE, "--save-exact", ...JS]);
    copyFileSync(join(import.meta.dirname, "clients.mjs"), join(CACHE, "clients.mjs"));
    const { stdout } = await run(process.execPath, [join(CACHE, "clients.mjs"), `${at.service.url}/v1`]);
    await check(JSON.parse(stdout) as Record<string, Talk>, [
      "ai-responses",
      "ai-chat",
      "ai-compatible",
      "langchain-chat",
      "langchain-responses",
    ]);
  },
);

test(
  "LangChain, Pydantic AI, OpenAI Agents, LiteLLM, OpenAI: talks go on, tools are called, objects come",
  { timeout: 10 * MINUTES },
  async () => {
    const venv = join(CACHE, "venv");
    const python = join(venv, "bin", "python");
    if (!existsSync(python)) await run("python3", ["-m", "venv", venv]);
    await run(python, ["-m", "pip", "install", "-q", ...PYTHON]);
    const program = join(import.meta.dirname, "clients.py");
    const { stdout } = await run(python, [program, `${at.service.url}/v1`]);
    await check(JSON.parse(stdout) as Record<string, Talk>, [
      "langchain-chat",
      "langchain-responses",
      "langchain-by-id",
      "pydantic-ai-chat",
      "pydantic-ai-responses",
      "agents-chat",
      "agents-responses",
      "agents-by-id",
      "litellm",
      "openai",
    ]);
  },
);
