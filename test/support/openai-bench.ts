import OpenAI from "openai";
import { expect } from "vitest";
import { client, type Client } from "./client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "./fake-llama/index.ts";
import type { Limits } from "../../src/services/limits.ts";
import { startService, testFolder, type TestService } from "./service.ts";

export type Messages = OpenAI.Chat.ChatCompletionMessageParam[];
type Ask<T> = (
  messages: Messages,
  more?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<T>;

/** The stock `openai` package against Engram with a llama-server behind it. */
export interface OpenAiBench {
  service: TestService;
  fake: FakeLlama;
  api: Client;
  openai: OpenAI;
  ask: Ask<OpenAI.Chat.ChatCompletion>;
  /** The text of the answer. */
  reply: Ask<string>;
  conversations(): Promise<any[]>;
  /** Turns of a conversation that were not replaced, oldest first. */
  turns(id: string): Promise<any[]>;
  /** Id of the newest conversation. */
  newest(): Promise<string>;
  lastRequest(): FakeLlama["requests"][number];
  lastChat(): ChatBody;
  close(): Promise<void>;
}

export const isChat = (body: ChatBody): boolean => body.response_format === undefined;

export async function startOpenAiBench(limits: Partial<Limits> = {}): Promise<OpenAiBench> {
  const folder = await testFolder();
  const fake = await startFakeLlama({ slots: 2 });
  const env = { LLAMA_CPP_URL: fake.url, LLAMA_CPP_MODEL: "test-model" };
  const service = await startService(folder.path, env, limits);
  const api = client(service.url);
  const openai = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: "x", maxRetries: 0 });
  const bench: OpenAiBench = {
    service,
    fake,
    api,
    openai,
    ask: (messages, more = {}, headers = {}) =>
      openai.chat.completions.create({ model: "test-model", messages, ...more, stream: false }, { headers }),
    reply: async (...asked) => (await bench.ask(...asked)).choices[0]?.message.content ?? "",
    conversations: async () => (await api.get("/conversations?limit=200")).body.items,
    turns: async (id) =>
      (await api.get(`/conversations/${id}?limit=200`)).body.episodes.filter(
        (episode: any) => episode.replacedBy === null,
      ),
    newest: async () => (await bench.conversations())[0].id,
    lastRequest: () =>
      fake.requests.filter(({ body }) => isChat(body)).at(-1) as FakeLlama["requests"][number],
    lastChat: () => bench.lastRequest().body,
    async close() {
      await service.stop();
      await fake.close();
      await folder.remove();
    },
  };
  return bench;
}

/** The error that a refused call brings. */
export async function refused(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => new Error("it was not refused"),
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
}
