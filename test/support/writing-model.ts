import type { ChatModel, ModelRequest } from "../../src/ports/chat-model.ts";
import type { PromptLibrary } from "../../src/services/prompts/library.ts";
import { must } from "../contracts/memory-store-story.ts";

/** A model that sums up numbered things as a test says. */
export interface WritingModel {
  model: ChatModel;
  prompts: PromptLibrary;
  /** What it says to each thing it is shown; null: it cannot write. */
  write: ((item: string) => { name: string; summary: string }) | null;
  asked: string[];
  /** What happens while it thinks. */
  meanwhile: () => Promise<void>;
}

export function writingModel(): WritingModel {
  const script: WritingModel = {
    write: null,
    asked: [],
    meanwhile: async () => undefined,
    prompts: { get: (name) => ({ name, version: 1, text: name, ownText: "", origin: name }) },
    model: {
      info: () => ({ kind: "server", name: "scripted", contextTokens: null }),
      health: async () => "ready",
      close: async () => undefined,
      async *stream(request: ModelRequest) {
        const items = must(request.messages.at(-1))
          .content.split(/^\d+\. /m)
          .slice(1);
        script.asked.push(...items);
        await script.meanwhile();
        const said = items.map((item, at) => ({ n: at + 1, ...must(script.write)(item) }));
        yield { type: "delta", text: JSON.stringify({ items: said }) } as const;
        yield { type: "finish", reason: "stop", usage: null, model: "scripted" } as const;
      },
    },
  };
  return script;
}
