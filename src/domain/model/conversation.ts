import { clip, oneLine } from "../../language/text.ts";
import type { Instant } from "./time.ts";

/** `pinned` comes first in lists; `archived` is left out of them, but is found by search. */
export const SHELVES = ["pinned", "archived"] as const;
/** `kept` is on no shelf, however old it is: it was taken from the archive. */
export const STORED_SHELVES = [...SHELVES, "kept"] as const;
export type StoredShelf = (typeof STORED_SHELVES)[number];

/** A thread of turns. */
export interface Conversation {
  id: string;
  title: string | null;
  startedAt: Instant;
  lastMessageAt: Instant;
  /** Number of episodes it holds. */
  episodeCount: number;
  /** System prompt sent by a `/v1` client; part of the byte-stable prompt prefix. */
  clientSystem: string | null;
  /**
   * Where the prompt's history begins; everything before is covered by `historySummary`. Moves rarely, in large steps.
   */
  historyFrom: number;
  historySummary: string | null;
  /** Id in the system it was imported from, unique per user. */
  externalId: string | null;
  shelf?: StoredShelf;
  /** The conversation it branches off from, whose turns before `branchAt` are its first. It may have been forgotten. */
  branchOf?: string;
  /** The ordinal of its first own turn. */
  branchAt?: number;
}

/** Where a conversation branches off from another one. */
export type BranchPoint = Required<Pick<Conversation, "branchOf" | "branchAt">>;

/** Branches of branches. */
export const BRANCH_DEPTH_MAX = 16;
/** Branches of one conversation. */
export const BRANCHES_MAX = 100;

/** @param archivedBefore a conversation whose last message is older is archived */
export function shelfOf(
  { shelf, lastMessageAt }: Conversation,
  archivedBefore: Instant | null,
): (typeof SHELVES)[number] | null {
  if (shelf !== undefined) return shelf === "kept" ? null : shelf;
  return archivedBefore !== null && lastMessageAt < archivedBefore ? "archived" : null;
}

const TITLE_CHARS_MAX = 60;

const ATTACHMENT = /(?:^|\n)\[(?:file|image): ([^\]\n]+)\]/;

/** Default conversation title: the beginning of its first message, or the name of a file that comes without words. */
export function titleOf(message: string): string {
  const [words = "", name = ""] = message.split(ATTACHMENT);
  return clip(oneLine(words.trim() === "" ? name : words), TITLE_CHARS_MAX);
}
