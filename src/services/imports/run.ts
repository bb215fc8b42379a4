import { clip } from "../../language/text.ts";
import { EngramError } from "../../errors.ts";
import type { OpenedEpisode, UserStore } from "../../ports/memory-store.ts";
import type { Engine } from "../engine-types.ts";
import { cleanExternalId, cleanText } from "./clean-text.ts";
import { piecesOf, type TurnPiece } from "./pieces.ts";
import { NOTHING_DONE, type ImportedConversation, type ImportCounts } from "./types.ts";

type ImportStore = Pick<UserStore, "openEpisode" | "conversationByExternalId">;

/** The parts of the engine that an import needs. */
export interface ImportDeps extends Pick<Engine, "clock" | "newId" | "stored"> {
  store: { forUser(userId: string): ImportStore };
}

export interface ImportOptions {
  signal: AbortSignal;
  onProgress(progress: ImportCounts): void;
  /** Turns between two reports. */
  batch?: number;
}

const BATCH_TURNS = 50;

/** Longest title kept, characters. */
const TITLE_CHARS_MAX = 200;

/**
 * Stores the turns of other systems' chats, each with its own date, and starts extraction. Each turn is one write,
 * identified by its external id, in chat order: an import stopped anywhere and run again adds what is missing, to the
 * same conversation, and nothing twice. Forgotten turns stay out.
 *
 * @throws EngramError `cancelled` if the signal aborts, or the store's errors; turns stored by then stay.
 */
export async function importConversations(
  deps: ImportDeps,
  userId: string,
  conversations: readonly ImportedConversation[],
  options: ImportOptions,
): Promise<ImportCounts> {
  const progress: ImportCounts = { ...NOTHING_DONE, total: conversations.length };
  const run: Run = { deps, userId, user: deps.store.forUser(userId), options, progress };
  for (const conversation of conversations) {
    await importConversation(run, conversation);
    progress.conversations++;
  }
  options.onProgress({ ...progress });
  return progress;
}

interface Run {
  deps: ImportDeps;
  userId: string;
  user: ImportStore;
  options: ImportOptions;
  progress: ImportCounts;
}

/** The local conversation that an imported one goes into. */
interface Thread {
  conversationId: string;
  exists: boolean;
  about: { title: string | null; externalId: string };
  /** Whether one of its turns is pending extraction. */
  waits: boolean;
}

async function importConversation(run: Run, conversation: ImportedConversation): Promise<void> {
  const { signal } = run.options;
  if (signal.aborted) throw new EngramError("cancelled");
  const thread = await findThread(run, conversation);
  for (const turn of conversation.turns) {
    if (signal.aborted) break;
    const pieces = piecesOf(turn);
    if (pieces.length === 0) count(run, "skipped");
    await importPieces(run, thread, pieces);
  }
  if (thread.waits)
    await run.deps.stored(run.userId, { conversationId: thread.conversationId, isBulk: true });
  if (signal.aborted) throw new EngramError("cancelled");
}

async function findThread({ deps, user }: Run, conversation: ImportedConversation): Promise<Thread> {
  const externalId = cleanExternalId(conversation.externalId);
  const known = await user.conversationByExternalId(externalId);
  const title = clip(cleanText(conversation.title ?? ""), TITLE_CHARS_MAX);
  return {
    conversationId: known?.id ?? deps.newId(),
    exists: known !== null,
    about: { title: title === "" ? null : title, externalId },
    waits: false,
  };
}

/** Only a crash can interrupt it between the pieces of one turn; the next import then resumes. */
async function importPieces(run: Run, thread: Thread, pieces: TurnPiece[]): Promise<void> {
  let outcome: OpenedEpisode["outcome"] = "opened";
  for (const piece of pieces) {
    if (!piece.continuesReply || outcome !== "forgotten") outcome = await importPiece(run, thread, piece);
    count(run, COUNTED_AS[outcome]);
  }
}

const COUNTED_AS = { opened: "stored", existing: "known", forgotten: "forgotten" } as const;

async function importPiece(run: Run, thread: Thread, piece: TurnPiece): Promise<OpenedEpisode["outcome"]> {
  const opened = await openPiece(run, thread, piece);
  if (opened.outcome === "forgotten") return opened.outcome;
  // A concurrent import of the same chat may have created the conversation first.
  if (!thread.exists) thread.conversationId = opened.episode.conversationId;
  thread.exists = true;
  thread.waits ||= opened.episode.extraction.state === "pending";
  return opened.outcome;
}

function openPiece({ deps, user }: Run, thread: Thread, piece: TurnPiece): Promise<OpenedEpisode> {
  const now = deps.clock.now();
  return user.openEpisode({
    id: deps.newId(),
    conversationId: thread.conversationId,
    createConversation: !thread.exists,
    ...(thread.exists ? {} : { conversation: thread.about }),
    userMessage: piece.userMessage,
    assistantReply: piece.assistantReply,
    speaker: piece.speaker === null ? null : cleanText(piece.speaker),
    source: "import",
    state: "complete",
    memory: "on",
    mode: "chat",
    // No message can be from the future.
    occurredAt: piece.occurredAt !== null && piece.occurredAt < now ? piece.occurredAt : now,
    recordedAt: now,
    externalId: piece.externalId,
    extract: true,
  });
}

function count({ progress, options }: Run, as: "stored" | "known" | "forgotten" | "skipped"): void {
  progress[as]++;
  progress.turns++;
  if (progress.turns % (options.batch ?? BATCH_TURNS) === 0) options.onProgress({ ...progress });
}
