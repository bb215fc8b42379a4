import type { Instant } from "../../domain/model/time.ts";
import type { WorkEvent } from "../work-events.ts";

/** A chat of another system, ready to be stored. */
export interface ImportedConversation {
  /** Its id in the other system, prefixed with the format; the same in every import. */
  externalId: string;
  title: string | null;
  /** Null if the source has no dates at all. */
  startedAt: Instant | null;
  /** In spoken order; never empty. */
  turns: ImportedTurn[];
}

export interface ImportedTurn {
  externalId: string;
  userMessage: string;
  assistantReply: string | null;
  /** The speaker; null is the user. */
  speaker: string | null;
  /** Null if the source has no date: the time of storing is used. */
  occurredAt: Instant | null;
}

export type ImportFormat =
  | "chatgpt"
  | "claude"
  | "gemini"
  | "grok"
  | "deepseek"
  | "open-webui"
  | "librechat"
  | "lm-studio"
  | "llama.cpp"
  | "json"
  | "whatsapp"
  | "signal"
  | "telegram"
  | "mail"
  | "journal";

/** Formats of chats between people: the user is one of the speakers. */
export const BETWEEN_PEOPLE: ReadonlySet<ImportFormat> = new Set(["whatsapp", "signal", "telegram", "mail"]);

/** The result of reading a file. */
export interface ImportRead {
  format: ImportFormat;
  /** Oldest first, so that newer statements supersede older ones. */
  conversations: ImportedConversation[];
  /** Conversations that were unreadable or empty. */
  skipped: number;
}

/** The contents of a file, or of an entry in a zip. */
export interface ImportedFile {
  /** As the user knows it: the path below what was named; for an entry, prefixed with the zip's name. */
  name: string;
  format: ImportFormat;
  conversations: number;
  turns: number;
  /** Dates of the first and last turn; null if nothing is dated. */
  from: Instant | null;
  to: Instant | null;
  /** Turns without a date. */
  undated: number;
  /** Images and files in the turns. */
  attachments: number;
  /** Conversations that were unreadable or empty. */
  skipped: number;
  /** Speakers besides the user, at most 20. */
  speakers: string[];
}

/** What was found, before anything is stored. */
export interface ImportSurvey {
  files: ImportedFile[];
  /** Files that could not be read. */
  unread: { name: string; detail: string }[];
  /** Files in zips and folders without chats. */
  leftOut: number;
}

/** Progress of importing a list of conversations. Every turn seen is stored, known, forgotten or skipped. */
export interface ImportCounts {
  /** Completed conversations. */
  conversations: number;
  /** Conversations read from the file. */
  total: number;
  /** Turns seen; each piece of a long one counts. */
  turns: number;
  stored: number;
  /** Stored by an earlier import. */
  known: number;
  /** Not stored again, because the user had them forgotten. */
  forgotten: number;
  /** Without words. */
  skipped: number;
}

/** Counts at the beginning. */
export const NOTHING_DONE = { conversations: 0, turns: 0, stored: 0, known: 0, forgotten: 0, skipped: 0 };

/** Progress of an import, across all its files. */
export interface ImportProgress extends ImportCounts {
  /** Completed files, out of `files`. */
  filesDone: number;
  files: number;
  /** The current file. */
  file: string;
}

/** In a dry run, counts of stored items are zero. */
export interface ImportDone extends ImportProgress {
  format: string;
  dryRun: boolean;
  survey: ImportSurvey;
}

/** Reported while an import runs. */
export type ImportEvent = WorkEvent<ImportDone, ImportProgress>;
