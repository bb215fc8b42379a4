import type { Signal } from "@preact/signals";
import { api, told } from "../../api/client.ts";
import { eventsOf } from "../../api/event-stream.ts";
import type { Turn } from "./turn.ts";

/** A request that recalls, stores and learns nothing: this page alone keeps the conversation. */
const MODEL = "engram:task";
const TEMPERATURE = 0.7;

interface Chunk {
  model?: string;
  choices?: { delta: { content?: string; reasoning_content?: string }; finish_reason: string | null }[];
  error?: { message: string };
}

/** Streams the reply to a turn of a temporary chat. */
export async function answerTemporarily(
  turn: Signal<Turn>,
  before: Turn[],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { instructions, temperature } = await api("GET /settings", { signal });
    const response = await api.open("POST /v1/chat/completions", {
      signal,
      body: {
        model: MODEL,
        stream: true,
        temperature: temperature ?? TEMPERATURE,
        messages: [
          ...(instructions ? [{ role: "system" as const, content: instructions }] : []),
          ...before.flatMap((one) => [
            messageOf(one),
            ...(one.reply === "" ? [] : [{ role: "assistant" as const, content: one.reply }]),
          ]),
          messageOf(turn.value),
        ],
      },
    });
    for await (const { data } of eventsOf(response)) add(turn, data as Chunk);
    turn.value = { ...turn.value, state: "done" };
  } catch (error) {
    const isStopped = signal.aborted;
    const state = isStopped ? "interrupted" : "failed";
    turn.value = { ...turn.value, state, error: isStopped ? null : told(error) };
  }
}

function messageOf({ message, images }: Turn) {
  const pictures = images.map((url) => ({ type: "image_url", image_url: { url } }));
  return { role: "user" as const, content: [{ type: "text", text: message }, ...pictures] };
}

function add(turn: Signal<Turn>, { model, choices: [choice] = [], error }: Chunk): void {
  if (error) throw new Error(error.message);
  const { content = "", reasoning_content: thought = "" } = choice?.delta ?? {};
  const now = turn.value;
  turn.value = {
    ...now,
    model: model ?? null,
    state: "streaming",
    reply: now.reply + content,
    thought: now.thought + thought,
    isCut: choice?.finish_reason === "length",
  };
}
