import type { Engram } from "#client";
import { LOCAL_USER } from "../domain/model/user.ts";
import type { ImportDone, ImportedFile, ImportProgress } from "../services/imports/types.ts";
import { existingPath, parseArguments, UsageError } from "./arguments.ts";
import { harmless, JSON_OPTION, print } from "./print.ts";
import { apiOf, countsLine, followed, reachService } from "./service.ts";

/** Imports files, zips and folders through the service, and waits until they are extracted. */
export async function importCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, Number.POSITIVE_INFINITY, {
    user: { type: "string", default: LOCAL_USER },
    me: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    "no-wait": { type: "boolean", default: false },
    ...JSON_OPTION,
  });
  if (positionals.length === 0) throw new UsageError();
  const files = positionals.map(existingPath);
  const dryRun = values["dry-run"];
  await using service = await reachService();
  const done = await followed<ImportDone, ImportProgress>(
    service,
    `/admin/users/${encodeURIComponent(values.user)}/import`,
    { files, dryRun, me: values.me },
    (progress) => `progress: ${progressLine(progress)}`,
  );
  console.error(`done: ${progressLine(done)}`);
  for (const line of surveyLines(done)) console.error(harmless(line));
  print(values.json, done, []);
  if (done.survey.unread.length > 0) process.exitCode = 1;
  if (service.own && !values["no-wait"] && !dryRun) await waitForExtraction(apiOf(service));
}

function progressLine(progress: ImportProgress): string {
  const { file, files, filesDone, conversations, total, turns, stored, known, forgotten, skipped } = progress;
  const counts = countsLine({ turns, stored, known, forgotten, skipped });
  const at = files > 1 && file !== "" ? `${file} (${filesDone} of ${files} files done), ` : "";
  return `${at}conversations ${conversations} of ${total}, ${counts}`;
}

/** Which files had content, and which had none. */
function surveyLines({ dryRun, survey }: ImportDone): string[] {
  const { files, unread, leftOut } = survey;
  return [
    ...files.map(fileLine),
    ...unread.map(({ name, detail }) => `${name}\tnot read: ${detail}`),
    ...(leftOut > 0 ? [`${leftOut} other files of zips and folders hold no chats and were left out`] : []),
    ...(dryRun ? ["Nothing was stored."] : []),
  ];
}

function fileLine(file: ImportedFile): string {
  const { name, format, conversations, turns, from, to, undated, attachments, skipped, speakers } = file;
  const odd = [
    undated > 0 && `${undated} undated`,
    attachments > 0 && `${attachments} pictures and files`,
    skipped > 0 && `${skipped} conversations broken or empty`,
    speakers.length > 0 && `speakers: ${speakers.join(", ")}`,
  ].filter((part) => part !== false);
  const days = from === null || to === null ? "undated" : `${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  return [name, format, `${conversations} conversations`, `${turns} turns`, days, ...odd].join("\t");
}

/** How often the remaining work is polled and printed, milliseconds. */
const LOOK_MS = 1000;

async function waitForExtraction(api: Engram): Promise<void> {
  for (let last = -1; ;) {
    const { pending, failed, model } = await api("GET /health");
    const retrying = failed?.retrying ?? 0;
    const left = (pending?.extraction ?? 0) - retrying;
    if (left <= 0) {
      if (retrying > 0)
        console.error(`${retrying} turns failed and are tried again later: engram extractions`);
      return;
    }
    if (model?.state !== "ready") {
      console.error(`${left} turns wait for the model; they are extracted when it answers.`);
      return;
    }
    if (left !== last)
      console.error(`extracting: ${left} turns left (Ctrl-C is safe: the next start goes on)`);
    last = left;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}
