/** The same talks with each JavaScript client: `node clients.mjs BASE_URL` prints what each got. */
import { tool as langchainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, Output, streamText, tool } from "ai";
import { z } from "zod";

const baseURL = process.argv[2];
const Person = z.object({ name: z.string(), city: z.string() });
const City = z.object({ city: z.string() });
const talks = {};

/** Vercel's AI SDK. */
async function vercel(name, model) {
  const messages = [{ role: "user", content: `My ${name} dog is called Rex.` }];
  const streamed = streamText({ model, messages });
  let first = "";
  for await (const text of streamed.textStream) first += text;
  messages.push(...(await streamed.response).messages, { role: "user", content: "What is it called?" });
  const { text: second, response } = await generateText({ model, messages });
  messages.push(...response.messages, { role: "user", content: `What is the weather with ${name}?` });
  const weather = tool({ description: "", inputSchema: City, execute: ({ city }) => `sunny in ${city}` });
  const { text: tools } = await generateText({
    model,
    messages,
    tools: { weather },
    stopWhen: isStepCount(5),
  });
  const object = (await generateText({ model, prompt: "Who?", output: Output.object({ schema: Person }) }))
    .output;
  talks[name] = { first, second, tools, object };
}

async function langchain(name, model) {
  const messages = [{ role: "user", content: `My ${name} dog is called Rex.` }];
  let whole;
  for await (const chunk of await model.stream(messages))
    whole = whole === undefined ? chunk : whole.concat(chunk);
  messages.push(whole, { role: "user", content: "What is it called?" });
  const second = await model.invoke(messages);
  const weather = langchainTool(({ city }) => `sunny in ${city}`, {
    name: "weather",
    description: "",
    schema: City,
  });
  const asked = [...messages, second, { role: "user", content: `What is the weather with ${name}?` }];
  const called = await model.bindTools([weather]).invoke(asked);
  const results = await Promise.all(called.tool_calls.map((call) => weather.invoke(call)));
  const tools = (await model.bindTools([weather]).invoke([...asked, called, ...results])).text;
  const object = await model.withStructuredOutput(Person, { method: "jsonSchema" }).invoke("Who?");
  talks[name] = { first: whole.text, second: second.text, tools, object };
}

const openai = createOpenAI({ baseURL, apiKey: "x" });
await vercel("ai-responses", openai("test-model"));
await vercel("ai-chat", openai.chat("test-model"));
await vercel(
  "ai-compatible",
  createOpenAICompatible({ baseURL, name: "engram", supportsStructuredOutputs: true })("test-model"),
);
const options = { model: "test-model", apiKey: "x", maxRetries: 0, configuration: { baseURL } };
await langchain("langchain-chat", new ChatOpenAI(options));
await langchain("langchain-responses", new ChatOpenAI({ ...options, useResponsesApi: true }));
console.log(JSON.stringify(talks));
