import { z } from "zod";
import type { ChatModel, ModelRequest } from "../../ports/chat-model.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { collect } from "./collect.ts";
import type { ModelGate } from "./gate.ts";
import { object } from "./response-schema.ts";

/** What a server does with what Engram rests on. */
export interface Probe {
  /** An answer kept to its schema. */
  keepsSchema: boolean;
  /** A prompt that was read before was not read again. */
  reusesPrompt: boolean;
}

const NAME = "model/probe";
const Kept = z.object({ served: z.string(), keepsSchema: z.boolean(), reusesPrompt: z.boolean() });
const Answer = z.strictObject({ colour: z.enum(["red", "green", "blue"]) });
/** Of the prompt, when it is asked the second time. */
const REUSED_MIN = 0.5;

/**
 * Two small requests, once for each model a server serves; kept in the store. Null while the server does not say which
 * model it has, and for a model that needs none of this.
 */
export async function probeModel(
  deps: { model: ChatModel; gate: ModelGate; system: SystemStore },
  signal: AbortSignal,
): Promise<Probe | null> {
  const { model, gate, system } = deps;
  const served = model.info().learned?.served ?? null;
  if (served === null) return null;
  const note = (await system.notes(NAME)).find(({ name }) => name === NAME);
  const kept = Kept.safeParse(note?.value);
  if (kept.success && kept.data.served === served) return kept.data;
  const probe = await gate.background("idle", signal, async (inner) => {
    const first = await collect(model, REQUEST, inner);
    const second = await collect(model, REQUEST, inner);
    const { promptTokens = 0, cachedTokens = 0 } = second.usage ?? {};
    return {
      keepsSchema: [first, second].every(({ content }) => Answer.safeParse(parsed(content)).success),
      reusesPrompt: promptTokens > 0 && cachedTokens >= promptTokens * REUSED_MIN,
    };
  });
  await system.putNote({ name: NAME, version: note?.version ?? 0, value: { served, ...probe } });
  return probe;
}

const REQUEST: ModelRequest = {
  purpose: "probe",
  messages: [{ role: "user", content: "Which colour has a ripe tomato? Answer as JSON." }],
  effort: "low",
  temperature: 0,
  maxTokens: 512,
  schema: {
    name: "colour",
    schema: object({ colour: { enum: ["red", "green", "blue"] } }),
  },
};

/** As it came: a server that enforces the schema needs no repair. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
