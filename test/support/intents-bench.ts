import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { client, type Client, type Said } from "./client.ts";
import { startService, testFolder, type TestService } from "./service.ts";

export type Acted = Said & { memory: { action: string; counts: Record<string, number> }[] };
type Say = (message: string, more?: Record<string, unknown>) => Promise<Acted>;

/** A service without a model, to which one speaks and in whose files one looks. */
export interface IntentsBench {
  api: Client;
  restart(): Promise<void>;
  /** A message in a conversation of its own. */
  say: Say;
  /** Every message goes on in one conversation. */
  conversation(): Say;
  /** Files of the data folder that hold one of these words, in any case; backups aside. */
  filesWith(...words: string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** What is meant to be forgotten waits for nobody. */
const AT_ONCE = { FORGET_GRACE_HOURS: "0" };

export async function startIntentsBench(): Promise<IntentsBench> {
  const folder = await testFolder();
  const data = join(folder.path, "data");
  let service: TestService = await startService(folder.path, AT_ONCE);
  const bench: IntentsBench = {
    api: client(service.url),
    async restart() {
      await service.stop();
      service = await startService(folder.path, AT_ONCE);
      bench.api = client(service.url);
    },
    say: (message, more) => bench.api.say(message, more),
    conversation() {
      let conversationId: string | undefined;
      return async (message, more = {}) => {
        const said = await bench.say(message, { conversationId, ...more });
        conversationId = said.conversationId;
        return said;
      };
    },
    async filesWith(...words) {
      const found: string[] = [];
      for (const name of (await readdir(data)).filter((one) => !one.endsWith(".bak"))) {
        const text = (await readFile(join(data, name))).toString("latin1").toLowerCase();
        for (const word of words) if (text.includes(word.toLowerCase())) found.push(`${word} in ${name}`);
      }
      return found;
    },
    async close() {
      await service.stop();
      await folder.remove();
    },
  };
  return bench;
}

/** What the memory did about a message. */
export function actions(said: Acted): string[] {
  return said.memory.map((act) => act.action);
}
