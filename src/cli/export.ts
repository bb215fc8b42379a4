import { Readable } from "node:stream";
import { join, resolve } from "node:path";
import { mkdir, rm } from "node:fs/promises";
import { LIMITS } from "../services/limits.ts";
import { LOCAL_USER } from "../domain/model/user.ts";
import { writePrivately } from "../services/transfer/file.ts";
import { type GraphForm, writeGraph } from "../services/transfer/graph-file.ts";
import { writePages } from "../services/transfer/markdown.ts";
import { checkMemory } from "../services/transfer/take.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { admin, apiOf, countsLine, reachService, save } from "./service.ts";

/** Exports a user's memory to a file and verifies it; with --markdown as pages in a folder, with --graphml or --rdf as a graph. */
export async function exportCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 1, {
    user: { type: "string" },
    vectors: { type: "boolean" },
    "with-tombstones": { type: "boolean" },
    markdown: { type: "boolean", default: false },
    graphml: { type: "boolean", default: false },
    rdf: { type: "boolean", default: false },
    training: { type: "boolean", default: false },
    key: { type: "string" },
    ...JSON_OPTION,
  });
  const [file] = positionals;
  if (file === undefined) throw new UsageError();
  const forms = FORMS.filter((form) => values[form]);
  if (forms.length > 1) throw new UsageError(`choose one of --${forms.join(", --")}`);
  const [form] = forms;
  const misfit = (form === undefined ? ["key"] : NOT_WITH[form]).filter(
    (name) => values[name as keyof typeof values],
  );
  if (misfit.length > 0) throw new UsageError(`--${misfit.join(", --")}: not with this form of export`);
  const target = resolve(file);
  if (form === "training") return exportTraining(target, values.key);
  if (values.markdown) await mkdir(target, { recursive: true, mode: 0o700 });
  const path = form === undefined ? target : wholePath(target, form);
  const query = `vectors=${values.vectors ?? false}&tombstones=${values["with-tombstones"] ?? false}`;
  await download(`/admin/users/${encodeURIComponent(values.user ?? LOCAL_USER)}/export?${query}`, path);
  let isKept = false;
  try {
    const { lines, answer } = await (form === undefined
      ? memoryAt(path)
      : form === "markdown"
        ? pagesOf(path, target)
        : graphOf(path, target, form));
    for (const line of lines) console.error(line);
    print(values.json, answer, []);
    isKept = form === undefined;
  } finally {
    if (!isKept) await rm(path, { force: true });
  }
}

const LIMIT = { bytesMax: LIMITS.transferBytesMax };

/** The service is stopped before the file is read. */
async function download(route: string, path: string): Promise<void> {
  await using service = await reachService();
  await writePrivately(path, Readable.fromWeb((await admin(service, route)).body as never));
}

const FORMS = ["markdown", "graphml", "rdf", "training"] as const;
/** Options that would be without effect. */
const OF_FILES = ["key", "vectors", "with-tombstones"];
const NOT_WITH = {
  markdown: OF_FILES,
  graphml: OF_FILES,
  rdf: OF_FILES,
  training: ["user", "vectors", "with-tombstones", "json"],
};

/** The path of the whole memory; other formats are made from it. */
function wholePath(target: string, form: (typeof FORMS)[number]): string {
  return form === "markdown" ? join(target, WHILE_WRITTEN) : `${target}${WHILE_WRITTEN}`;
}

/** Chats to train a model with, of the user whose key is given. */
async function exportTraining(file: string, key: string | undefined): Promise<void> {
  await using service = await reachService();
  await save(await apiOf(service, key)("GET /memory/training"), file);
}

/** A temporary copy of the memory, from which pages or a graph are made. */
const WHILE_WRITTEN = ".engram-export.jsonl";

/** What was written, in words and for programs. */
interface Written {
  lines: string[];
  answer: object;
}

async function pagesOf(path: string, folder: string): Promise<Written> {
  const written = await writePages(path, folder, LIMIT);
  const { things, conversations } = written;
  const line = `${folder}: ${things} pages of people, places and things, ${conversations} of conversations`;
  return { lines: [line], answer: { folder, ...written } };
}

async function graphOf(path: string, file: string, form: GraphForm): Promise<Written> {
  const written = await writeGraph(path, file, form, LIMIT);
  const { entities, facts, links } = written;
  const line = `${file}: ${entities} people, places and things, ${facts} facts, ${links} links`;
  return { lines: [line], answer: { file, ...written } };
}

async function memoryAt(path: string): Promise<Written> {
  const { header, footer } = await checkMemory(path, LIMIT);
  const { records, counts, sha256 } = footer;
  const line = `${path}: the memory of ${header.user}, ${records} records (${countsLine(counts)})`;
  return { lines: [line, `sha256 ${sha256}`], answer: { file: path, user: header.user, ...footer } };
}
