import type { RecalledItem } from "../../domain/model/episode.ts";
import type { FinishReason, ModelUsage } from "../../ports/chat-model.ts";
import type { MemoryAction } from "../intents/index.ts";
import type { RecallState } from "../retrieval/recall-state.ts";

/** What happens in one turn, in this order: accepted, recall, memory, then reasoning and deltas, then done. */
export type ChatEvent =
  | { type: "accepted"; conversationId: string; episodeId: string }
  | ({ type: "recall"; recalled: RecalledItem[] } & ToldState)
  /** What an intent of the user did to the memory. */
  | ({ type: "memory" } & MemoryAction)
  | { type: "reasoning"; text: string }
  | { type: "delta"; text: string }
  | { type: "tool_calls"; delta: unknown }
  | ({
      type: "done";
      conversationId: string;
      episodeId: string;
      reply: string;
      recalled: RecalledItem[];
      model: string;
      finish: FinishReason;
      usage: ModelUsage | null;
      /** The turn waits on this machine for the store, which is away. */
      spooled?: true | undefined;
    } & ToldState);

/** What came of looking into memory; not kept, so a turn that is told again has none. */
interface ToldState {
  recall?: { state: RecallState };
}
