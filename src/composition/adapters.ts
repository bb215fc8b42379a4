import { createServerModel } from "../adapters/model-server/chat-model.ts";
import { createAudioServer } from "../adapters/model-server/audio.ts";
import { createLlamaCppReranker } from "../adapters/model-server/reranker.ts";
import { createLlamaCppEmbedder } from "../adapters/model-server/embedder.ts";
import { discover, examineServer, usualAddresses } from "../adapters/model-server/discover.ts";
import { createModelPool } from "../adapters/model-server/pool.ts";
import { createNotebook } from "../adapters/notebook/index.ts";
import { vectorExtension } from "../adapters/sqlite/index.ts";
import { type HashKey, hashKeyFrom, hashKeyIn } from "../adapters/store-core/hash-key.ts";
import type { Channel } from "../adapters/notify/index.ts";
import { createSmtp } from "../adapters/notify/smtp.ts";
import { createWebhook } from "../adapters/notify/webhook.ts";
import { createSearxng } from "../adapters/web-search/searxng.ts";
import { createTavily, TAVILY_URL } from "../adapters/web-search/tavily.ts";
import { join } from "node:path";
import { loadPrompts, type PromptLibrary } from "../services/prompts/library.ts";
import type { Config } from "./config.ts";
import { invalidField } from "../errors.ts";
import type { ModelAddress, ModelServers } from "../ports/model-servers.ts";
import type { ConnectionsDeps } from "../services/model/connections.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { AudioServer, AudioServers } from "../ports/audio-server.ts";
import type { Reranker } from "../ports/reranker.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The prompts shipped with this checkout. */
export function promptsOf(): PromptLibrary {
  return loadPrompts(join(ROOT, "prompts"));
}

export function modelServers(config: Config): ModelServers {
  const { MODEL_DISCOVERY, LLAMA_CPP_TIMEOUT } = config;
  return {
    find: async (signal) => (MODEL_DISCOVERY ? discover(usualAddresses(config.APP_PORT), signal) : []),
    examine: examineServer,
    connect: (at) => createServerModel({ ...at, timeoutMs: LLAMA_CPP_TIMEOUT * 1000 }),
    connectEmbedder(at) {
      if (config.STORE === "sqlite" && vectorExtension() === null)
        throw invalidField("EMBEDDINGS_URL", "sqlite-vec has no package for this platform; leave it empty");
      return createLlamaCppEmbedder(at);
    },
    none: createNotebook,
  };
}

/** The model settings fixed by the environment. Several addresses serve one model. */
export function fixedModels(config: Config, servers: ModelServers): ConnectionsDeps["fixed"] {
  const { LLAMA_CPP_URL: urls, LLAMA_CPP_MODEL: model, MEMORY_MODEL_URL, MEMORY_MODEL } = config;
  const [url, ...more] = urls;
  const memoryUrl = MEMORY_MODEL_URL ?? (MEMORY_MODEL === "" ? undefined : url);
  const vectors = embeddingsOf(config);
  const keyed = (at: ModelAddress): ModelAddress => ({ ...at, apiKey: config.LLAMA_CPP_API_KEY });
  const one = (at: ModelAddress) => ({ at: keyed(at), connect: () => servers.connect(keyed(at)) });
  const connect = (url: string) => ({ url, model: servers.connect(keyed({ url, model })) });
  return {
    ...(url === undefined
      ? {}
      : {
          chat:
            more.length === 0
              ? one({ url, model })
              : { at: null, connect: () => createModelPool(urls.map(connect)) },
        }),
    ...(memoryUrl === undefined ? {} : { memory: one({ url: memoryUrl, model: MEMORY_MODEL }) }),
    ...(vectors === null
      ? {}
      : { embeddings: { at: vectors, connect: () => servers.connectEmbedder(vectors) } }),
  };
}

function embeddingsOf(config: Config): ModelAddress | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = config;
  return url === undefined ? null : { url, model, apiKey };
}

/** Without HASH_KEY, the key of the data folder if the process has one. */
export function chooseHashKey(config: Config, folder: string | null): HashKey {
  if (config.HASH_KEY !== undefined) return hashKeyFrom(config.HASH_KEY);
  if (folder !== null) return hashKeyIn(folder);
  throw invalidField("HASH_KEY", `ROLE=${config.ROLE} needs it, the same as all other processes`);
}

/** The receiver of reports and alerts; none unless an address is configured. */
export function chooseChannels(config: Config): Channel[] {
  const {
    NOTIFY_WEBHOOK_URL: url,
    NOTIFY_WEBHOOK_SECRET: secret,
    SMTP_URL: smtp,
    ALERT_EMAIL: address,
  } = config;
  if (smtp !== undefined && address === undefined)
    throw invalidField("ALERT_EMAIL", "SMTP_URL needs the address that messages go to");
  if (smtp === undefined && address !== undefined)
    throw invalidField(
      "SMTP_URL",
      "ALERT_EMAIL needs a mail server, e.g. smtps://user:password@mail.example:465",
    );
  return [
    ...(url === undefined ? [] : [createWebhook({ url, secret })]),
    ...(smtp === undefined || address === undefined ? [] : [createSmtp({ url: smtp, address })]),
  ];
}

/** The web is searched only if the owner allows it, with the engine of their choice. */
export function chooseWebSearch(config: Config): WebSearch | undefined {
  if (!config.WEB_SEARCH_ENABLED) return undefined;
  const { WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: apiKey } = config;
  if (apiKey === undefined) {
    if (url === undefined)
      throw invalidField("WEB_SEARCH_URL", "the address of a SearXNG instance is needed, or a key of Tavily");
    return createSearxng({ url });
  }
  const { protocol, hostname } = new URL(url ?? TAVILY_URL);
  if (protocol !== "https:" && isPublic(hostname.replace(/^\[|\]$/g, "")))
    throw invalidField("WEB_SEARCH_URL", "the key would be sent in the clear; use https");
  return createTavily({ apiKey, url });
}

/** Used only by searches that ask for it, never by a chat. */
export function chooseReranker(config: Config): Reranker | undefined {
  if (config.RERANK_URL === undefined) return undefined;
  return createLlamaCppReranker({
    url: config.RERANK_URL,
    model: config.RERANK_MODEL,
    ...(config.RERANK_API_KEY === undefined ? {} : { apiKey: config.RERANK_API_KEY }),
  });
}

/** Speech to text and back, each if it is configured. */
export function audioServers(config: Config): AudioServers {
  const server = (url: string | undefined, path: string): AudioServer | null =>
    url === undefined ? null : createAudioServer({ url, path, apiKey: config.AUDIO_API_KEY });
  return {
    transcription: server(config.TRANSCRIPTION_URL, "/v1/audio/transcriptions"),
    speech: server(config.SPEECH_URL, "/v1/audio/speech"),
  };
}

export function isPublic(host: string): boolean {
  return !(host === "localhost" || host === "::1" || host.startsWith("127."));
}
