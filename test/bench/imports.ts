import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readEvents } from "../../src/cli/sse.ts";
import { client } from "../support/client.ts";
import { BETWEEN_PEOPLE, type ImportFormat } from "../../src/services/imports/types.ts";
import { LONG_EXPORTS } from "../support/long-exports.ts";
import { NO_MODEL, startProcess, testFolder } from "../support/service.ts";
import { zipOf } from "../support/zip.ts";

const MIB = 1024 * 1024;

/**
 * Each format with a long export: seconds of a dry run, of the import, and of the same import again, the most memory the
 * service needs, and whether an import killed in the middle ends with each turn once; `--messages 10000 --only chatgpt`.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { messages: { type: "string", default: "10000" }, only: { type: "string", default: "" } },
  });
  const messages = Number(values.messages);
  const exports = Object.entries(LONG_EXPORTS).map(([format, { file, of }]) => ({ format, file, of }));
  const columns = ["turns", "dry run s", "import s", "again s", "peak MiB", "before MiB", "known after kill"];
  console.log(["format", "bytes", ...columns].join("\t"));
  for (const { format, file, of } of [
    ...exports,
    { format: "chatgpt, 50 in a zip", file: "export.zip", of: fiftyFiles },
  ].filter(({ format }) => format.startsWith(values.only))) {
    const content = Buffer.from(of(messages));
    const upload = { file, content, me: BETWEEN_PEOPLE.has(format as ImportFormat) };
    const figures = await measured(upload);
    const killed = await killedHalfway(upload, figures.turns);
    console.log([format, content.length, ...Object.values(figures), killed].join("\t"));
  }
}

function fiftyFiles(messages: number): Buffer {
  return zipOf(
    Array.from({ length: 50 }, (_, n) => ({
      name: `conversations-${String(n).padStart(3, "0")}.json`,
      content: (LONG_EXPORTS.chatgpt?.of(messages / 50) ?? "")
        .replaceAll('"long"', `"long-${n}"`)
        .replaceAll(/"m(\d+)"/g, `"f${n}m$1"`),
    })),
  );
}

interface Upload {
  file: string;
  content: Buffer;
  /** Whether it has to say who the user is. */
  me: boolean;
}

async function measured(upload: Upload) {
  const folder = await testFolder();
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL });
  try {
    const before = await peakMiB(service.pid);
    const dry = await send(service.url, upload, "&dryRun=true");
    const first = await send(service.url, upload);
    const peak = await peakMiB(service.pid);
    const again = await send(service.url, upload);
    if (again.stored > 0 || again.known !== first.turns) throw new Error(`${upload.file}: stored twice`);
    return {
      turns: first.turns,
      dry: dry.seconds.toFixed(1),
      import: first.seconds.toFixed(1),
      again: again.seconds.toFixed(1),
      peak,
      before,
    };
  } finally {
    await service.kill();
    await folder.remove();
  }
}

/** Kills the service at the first report, and sends the file again to the next; returns the turns that it had by then. */
async function killedHalfway(upload: Upload, turns: number): Promise<number> {
  const folder = await testFolder();
  try {
    const killed = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL });
    const answer = await sent(killed.url, upload);
    for await (const { event } of readEvents(answer.body as ReadableStream<Uint8Array>))
      if (event === "progress") break;
    await killed.kill();
    const service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL });
    const { stored, known } = await send(service.url, upload);
    const { episodes } = (await client(service.url).get("/memory/stats")).body as { episodes: number };
    await service.kill();
    if (stored + known !== turns || episodes !== turns || known === 0)
      throw new Error(`${upload.file}: ${stored} stored, ${known} known, ${episodes} there, of ${turns}`);
    return known;
  } finally {
    await folder.remove();
  }
}

const TYPES: Record<string, string> = {
  zip: "application/zip",
  json: "application/json",
  mbox: "application/mbox",
};

function sent(url: string, { file, content, me }: Upload, query = ""): Promise<Response> {
  return fetch(`${url}/memory/import/chats?name=${encodeURIComponent(file)}${me ? "&me=Mia" : ""}${query}`, {
    method: "POST",
    headers: { "content-type": TYPES[file.split(".").at(-1) ?? ""] ?? "text/plain" },
    body: new Uint8Array(content),
  });
}

interface Imported {
  turns: number;
  stored: number;
  known: number;
  seconds: number;
}

async function send(url: string, upload: Upload, query = ""): Promise<Imported> {
  const started = performance.now();
  const answer = await sent(url, upload, query);
  const last = (await answer.text()).trim().split("\n").at(-1) ?? "";
  const done = JSON.parse(last.replace(/^data: /, "")) as Imported & { detail?: string };
  if (done.detail !== undefined) throw new Error(done.detail);
  return { ...done, seconds: (performance.now() - started) / 1000 };
}

/** The most a process has had resident; of Linux. */
async function peakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round((Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / MIB);
}
