import { z } from "zod";
import type { Episode } from "../../domain/model/episode.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { parse } from "../schemas.ts";
import { sendSse } from "../sse.ts";
import { EventStream } from "../view-schemas.ts";
import { routes } from "../route.ts";
import { turnOpener } from "./open-turn.ts";
import { ResponseAnswer, type ToolNames } from "./response-answer.ts";
import { isFields, withoutNulls } from "../absent.ts";
import { CompletionBody, HISTORY_BYTES_MAX, Stream } from "./schema.ts";

const ITEMS_MAX = 4000;
/** Id of a response, or of a message in one. */
const ID = /^(?:resp|msg)_([^_]+)/;
/** Responses whose calls are known, the newest over all users, and their characters together. */
const WAITING_MAX = 200;
const WAITING_CHARS_MAX = 20_000_000;

const Item = z.preprocess(
  withoutNulls,
  z.union([z.string().transform((content) => ({ role: "user", content })), z.looseObject({})]),
);
type Item = Record<string, unknown>;

/** Fields read by `/v1/responses`; its messages are parsed like those of `/v1/chat/completions`. */
const ResponsesBody = z.preprocess(
  withoutNulls,
  z.looseObject({
    input: z.union([z.string(), z.array(Item).min(1).max(ITEMS_MAX)], {
      error: "must be a text or a list of items",
    }),
    instructions: z.string().optional(),
    stream: Stream,
    previous_response_id: z.string().max(200).optional(),
    conversation: z
      .union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
      .optional(),
    max_output_tokens: z.unknown().optional(),
    tools: z.array(z.looseObject({})).optional().catch(undefined),
    tool_choice: z.unknown().optional(),
    include: z.array(z.unknown()).optional().catch(undefined),
    text: z
      .looseObject({ format: z.looseObject({}).optional() })
      .optional()
      .catch(undefined),
  }),
);
const ResponseOrEvents = {
  description: "A response, or its events when `stream` is true",
  content: {
    "application/json": {
      schema: z
        .looseObject({ id: z.string(), object: z.literal("response"), status: z.string(), model: z.string() })
        .meta({ id: "OpenAiResponse" }),
    },
    ...EventStream.content,
  },
};
type ResponsesBody = z.output<typeof ResponsesBody>;

/** `/v1/responses`: the newer API of the same clients, over the same turns. */
export const responseRoutes = routes(({ write }, context) => {
  const open = turnOpener(context);
  /**
   * Messages of turns that wait for tool results, which some clients send alone; by response, as JSON. The store has them as well,
   * but without images.
   */
  const waiting = new Map<string, string>();
  write("POST /v1/responses", {
    options: { bodyLimit: HISTORY_BYTES_MAX },
    summary: "OpenAI-compatible responses with memory",
    body: ResponsesBody,
    response: { 200: ResponseOrEvents },
    async run(request, reply) {
      const { body, user } = request;
      const previous = body.previous_response_id;
      const follows = previous === undefined ? undefined : await turnOf(user, previous);
      const goesOn = follows?.conversationId ?? body.conversation;
      const said = await messagesOf(body.input, user);
      const before = follows === undefined ? [] : await callsBefore(said, user, follows, waiting);
      const messages = [...before, ...said];
      const asked = async () => parse(CompletionBody, asChat(body, messages));
      const opened = await asked()
        .then((chat) => open(request, reply, chat, { goesOn, follows, bareResults: true }))
        .catch(rethrownOfInput);
      const answer = new ResponseAnswer({
        ...opened,
        previous: previous ?? null,
        model: context.engine.model.info().name,
        toolNames: namesOf(body.tools),
        onCalls(message) {
          waiting.delete(answer.id);
          if (message === null) return;
          const asked = messages.slice(messages.findLastIndex(({ role }) => role === "user"));
          waiting.set(answer.id, JSON.stringify([...asked, message]));
          dropOldest(waiting);
        },
      });
      if (body.stream) return sendSse(reply, answer.events());
      for await (const _ of answer.events({ throws: true })) continue;
      return answer.whole("completed");
    },
  });
});

/** Messages were made from the input: the client knows no other name for them. */
function rethrownOfInput(error: unknown): never {
  const [first] = error instanceof EngramError ? error.fields : [];
  throw first?.field.startsWith("messages") ? invalidField("input", first.message) : error;
}

function dropOldest(waiting: Map<string, string>): void {
  let chars = 0;
  for (const [nth, [id, { length }]] of [...waiting].reverse().entries()) {
    chars += length;
    if (nth >= WAITING_MAX || chars > WAITING_CHARS_MAX) waiting.delete(id);
  }
}

async function turnOf(user: UserStore, id: string): Promise<Episode> {
  const episode = await user.episode(ID.exec(id)?.[1] ?? "");
  if (episode === null) throw invalidField("previous_response_id", "there is no such response", "not_found");
  return episode;
}

/** The messages before tool results that are sent alone. */
async function callsBefore(
  said: readonly Item[],
  user: UserStore,
  { id, userMessage }: Episode,
  waiting: ReadonlyMap<string, string>,
): Promise<Item[]> {
  if (said.some(({ role, tool_calls }) => role === "user" || tool_calls !== undefined)) return [];
  const known = waiting.get(`resp_${id}`);
  if (known !== undefined) return JSON.parse(known) as Item[];
  const traces = await user.traces([id]);
  const calls = traces.find(({ purpose }) => purpose === "tools")?.reasoning;
  if (calls) return [{ role: "user", content: userMessage }, ...(JSON.parse(calls) as Item[])];
  const problem = "its calls are no longer known: send them with their results";
  throw invalidField("previous_response_id", problem, "not_found");
}

/** The tools of namespaces, in which Codex groups those of each MCP server, beside the others. */
const toolsOf = (tools: readonly Item[] = []): Item[] =>
  tools.flatMap((tool) => {
    const { type, name: namespace, tools: own } = tool;
    if (type !== "namespace" || !Array.isArray(own)) return [tool];
    return own.filter(isFields).map((one) => ({ ...one, namespace }));
  });

/** A tool, or a call, by the one name that models have for it. */
const inOneName = ({ namespace, ...tool }: Item): Item =>
  namespace === undefined ? tool : { ...tool, name: [namespace, tool["name"]].join("__") };

const namesOf = (tools?: readonly Item[]): ToolNames =>
  new Map(toolsOf(tools).map((tool) => [inOneName(tool)["name"], tool]));

/** The request as one to `/v1/chat/completions`. */
function asChat(body: ResponsesBody, messages: Item[]): Record<string, unknown> {
  const { input: _, instructions, max_output_tokens, text, conversation: _named, ...more } = body;
  const format = text?.format;
  const logprobs = body.include?.includes("message.output_text.logprobs") === true;
  return {
    ...more,
    tools: body.tools && toolsOf(body.tools).map(inOneName),
    tool_choice: isFields(body.tool_choice) ? inOneName(body.tool_choice) : body.tool_choice,
    ...(logprobs ? { logprobs } : { top_logprobs: undefined }),
    messages: [
      ...(instructions === undefined ? [] : [{ role: "system", content: instructions }]),
      ...messages,
    ],
    max_tokens: max_output_tokens,
    response_format: format?.type === "json_schema" ? { type: "json_schema", json_schema: format } : format,
  };
}

/** Text and calls of one assistant step are separate items here; in a chat they are one message. */
async function messagesOf(input: ResponsesBody["input"], user: UserStore): Promise<Item[]> {
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const messages: Item[] = [];
  for (const item of items) {
    const message = item["type"] === "item_reference" ? await referred(item["id"], user) : messageOf(item);
    if (message === null) continue;
    const last = messages.at(-1);
    const joins = message["role"] === "assistant" && last?.["role"] === "assistant";
    if (joins) messages[messages.length - 1] = joined(last, message);
    else messages.push(message);
  }
  return messages.filter(({ role, content, tool_calls }) => role !== "assistant" || content || tool_calls);
}

function joined(a: Item, b: Item): Item {
  const calls = [a, b].flatMap(({ tool_calls: some }) => (Array.isArray(some) ? some : []));
  const parts = [a, b].flatMap(({ content }) => content ?? []);
  const content = parts.length === 1 ? parts[0] : parts;
  const reasoning_content = b["reasoning_content"] ?? a["reasoning_content"];
  return {
    role: "assistant",
    content,
    reasoning_content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** A reply the client references instead of sending it. */
async function referred(id: unknown, user: UserStore): Promise<Item | null> {
  const episode = typeof id === "string" ? await user.episode(ID.exec(id)?.[1] ?? "") : null;
  return episode?.assistantReply ? { role: "assistant", content: episode.assistantReply } : null;
}

function messageOf(item: Item): Item | null {
  const { type, call_id: id, name, arguments: given, output } = inOneName(item);
  if (type === "function_call")
    return {
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name, arguments: given } }],
    };
  if (type === "function_call_output") return { role: "tool", tool_call_id: id, content: output };
  if (type === "reasoning") return { role: "assistant", reasoning_content: thoughtIn(item) };
  if (type !== undefined && type !== "message") return null;
  const { role, content } = item;
  return { role, content };
}

function thoughtIn({ content }: Item): string {
  const parts = Array.isArray(content) ? content.filter(isFields) : [];
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}
