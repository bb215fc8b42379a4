import type { RecalledItem } from "../../domain/model/episode.ts";
import type { FinishReason, ModelEvent, ModelUsage } from "../../ports/chat-model.ts";
import type { MemoryAction } from "../intents/index.ts";
import type { RecallState } from "../retrieval/recall-state.ts";

/** The events of one turn, in this order: accepted, recall, memory, then reasoning and deltas, then done. */
export type ChatEvent =
  | { type: "accepted"; conversationId: string; episodeId: string }
  | ({ type: "recall"; recalled: RecalledItem[] } & ToldState)
  /** The effect of a user's intent on the memory. */
  | ({ type: "memory" } & MemoryAction)
  | { type: "reasoning"; text: string }
  | { type: "delta"; text: string }
  | { type: "tool_calls"; delta: unknown }
  | Extract<ModelEvent, { type: "logprobs" }>
  /** Of the choices after the first, if a client asks for several. */
  | { type: "choice"; index: number; event: ModelEvent }
  | ({
      type: "done";
      conversationId: string;
      episodeId: string;
      reply: string;
      recalled: RecalledItem[];
      model: string;
      finish: FinishReason;
      usage: ModelUsage | null;
      /** Spooled on this machine because the store is away. */
      spooled?: true | undefined;
    } & ToldState);

/** The outcome of the memory search; not stored, so a replayed turn has none. */
interface ToldState {
  recall?: { state: RecallState };
}
