import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LONG_EXPORTS } from "../support/long-exports.ts";
import { NO_MODEL, startProcess, testFolder } from "../support/service.ts";
import { zipOf } from "../support/zip.ts";

const MIB = 1024 * 1024;

/** How long an import of each format takes and the most memory the service has in it; `--messages 10000 --only chatgpt`. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { messages: { type: "string", default: "10000" }, only: { type: "string", default: "" } },
  });
  const messages = Number(values.messages);
  console.log(["format", "bytes", "turns", "dry run s", "import s", "peak MiB", "before MiB"].join("\t"));
  for (const [format, { file, of }] of Object.entries(LONG_EXPORTS).filter(([format]) =>
    format.startsWith(values.only),
  ))
    await measure(format, file, of(messages));
  const parts = Array.from({ length: 50 }, (_, n) => ({
    name: `conversations-${String(n).padStart(3, "0")}.json`,
    content: (LONG_EXPORTS.chatgpt?.of(messages / 50) ?? "")
      .replaceAll('"long"', `"long-${n}"`)
      .replaceAll(/"m(\d+)"/g, `"f${n}m$1"`),
  }));
  await measure("chatgpt, 50 in a zip", "export.zip", zipOf(parts));
}

async function measure(format: string, file: string, content: string | Buffer): Promise<void> {
  const folder = await testFolder();
  await mkdir(join(folder.path, "in"));
  const path = join(folder.path, "in", file);
  await writeFile(path, content);
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL });
  try {
    const before = await peakMiB(service.pid);
    const type = file.endsWith(".zip")
      ? "application/zip"
      : file.endsWith(".json")
        ? "application/json"
        : "text/plain";
    const send = async (query: string): Promise<{ seconds: number; turns: number }> => {
      const started = performance.now();
      const answer = await fetch(`${service.url}/memory/import/chats?name=${file}${query}`, {
        method: "POST",
        headers: { "content-type": type },
        body: new Uint8Array(await readFile(path)),
      });
      const last = (await answer.text()).trim().split("\n").at(-1) ?? "";
      const { turns, detail } = JSON.parse(last.replace(/^data: /, "")) as { turns: number; detail?: string };
      if (detail !== undefined) throw new Error(detail);
      return { seconds: (performance.now() - started) / 1000, turns };
    };
    const dry = await send("&dryRun=true");
    const { seconds, turns } = await send("");
    const figures = [dry.seconds.toFixed(1), seconds.toFixed(1), await peakMiB(service.pid), before];
    console.log([format, content.length, turns, ...figures].join("\t"));
  } finally {
    await service.kill();
    await folder.remove();
  }
}

/** The most a process has had resident; of Linux. */
async function peakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / MIB);
}
