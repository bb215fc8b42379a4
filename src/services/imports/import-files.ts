import type { Engine } from "../engine-types.ts";
import { workEvents } from "../work-events.ts";
import { importConversations } from "./run.ts";
import { openSources, type NamedPath } from "./sources.ts";
import { readSource, survey, type ReadOptions, type Surveyed } from "./survey.ts";
import type { ImportCounts, ImportDone, ImportEvent, ImportProgress, ImportSurvey } from "./types.ts";

export interface ImportAsked {
  paths: readonly NamedPath[];
  /** Which speaker of a chat between people is the user; absent: none. */
  me?: string | undefined;
  /** Only reports the contents. */
  dryRun?: boolean | undefined;
  signal: AbortSignal;
}

/**
 * Imports files, zips and folders for a user and reports progress; can stop early without loss and resumes when run
 * again.
 */
export function importFiles(
  engine: Engine,
  userId: string,
  asked: ImportAsked,
): AsyncGenerator<ImportEvent, void, undefined> {
  return workEvents((tell) => importAll(engine, userId, asked, tell));
}

type Tell = (progress: ImportProgress) => void;

async function importAll(
  engine: Engine,
  userId: string,
  { paths, me, dryRun = false, signal }: ImportAsked,
  onProgress: Tell,
): Promise<ImportDone> {
  const { timeZone } = await engine.store.forUser(userId).settings();
  const options: ReadOptions = { timeZone, me: me ?? null };
  const opened = await openSources(paths);
  try {
    const found = await survey(opened.sources, options, signal);
    const nothing = dryRun ? begin(found) : null;
    const progress = nothing ?? (await storeAll(engine, userId, found, { options, signal, onProgress }));
    return { ...progress, format: formatsOf(found), dryRun, survey: toldOf(found) };
  } finally {
    opened.close();
  }
}

interface StoreOptions {
  options: ReadOptions;
  signal: AbortSignal;
  onProgress: Tell;
}

/** One file in memory at a time. */
async function storeAll(
  engine: Engine,
  userId: string,
  found: Surveyed,
  { options, signal, onProgress }: StoreOptions,
): Promise<ImportProgress> {
  let whole = begin(found);
  for (const source of found.sources) {
    const read = found.only ?? (await readSource(source, options));
    if (read === null) continue;
    const before = { ...whole, file: source.name };
    const ofFile = await importConversations(engine, userId, read.conversations, {
      signal,
      onProgress: (now) => onProgress(plus(before, now)),
    });
    whole = plus(before, { ...ofFile, skipped: ofFile.skipped + read.skipped });
    whole.filesDone++;
  }
  return whole;
}

function begin({ files }: Surveyed): ImportProgress {
  const total = files.reduce((sum, { conversations }) => sum + conversations, 0);
  const counts = { conversations: 0, turns: 0, stored: 0, known: 0, forgotten: 0, skipped: 0 };
  return { ...counts, total, filesDone: 0, files: files.length, file: "" };
}

/** Adds one file's counts; `total` covers all of them from the beginning. */
function plus(before: ImportProgress, now: ImportCounts): ImportProgress {
  return {
    ...before,
    conversations: before.conversations + now.conversations,
    turns: before.turns + now.turns,
    stored: before.stored + now.stored,
    known: before.known + now.known,
    forgotten: before.forgotten + now.forgotten,
    skipped: before.skipped + now.skipped,
  };
}

function formatsOf({ files }: Surveyed): string {
  return [...new Set(files.map(({ format }) => format))].join(", ");
}

/** Files reported individually. */
const FILES_TOLD_MAX = 500;

function toldOf({ files, unread, leftOut }: Surveyed): ImportSurvey {
  return { files: files.slice(0, FILES_TOLD_MAX), unread: unread.slice(0, FILES_TOLD_MAX), leftOut };
}
