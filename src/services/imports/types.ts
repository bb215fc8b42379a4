import type { Instant } from "../../domain/model/time.ts";

/** A chat of another system, ready to be stored. */
export interface ImportedConversation {
  /** Its identity over there, with the format as prefix; the same at every import. */
  externalId: string;
  title: string | null;
  /** Null when the source tells no date at all. */
  startedAt: Instant | null;
  /** In the order in which they were said; never empty. */
  turns: ImportedTurn[];
}

export interface ImportedTurn {
  externalId: string;
  userMessage: string;
  assistantReply: string | null;
  /** Who spoke; null is the user. */
  speaker: string | null;
  occurredAt: Instant;
  /** False when the source tells no date: then `occurredAt` means nothing and the time of storing stands in for it. */
  dated: boolean;
}

export type ImportFormat =
  | "chatgpt"
  | "claude"
  | "open-webui"
  | "librechat"
  | "lm-studio"
  | "llama.cpp"
  | "json"
  | "whatsapp"
  | "journal";

/** What a reader made of a file. */
export interface ImportRead {
  format: ImportFormat;
  /** Oldest first, so that newer statements supersede older ones in the order in which they were said. */
  conversations: ImportedConversation[];
  /** Conversations that could not be read or in which nobody said anything. */
  skipped: number;
}

/** What a file, or an entry of a zip, holds. */
export interface ImportedFile {
  /** As the user knows it: its path below what was named, a zip's name before that of its entry. */
  name: string;
  format: ImportFormat;
  conversations: number;
  turns: number;
  /** Of the first and last turn; null when nothing is dated. */
  from: Instant | null;
  to: Instant | null;
  /** Turns without a date. */
  undated: number;
  /** Pictures and files that stood in the turns. */
  attachments: number;
  /** Conversations that could not be read or in which nobody said anything. */
  skipped: number;
  /** Who speaks beside the user, at most 20. */
  speakers: string[];
}

/** A file that could not be read. */
export interface UnreadFile {
  name: string;
  detail: string;
}

/** What was found, before anything is stored. */
export interface ImportSurvey {
  files: ImportedFile[];
  unread: UnreadFile[];
  /** Files of zips and folders that hold no chats. */
  leftOut: number;
}

/** How far the import of a list of conversations is. Every turn seen is stored, known, forgotten or skipped. */
export interface ImportCounts {
  /** Conversations gone through to their end. */
  conversations: number;
  /** Conversations that were read from the file. */
  total: number;
  /** Turns seen; the pieces of a long one count each. */
  turns: number;
  stored: number;
  /** Stored by an earlier import. */
  known: number;
  /** Not stored again, as the user had them forgotten. */
  forgotten: number;
  /** Without words. */
  skipped: number;
}

/** How far an import is, over all its files. */
export interface ImportProgress extends ImportCounts {
  /** Of `files` those gone through to their end. */
  filesDone: number;
  files: number;
  /** The one that is gone through. */
  file: string;
}

/** Of a dry run the counts of what would be stored are zero. */
export interface ImportDone extends ImportProgress {
  format: string;
  dryRun: boolean;
  survey: ImportSurvey;
}

/** What is told of an import while it goes on. */
export type ImportEvent =
  | { event: "progress"; data: ImportProgress }
  | { event: "done"; data: ImportDone }
  | { event: "error"; data: { code: string; detail: string } };
