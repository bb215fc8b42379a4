import type { RecalledItem } from "../../domain/episode.ts";
import type { FinishReason, ModelUsage } from "../../ports/chat-model.ts";

/** What happens in one turn, in this order: accepted, recall, then reasoning and deltas, then done. */
export type ChatEvent =
  | { type: "accepted"; conversationId: string; episodeId: string }
  | { type: "recall"; recalled: RecalledItem[] }
  | { type: "reasoning"; text: string }
  | { type: "delta"; text: string }
  | { type: "tool_calls"; delta: unknown }
  | {
      type: "done";
      conversationId: string;
      episodeId: string;
      reply: string;
      recalled: RecalledItem[];
      model: string;
      finish: FinishReason;
      usage: ModelUsage | null;
    };
