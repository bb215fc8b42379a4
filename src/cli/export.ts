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
import { admin, apiOf, countsLine, reachService } from "./service.ts";

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
  const path =
    form === undefined ? target : `${values.markdown ? join(target, "/") : target}${WHILE_WRITTEN}`;
  const query = `vectors=${values.vectors ?? false}&tombstones=${values["with-tombstones"] ?? false}`;
  await download(`/admin/users/${encodeURIComponent(values.user ?? LOCAL_USER)}/export?${query}`, path);
  if (form === undefined) await tell(path, values.json);
  else await tellForm(path, target, form, values.json);
}

/** The service is stopped before the file is read. */
async function download(route: string, path: string): Promise<void> {
  await using service = await reachService();
  const { body } = await admin(service, route);
  await writePrivately(path, Readable.fromWeb(body as never));
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

/** Chats to train a model with, of the user whose key is given. */
async function exportTraining(file: string, key: string | undefined): Promise<void> {
  await using service = await reachService();
  const { body } = await apiOf(service, key)("GET /memory/training");
  await writePrivately(file, Readable.fromWeb(body as never));
  console.error(`written to ${file}`);
}

/** A temporary copy of the memory, from which pages or a graph are made. */
const WHILE_WRITTEN = ".engram-export.jsonl";

async function tellForm(
  path: string,
  target: string,
  form: GraphForm | "markdown",
  isJson: boolean,
): Promise<void> {
  const options = { bytesMax: LIMITS.transferBytesMax };
  try {
    if (form === "markdown") {
      const { things, conversations } = await writePages(path, target, options);
      console.error(
        `${target}: ${things} pages of people, places and things, ${conversations} of conversations`,
      );
      print(isJson, { folder: target, things, conversations }, []);
    } else {
      const { entities, facts, links } = await writeGraph(path, target, form, options);
      console.error(`${target}: ${entities} people, places and things, ${facts} facts, ${links} links`);
      print(isJson, { file: target, entities, facts, links }, []);
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function tell(path: string, isJson: boolean): Promise<void> {
  try {
    const { header, footer } = await checkMemory(path, { bytesMax: LIMITS.transferBytesMax });
    console.error(
      `${path}: the memory of ${header.user}, ${footer.records} records (${countsLine(footer.counts)})`,
    );
    console.error(`sha256 ${footer.sha256}`);
    print(isJson, { file: path, user: header.user, ...footer }, []);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
