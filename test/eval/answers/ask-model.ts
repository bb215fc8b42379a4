import type { ChatModel } from "../../../src/ports/chat-model.ts";
import { collect } from "../../../src/services/model/collect.ts";

const MAX_TOKENS = 1024;

/** One question to the model, answered whole. */
export async function askModel(
  model: ChatModel,
  system: string,
  user: string,
  { seed, temperature }: { seed: number; temperature: number },
): Promise<string> {
  const answer = await collect(
    model,
    {
      purpose: "chat",
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      effort: "low",
      temperature,
      maxTokens: MAX_TOKENS,
      extra: { seed },
    },
    new AbortController().signal,
  );
  return answer.content.trim();
}
