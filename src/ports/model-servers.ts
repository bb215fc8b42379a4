import type { ChatModel, ModelLearned, ModelState, ServedModel } from "./chat-model.ts";
import type { Embedder } from "./embedder.ts";

/** A model at a server. */
export interface ModelAddress {
  /** With or without `/v1`. */
  url: string;
  /** Empty: the one that the server serves. */
  model: string;
  apiKey?: string | undefined;
}

/** A server that was found. */
export interface FoundServer {
  url: string;
  models: ServedModel[];
  state: Exclude<ModelState, "down">;
}

/** What a server can do. */
export interface ServerReport {
  state: ModelState;
  /** The model that would be used. */
  model: string;
  contextTokens: number | null;
  learned: ModelLearned | undefined;
}

/** Servers that answer by OpenAI's API. */
export interface ModelServers {
  /** At the usual local addresses. Nothing of a user is sent. */
  find(signal?: AbortSignal): Promise<FoundServer[]>;
  /** Two short requests without content. Rejects as `ChatModel.stream` does. */
  examine(at: ModelAddress, signal: AbortSignal): Promise<ServerReport>;
  connect(at: ModelAddress): ChatModel;
  /** Errors: `invalid_request` where this machine can hold no vectors. */
  connectEmbedder(at: ModelAddress): Embedder;
  /** What answers where no model is connected. */
  none(): ChatModel;
}
