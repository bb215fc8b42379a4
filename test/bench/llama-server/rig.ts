import { join } from "node:path";
import { client, until, type Client } from "../../support/client.ts";
import type { Limits } from "../../../src/services/limits.ts";
import { startService, testFolder } from "../../support/service.ts";
import { properAnswer } from "./answers.ts";
import { startChatServer, startEmbeddingServer, type LlamaServer, type ServerShape } from "./llama-server.ts";
import { startProxy, type LlamaProxy } from "./proxy.ts";

/** A service on SQLite, the proxy, and a llama-server behind it, all of them its own. */
export interface Rig {
  llama: LlamaServer;
  proxy: LlamaProxy;
  api: Client;
  close(): Promise<void>;
}

/** Passes are begun by hand, and a busy machine is no reason to leave out memories. */
const ENV = { IDLE_AFTER_MINUTES: "10000" };
const LIMITS = { retrievalDeadlineMs: 10_000, replyTokensMax: 400 };

/** A service has read ahead before somebody writes. */
const WARM_MS_MAX = 20_000;

export async function openRig(
  shape: ServerShape,
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
): Promise<Rig> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const folder = await testFolder();
    closers.push(() => folder.remove());
    const llama = await startChatServer(shape, join(folder.path, "llama-server.log"));
    closers.push(() => llama.stop());
    const embeddings = await startEmbeddingServer(join(folder.path, "embeddings.log"));
    if (embeddings !== null) closers.push(() => embeddings.stop());
    const proxy = await startProxy(llama.url);
    closers.push(() => proxy.close());
    proxy.rewrite = properAnswer;
    const urls = {
      LLAMA_CPP_URL: proxy.url,
      ...(embeddings === null ? {} : { EMBEDDINGS_URL: embeddings.url }),
    };
    const given = { ...ENV, ...urls, ...env };
    const service = await startService(folder.path, given, { ...LIMITS, ...limits });
    closers.push(() => service.stop());
    await until(
      async () => proxy.calls.filter(({ readAt }) => readAt !== null).length >= shape.slots,
      "what every conversation begins with, read ahead",
      WARM_MS_MAX,
    );
    return { llama, proxy, api: client(service.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}
