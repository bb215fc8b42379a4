import { client, type Client } from "./client.ts";
import { startService, testFolder } from "./service.ts";

export interface ToldService {
  api: Client;
  end(): Promise<void>;
}

/** A service of its own that was told these sentences and has read them; nothing is verified. */
export async function toldService(sentences: readonly string[]): Promise<ToldService> {
  const folder = await testFolder();
  const service = await startService(folder.path, { IDLE_AFTER_MINUTES: "10000" });
  const api = client(service.url);
  for (const text of sentences) await api.post("/memory/episodes", { text });
  await api.extracted();
  return {
    api,
    async end() {
      await service.stop();
      await folder.remove();
    },
  };
}
