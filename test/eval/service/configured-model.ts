import { createLlamaCppModel } from "../../../src/adapters/llama-cpp/chat-model.ts";
import { readConfig } from "../../../src/config.ts";
import type { ChatModel } from "../../../src/ports/chat-model.ts";
import { DataError } from "../files.ts";

/** The llama-server of the environment, with the service's own settings. */
export function configuredModel(): ChatModel {
  const config = readConfig(process.env);
  const [url] = config.LLAMA_CPP_URL;
  if (url === undefined) throw new DataError("this needs a llama-server: set LLAMA_CPP_URL");
  return createLlamaCppModel({
    url,
    model: config.LLAMA_CPP_MODEL,
    ...(config.LLAMA_CPP_API_KEY === undefined ? {} : { apiKey: config.LLAMA_CPP_API_KEY }),
    timeoutMs: config.LLAMA_CPP_TIMEOUT * 1000,
  });
}
