import { createLlamaCppModel } from "../adapters/llama-cpp/chat-model.ts";
import { createLlamaCppReranker } from "../adapters/llama-cpp/reranker.ts";
import { createLlamaCppEmbedder } from "../adapters/llama-cpp/embedder.ts";
import { createModelPool } from "../adapters/llama-cpp/pool.ts";
import { createNotebook } from "../adapters/notebook/index.ts";
import { vectorExtension } from "../adapters/sqlite/index.ts";
import { type HashKey, hashKeyFrom, hashKeyIn } from "../adapters/store-core/hash-key.ts";
import type { Channel } from "../adapters/notify/index.ts";
import { createSmtp } from "../adapters/notify/smtp.ts";
import { createWebhook } from "../adapters/notify/webhook.ts";
import { createSearxng } from "../adapters/web-search/searxng.ts";
import { createTavily, TAVILY_URL } from "../adapters/web-search/tavily.ts";
import type { Config } from "./config.ts";
import { invalidField } from "../errors.ts";
import type { ChatModel } from "../ports/chat-model.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { WebSearch } from "../ports/web-search.ts";
import type { Reranker } from "../ports/reranker.ts";

const PROBED_URL = "http://127.0.0.1:8080";

/**
 * A configured server is used whether it answers or not: down means degraded. Without one, a llama-server at the
 * usual address is taken when it answers at start; else the notebook.
 */
export async function chooseModel(config: Config): Promise<ChatModel> {
  const llama = (url: string): ChatModel =>
    createLlamaCppModel({
      url,
      model: config.LLAMA_CPP_MODEL,
      ...(config.LLAMA_CPP_API_KEY === undefined ? {} : { apiKey: config.LLAMA_CPP_API_KEY }),
      timeoutMs: config.LLAMA_CPP_TIMEOUT * 1000,
    });
  const [named, ...more] = config.LLAMA_CPP_URL;
  if (named !== undefined && more.length === 0) return llama(named);
  if (named !== undefined)
    return createModelPool(config.LLAMA_CPP_URL.map((url) => ({ url, model: llama(url) })));
  if (!(await isLlamaServer(PROBED_URL))) return createNotebook();
  return llama(PROBED_URL);
}

/** Without HASH_KEY the one of the data folder, where a process has one. */
export function chooseHashKey(config: Config, folder: string | null): HashKey {
  if (config.HASH_KEY !== undefined) return hashKeyFrom(config.HASH_KEY);
  if (folder !== null) return hashKeyIn(folder);
  throw invalidField("HASH_KEY", `ROLE=${config.ROLE} needs it, the same as all other processes`);
}

/** Vectors come from a server of their own: one that serves chat answers no embeddings. */
export function chooseEmbedder(config: Config): Embedder | undefined {
  if (config.EMBEDDINGS_URL === undefined) return undefined;
  if (config.STORE === "sqlite" && vectorExtension() === null)
    throw invalidField("EMBEDDINGS_URL", "sqlite-vec has no package for this platform; leave it empty");
  return createLlamaCppEmbedder({
    url: config.EMBEDDINGS_URL,
    model: config.EMBEDDINGS_MODEL,
    ...(config.EMBEDDINGS_API_KEY === undefined ? {} : { apiKey: config.EMBEDDINGS_API_KEY }),
  });
}

/** Who is told of reports and alerts: nobody unless an address is named. */
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

/** Nothing is ever searched unless its owner says so, and with which engine. */
export function chooseWebSearch(config: Config): WebSearch | undefined {
  if (!config.WEB_SEARCH_ENABLED) return undefined;
  const { WEB_SEARCH_PROVIDER: provider, WEB_SEARCH_URL: url, WEB_SEARCH_API_KEY: apiKey } = config;
  if (provider === "searxng") {
    if (url === undefined)
      throw invalidField("WEB_SEARCH_URL", "WEB_SEARCH_PROVIDER=searxng needs the address of an instance");
    if (apiKey !== undefined)
      throw invalidField("WEB_SEARCH_API_KEY", "searxng takes no key; leave it empty, or choose tavily");
    return createSearxng({ url });
  }
  if (apiKey === undefined)
    throw invalidField("WEB_SEARCH_API_KEY", "WEB_SEARCH_PROVIDER=tavily needs a key");
  const { protocol, hostname } = new URL(url ?? TAVILY_URL);
  if (protocol !== "https:" && isPublic(hostname.replace(/^\[|\]$/g, "")))
    throw invalidField("WEB_SEARCH_URL", "the key would be sent in the clear; use https");
  return createTavily({ apiKey, url });
}

/** Read by searches that ask for it, never by a chat. */
export function chooseReranker(config: Config): Reranker | undefined {
  if (config.RERANK_URL === undefined) return undefined;
  return createLlamaCppReranker({
    url: config.RERANK_URL,
    model: config.RERANK_MODEL,
    ...(config.RERANK_API_KEY === undefined ? {} : { apiKey: config.RERANK_API_KEY }),
  });
}

/** Something else may listen there: a llama-server answers /health with a status, or 503 while it loads. */
async function isLlamaServer(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1000), redirect: "error" });
    const body = (await response.json()) as { status?: unknown; error?: { message?: unknown } };
    return body.status === "ok" || (response.status === 503 && body.error?.message === "Loading model");
  } catch {
    return false;
  }
}

export function isPublic(host: string): boolean {
  return !(host === "localhost" || host === "::1" || host.startsWith("127."));
}
