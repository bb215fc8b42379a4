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

export type ImportFormat = "chatgpt";

/** What a reader made of a file. */
export interface ImportRead {
  format: ImportFormat;
  /** Oldest first, so that newer statements supersede older ones in the order in which they were said. */
  conversations: ImportedConversation[];
  /** Conversations that could not be read or in which nobody said anything. */
  skipped: number;
}

/** How far an import is. Every turn seen is stored, known, forgotten or skipped. */
export interface ImportProgress {
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

/** What is told of an import while it goes on. */
export type ImportEvent =
  | { event: "progress"; data: ImportProgress }
  | { event: "done"; data: ImportProgress & { format: string } }
  | { event: "error"; data: { code: string; detail: string } };
