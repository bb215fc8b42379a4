import { randomBytes } from "node:crypto";
import type { ModelEvent, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

export interface Probed {
  /** Null if the answer was cut too early to know. */
  keepsSchema: boolean | null;
  reusesPrompt: boolean;
  usages: ModelUsage[];
}

/** Of the prompt, on the second request. */
const REUSED_MIN = 0.5;

/**
 * Twice requests JSON whose schema demands a word that is not in the prompt: only a server that enforces schemas
 * returns it.
 */
export async function probe(ask: (request: ModelRequest) => AsyncIterable<ModelEvent>): Promise<Probed> {
  const word = randomBytes(4).toString("hex");
  const request = probeRequest(word);
  const answers: boolean[] = [];
  const usages: ModelUsage[] = [];
  for (let time = 0; time < 2; time++) {
    let content = "";
    for await (const event of ask(request)) {
      if (event.type === "delta") content += event.text;
      if (event.type !== "finish") continue;
      if (event.usage !== null) usages.push(event.usage);
      if (event.reason !== "length") answers.push(isExactly(content, word));
    }
  }
  const { promptTokens = 0, cachedTokens = 0 } = usages[1] ?? {};
  return {
    keepsSchema: answers.length === 0 ? null : answers.every(Boolean),
    reusesPrompt: promptTokens > 0 && cachedTokens >= promptTokens * REUSED_MIN,
    usages,
  };
}

function probeRequest(word: string): ModelRequest {
  const properties = { word: { type: "string", enum: [word] } };
  return {
    purpose: "probe",
    messages: [{ role: "user", content: "Name any word that comes to your mind. Answer as JSON." }],
    effort: "low",
    temperature: 0,
    maxTokens: 512,
    reasoningBudgetTokens: 256,
    schema: {
      name: "word",
      schema: { type: "object", additionalProperties: false, required: ["word"], properties },
    },
  };
}

/** Without any repair. */
function isExactly(content: string, word: string): boolean {
  try {
    return (JSON.parse(content) as { word?: unknown } | null)?.word === word;
  } catch {
    return false;
  }
}
