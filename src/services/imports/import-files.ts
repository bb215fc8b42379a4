import type { Engine } from "../engine-types.ts";
import { workEvents } from "../work-events.ts";
import { importConversations } from "./run.ts";
import { openSources, type NamedPath } from "./sources.ts";
import { readSource, survey, type ReadOptions, type Surveyed } from "./survey.ts";
import {
  NOTHING_DONE,
  type ImportCounts,
  type ImportDone,
  type ImportEvent,
  type ImportProgress,
} from "./types.ts";

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

/** Files reported individually. */
const FILES_TOLD_MAX = 500;

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
    const progress = dryRun
      ? begin(found)
      : await storeAll(engine, userId, found, { options, signal, onProgress });
    const format = [...new Set(found.files.map((file) => file.format))].join(", ");
    const [files, unread] = [found.files.slice(0, FILES_TOLD_MAX), found.unread.slice(0, FILES_TOLD_MAX)];
    return { ...progress, format, dryRun, survey: { files, unread, leftOut: found.leftOut } };
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
  return { ...NOTHING_DONE, total, filesDone: 0, files: files.length, file: "" };
}

/** Adds one file's counts; `total` covers all of them from the beginning. */
function plus(before: ImportProgress, now: ImportCounts): ImportProgress {
  const sum = { ...before };
  for (const count of COUNTS) sum[count] += now[count];
  return sum;
}

const COUNTS = Object.keys(NOTHING_DONE) as (keyof typeof NOTHING_DONE)[];
