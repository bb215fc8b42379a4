import { startFakeLlama } from "../support/fake-llama/index.ts";
import { startProcess, testFolder } from "../support/service.ts";
import { client } from "../support/client.ts";

const MESSAGES = 10;
const CROWDS = [1, 10, 100];

/**
 * `npm run bench -- users`: conversations of ten messages by 1, 10 and 100 users at once over the fake llama-server;
 * time to the whole reply per message, and how many failed.
 */
export async function run(): Promise<void> {
  const folder = await testFolder();
  const fake = await startFakeLlama({ slots: 128 });
  fake.reply("That is good to know, thank you.");
  fake.extract = () => ({ turns: [] });
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: fake.url });
  try {
    const admin = client(service.url);
    const token = JSON.parse(
      await (await import("node:fs/promises")).readFile(`${folder.path}/data/engram.run.json`, "utf8"),
    ) as { adminToken: string };
    const headers = { "x-engram-admin": token.adminToken };
    const rows = [];
    for (const crowd of CROWDS) {
      const keys = await Promise.all(
        Array.from(
          { length: crowd },
          async (_, i) =>
            (await admin.post("/admin/keys", { user: `user${crowd}x${i}` }, headers)).body.key as string,
        ),
      );
      const times: number[] = [];
      let failed = 0;
      const started = performance.now();
      await Promise.all(keys.map((key) => converse(service.url, key, times, () => (failed += 1))));
      const seconds = (performance.now() - started) / 1000;
      times.sort((a, b) => a - b);
      rows.push({
        users: crowd,
        messages: times.length,
        failed,
        perSecond: Math.round(times.length / seconds),
        p50ms: at(times, 0.5),
        p95ms: at(times, 0.95),
      });
    }
    console.table(rows);
    console.log(JSON.stringify(rows));
  } finally {
    await service.stop();
    await fake.close();
    await folder.remove();
  }
}

async function converse(url: string, key: string, times: number[], fail: () => void): Promise<void> {
  const api = client(url, key);
  let conversationId: string | undefined;
  for (let n = 0; n < MESSAGES; n++) {
    const started = performance.now();
    const answer = await api.post("/chat", {
      message: `Message ${n}: my plant number ${n} grew a leaf.`,
      ...(conversationId ? { conversationId } : {}),
    });
    if (answer.status !== 200) fail();
    conversationId = answer.body.conversationId as string;
    times.push(performance.now() - started);
  }
}

function at(sorted: number[], share: number): number {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
