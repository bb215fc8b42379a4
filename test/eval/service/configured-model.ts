import { createServerModel } from "../../../src/adapters/model-server/chat-model.ts";
import { createLlamaCppEmbedder } from "../../../src/adapters/model-server/embedder.ts";
import { readConfig } from "../../../src/composition/config.ts";
import type { ChatModel } from "../../../src/ports/chat-model.ts";
import type { Embedder } from "../../../src/ports/embedder.ts";
import { DataError } from "../files.ts";

/** The llama-server of the environment, with the service's own settings. */
export function configuredModel(): ChatModel {
  const config = readConfig(process.env);
  const [url] = config.LLAMA_CPP_URL;
  if (url === undefined) throw new DataError("this needs a llama-server: set LLAMA_CPP_URL");
  return createServerModel({
    url,
    model: config.LLAMA_CPP_MODEL,
    ...(config.LLAMA_CPP_API_KEY === undefined ? {} : { apiKey: config.LLAMA_CPP_API_KEY }),
    timeoutMs: config.LLAMA_CPP_TIMEOUT * 1000,
  });
}

/** The embedder of the environment; none without `EMBEDDINGS_URL`. */
export function configuredEmbedder(): Embedder | undefined {
  const {
    EMBEDDINGS_URL: url,
    EMBEDDINGS_MODEL: model,
    EMBEDDINGS_API_KEY: apiKey,
  } = readConfig(process.env);
  if (url === undefined) return undefined;
  return remembering(createLlamaCppEmbedder({ url, model, ...(apiKey === undefined ? {} : { apiKey }) }));
}

/** Vectors by text: each service of a run is calibrated anew. */
const VECTORS = new Map<string, Float32Array>();

function remembering(embedder: Embedder): Embedder {
  return {
    ...embedder,
    async embed(texts, signal) {
      const missing = [...new Set(texts)].filter((text) => !VECTORS.has(text));
      const made = missing.length === 0 ? [] : await embedder.embed(missing, signal);
      missing.forEach((text, at) => VECTORS.set(text, made[at] ?? new Float32Array()));
      return texts.map((text) => VECTORS.get(text) ?? new Float32Array());
    },
  };
}
