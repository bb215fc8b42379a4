import { expect, test } from "vitest";
import { readEvents } from "../../src/cli/sse.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client } from "../support/client.ts";
import { NO_MODEL, startProcess, testFolder } from "../support/service.ts";
import { zipOf } from "../support/zip.ts";

test("an import whose service was killed goes on with the same zip, and stores nothing twice", async () => {
  const turns = 120;
  const parts = ["a", "b", "c"].map((prefix) => ({
    name: `conversations-${prefix}.json`,
    content: chatGptExport({ conversations: 1, turns, prefix }),
  }));
  const zip = new Uint8Array(zipOf(parts));
  const folder = await testFolder();
  const send = (url: string): Promise<Response> =>
    fetch(`${url}/memory/import/chats`, {
      method: "POST",
      headers: { "content-type": "application/zip" },
      body: zip,
    });
  const env = { LLAMA_CPP_URL: NO_MODEL };
  try {
    const killed = await startProcess(folder.path, env);
    const answer = await send(killed.url);
    for await (const { event } of readEvents(answer.body as ReadableStream<Uint8Array>)) {
      expect(event).toBe("progress");
      break;
    }
    await killed.kill();
    const service = await startProcess(folder.path, env);
    const last = (await (await send(service.url)).text()).trim().split("\n").at(-1) ?? "";
    const { stored, known } = JSON.parse(last.replace(/^data: /, "")) as { stored: number; known: number };
    expect(known).toBeGreaterThanOrEqual(50);
    expect(stored + known).toBe(3 * turns);
    const { episodes, conversations } = (await client(service.url).get("/memory/stats")).body;
    expect([episodes, conversations]).toEqual([3 * turns, 3]);
    const lines = ["user", "assistant"].map((role) => JSON.stringify({ role, content: "Hello" })).join("\n");
    const named = await fetch(`${service.url}/memory/import/chats?dryRun=true&name=chat.jsonl`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: lines,
    });
    expect(await named.text(), "the name says more than the type").toContain('"format":"json"');
    await service.stop();
  } finally {
    await folder.remove();
  }
});
