import type { ChatModel, ModelLearned, ModelState, ServedModel } from "./chat-model.ts";
import type { Embedder } from "./embedder.ts";

/** A model on a server. */
export interface ModelAddress {
  /** With or without `/v1`. */
  url: string;
  /** Empty: whichever one the server serves. */
  model: string;
  apiKey?: string | undefined;
}

/** A discovered server. */
export interface FoundServer {
  url: string;
  models: ServedModel[];
  state: Exclude<ModelState, "down">;
}

/** A server's capabilities. */
export interface ServerReport {
  state: ModelState;
  /** The model that would be used. */
  model: string;
  contextTokens: number | null;
  learned: ModelLearned | undefined;
}

/** Servers with an OpenAI-compatible API. */
export interface ModelServers {
  /** Probes the usual local addresses. Sends no user data. */
  find(signal?: AbortSignal): Promise<FoundServer[]>;
  /** Two short requests without content. Rejects as `ChatModel.stream` does. */
  examine(at: ModelAddress, signal: AbortSignal): Promise<ServerReport>;
  connect(at: ModelAddress): ChatModel;
  /** Rejects with `invalid_request` if this machine cannot store vectors. */
  connectEmbedder(at: ModelAddress): Embedder;
  /** The stand-in when no model is connected. */
  none(): ChatModel;
}
