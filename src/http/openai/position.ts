import { createHash } from "node:crypto";
import { OFF_THE_RECORD, type Episode } from "../../domain/model/episode.ts";
import { oneLine, words } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { MESSAGE_CHARS_MAX } from "../schemas.ts";
import { wordsIn } from "./user-words.ts";

/** The user's message in a client's history, and the reply to it. */
export interface Exchange {
  said: string;
  replied: string | null;
  /** Who said it, if the client names people. */
  name?: string | undefined;
}

/** A turn's position. */
export interface TurnPosition {
  conversationId?: string;
  externalId: string | null;
  /** The turn that it edits or regenerates. */
  replaces?: string;
  /** The turn whose place it takes in a branch of its own. */
  branchFrom?: string;
  /** The turn waiting for these tool results. */
  continues?: string;
}

interface Asked {
  /** The client's name for the conversation. */
  name: string | undefined;
  /** The turn before it, if the client names that. */
  follows: Episode | undefined;
  history: readonly Exchange[];
  message: string;
  /** The beginning of the reply to it that is to be continued; else empty. */
  begun: string;
  /** Tool results follow the message. */
  continues: boolean;
}

/** Messages of the history, and turns of a conversation, that are compared. */
const COMPARED_MAX = 40;
/** Messages looked up from the newest back: one that was never stored is not found. */
const LOOKED_UP_MAX = 8;
/** Newest turns among which a failed one, or one whose message is in the history without an addition, is looked for. */
const RECENT_MAX = 8;
/** Turns with the same user message. */
const ALIKE_MAX = 16;

/**
 * A client resends its history each time, trimmed, re-rendered, or cut to its last messages. The conversation is the one with
 * the same user messages in the same order; replies count if those are few.
 */
export async function findPosition(user: UserStore, asked: Asked): Promise<TurnPosition> {
  const { name, message, begun } = asked;
  const history = begun === "" ? asked.history : [...asked.history, { said: message, replied: begun }];
  const named =
    name === undefined
      ? null
      : ((await user.conversation(name)) ?? (await user.conversationByExternalId(name)));
  const waiting = asked.continues ? await waitingTurn(user, message, asked.history, named?.id) : null;
  if (waiting !== null)
    return { conversationId: waiting.conversationId, externalId: null, continues: waiting.id };
  if (name !== undefined && named === null) return { externalId: name };
  const [next, ...more] = asked.follows ? await turnsAfter(user, asked.follows) : [];
  if (next && more.length > 0) return { externalId: null, branchFrom: next.id };
  if (next) return { conversationId: next.conversationId, externalId: null, replaces: next.id };
  const failed = history.length === 0 ? await failedTurn(user, message, named?.id) : null;
  if (failed !== null)
    return { conversationId: failed.conversationId, externalId: null, replaces: failed.id };
  if (named === null) return (await byHistory(user, history, begun !== "")) ?? { externalId: null };
  const match = matchOf(history, await newestTurns(user, named.id));
  return { conversationId: named.id, externalId: null, ...replacedIn(match, begun !== "") };
}

/**
 * The messages right before the new one that are in no turn yet: a bridge sends several at once, or one was lost on its way. At the
 * beginning of a history, unless that is all new, they may be a program's instructions, and so may what it repeats.
 */
export async function unheardIn(
  user: UserStore,
  conversationId: string,
  history: readonly Exchange[],
  isAllNew: boolean,
): Promise<Exchange[]> {
  const from = history.findLastIndex(({ replied }) => replied !== null) + 1;
  const unanswered = history.slice(from).slice(-LOOKED_UP_MAX);
  if (unanswered.length === 0 || (from === 0 && !isAllNew)) return [];
  const turns = await newestTurns(user, conversationId);
  if (turns.some(isUnknown)) return [];
  const known = [
    ...turns.map(({ userMessage }) => beginningOf(userMessage)),
    ...history.slice(0, from).map(({ said }) => beginningOf(said)),
  ];
  const isKnown = (said: string) => known.some((beginning) => beginning.includes(beginningOf(said)));
  const isSaid = (text: string) => wordsIn(text) !== null && text.length <= MESSAGE_CHARS_MAX;
  return unanswered.filter(({ said }) => isSaid(said) && !isKnown(said));
}

/** The first two. */
function turnsAfter(user: UserStore, { conversationId, ordinal }: Episode): Promise<Episode[]> {
  return user.episodes({ conversationId, fromOrdinal: ordinal + 1, order: "oldest", limit: 2 });
}

/** The turn that called tools: in the named conversation, else in one whose history matches. */
async function waitingTurn(
  user: UserStore,
  message: string,
  history: readonly Exchange[],
  namedId: string | undefined,
): Promise<Episode | null> {
  const waiting = await user.episodesByChainHash(chainHashOf(message, true), ALIKE_MAX);
  const inNamed = waiting.findLast(({ conversationId }) => conversationId === namedId);
  if (inNamed !== undefined) return inNamed;
  for (const episode of waiting) {
    const before = (await newestTurns(user, episode.conversationId)).filter(({ id }) => id !== episode.id);
    if (history.length === 0 ? before.length === 0 : matchOf(history, before) !== null) return episode;
  }
  return null;
}

/** The turn with this message whose reply failed, at the end of the conversation: client libraries try again by themselves. */
async function failedTurn(
  user: UserStore,
  message: string,
  namedId: string | undefined,
): Promise<Episode | null> {
  const recent = await user.episodes({ conversationId: namedId, order: "newest", limit: RECENT_MAX });
  const failed = recent.find(
    ({ error, userMessage }) => error !== null && plain(userMessage) === plain(message),
  );
  if (failed === undefined) return null;
  const turns = await newestTurns(user, failed.conversationId);
  const isLast = turns.at(-1)?.id === failed.id && (namedId !== undefined || turns.length === 1);
  return isLast ? failed : null;
}

async function byHistory(
  user: UserStore,
  history: readonly Exchange[],
  continuesReply: boolean,
): Promise<TurnPosition | null> {
  const seen = new Set<string>();
  for (const { said } of history.toReversed().slice(0, LOOKED_UP_MAX)) {
    let best: (Match & { conversationId: string }) | null = null;
    const alike = await user.episodesByChainHash(chainHashOf(said, false), ALIKE_MAX);
    const found = { said, ids: new Set(alike.map(({ id }) => id)) };
    for (const { conversationId } of alike) {
      if (seen.has(conversationId)) continue;
      seen.add(conversationId);
      const match = matchOf(history, await newestTurns(user, conversationId), found);
      if (match !== null && (best === null || isBetter(match, best))) best = { ...match, conversationId };
    }
    if (best === null) continue;
    const { conversationId } = best;
    return { conversationId, externalId: null, ...replacedIn(best, continuesReply) };
  }
  if (history.length === 0) return null;
  for (const { conversationId } of await user.episodes({ order: "newest", limit: RECENT_MAX })) {
    if (seen.has(conversationId)) continue;
    seen.add(conversationId);
    const match = matchOf(history, await newestTurns(user, conversationId));
    if (match !== null) return { conversationId, externalId: null, ...replacedIn(match, continuesReply) };
  }
  return null;
}

/** Oldest first. */
async function newestTurns(user: UserStore, conversationId: string): Promise<Episode[]> {
  const turns = await user.episodes({ conversationId, order: "newest", limit: COMPARED_MAX });
  return turns.reverse();
}

/** How a history matches the turns of a conversation. */
interface Match {
  /** Messages in both. */
  said: number;
  /** Of these, those with the same reply as well. */
  replied: number;
  /** Turns before the first common one, and after the last. */
  earlier: number;
  later: Episode[];
  /** The last common turn. */
  last: Episode | undefined;
  /** The history ends with a common message. */
  isToTheEnd: boolean;
}

function isBetter(a: Match, b: Match): boolean {
  const ranks = [
    a.said - b.said,
    a.replied - b.replied,
    b.later.length - a.later.length,
    b.earlier - a.earlier,
  ];
  return (ranks.find((rank) => rank !== 0) ?? 0) > 0;
}

/** The last turn is replaced if its reply is continued; the only one after the common ones if it was edited or is regenerated. */
function replacedIn(match: Match | null, continuesReply: boolean): { replaces?: string } {
  if (!match?.isToTheEnd) return {};
  const [replaced, ...more] = continuesReply ? [match.last, ...match.later] : match.later;
  return replaced !== undefined && more.length === 0 ? { replaces: replaced.id } : {};
}

const REPLY_WEIGHT = 0.5;
/** Of a longer message with the same reply: less than of the same message. */
const LONGER_WEIGHT = 1.25;
/** The score of a turn whose words cannot be compared. */
const UNKNOWN_WEIGHT = 0.01;

/** Turns with a given user message, by its hash, even if they do not show it (off the record). */
interface Found {
  said: string;
  ids: ReadonlySet<string>;
}

/** The longest common subsequence of both; null if too little is common. */
function matchOf(history: readonly Exchange[], turns: readonly Episode[], found?: Found): Match | null {
  const sent = history.slice(-COMPARED_MAX);
  const stored = turns.map(({ userMessage, assistantReply }) => ({
    message: beginningOf(userMessage),
    reply: beginningOf(assistantReply ?? ""),
  }));
  const weights = sent.map((exchange) => {
    const said = beginningOf(exchange.said);
    const replied = beginningOf(withoutThought(exchange.replied ?? ""));
    return turns.map((turn, at) => {
      const { message = "", reply = "" } = stored[at] ?? {};
      // Programs add the time, or a note, to the newest message alone.
      const isLonger = reply !== "" && reply === replied && message.includes(said) && message !== said;
      return isLonger ? LONGER_WEIGHT : likeness(exchange, turn, said === message, found);
    });
  });
  const best = Array.from({ length: sent.length + 1 }, () => Array<number>(turns.length + 1).fill(0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = 1; i <= sent.length; i++)
    for (let j = 1; j <= turns.length; j++) {
      const weight = weights[i - 1]?.[j - 1] ?? 0;
      const row = best[i];
      if (row) row[j] = Math.max(at(i - 1, j), at(i, j - 1), weight > 0 ? at(i - 1, j - 1) + weight : 0);
    }
  const pairs: { i: number; j: number; weight: number }[] = [];
  for (let i = sent.length, j = turns.length; i > 0 && j > 0;) {
    const weight = weights[i - 1]?.[j - 1] ?? 0;
    if (weight > 0 && at(i, j) === at(i - 1, j - 1) + weight) pairs.push({ i: --i, j: --j, weight });
    else if (at(i, j) === at(i, j - 1)) j--;
    else i--;
  }
  const said = pairs.filter(({ weight }) => weight >= 1).length;
  const replied = pairs.filter(({ weight }) => weight > 1).length;
  const [last] = pairs;
  const first = pairs.at(-1);
  const isAllThereIs = sent.length === 1 && turns.length === 1;
  const isEnough = said > 1 || replied > 0 || (said === 1 && isAllThereIs);
  if (last === undefined || first === undefined || !isEnough) return null;
  // Several messages before one reply are one turn, that of the last: programs send instructions as messages of the user's.
  // A chat may have begun elsewhere, or with examples, before the first turn of the conversation.
  const from = first.j === 0 ? first.i : 0;
  const isPaired = new Set(pairs.map(({ i }) => i));
  const isStrange = ({ replied: reply }: Exchange, i: number) =>
    i >= from && reply !== null && !isPaired.has(i);
  if (said < sent.filter(isStrange).length) return null;
  return {
    said,
    replied,
    earlier: first.j,
    later: turns.slice(last.j + 1),
    last: turns[last.j],
    isToTheEnd: last.i === sent.length - 1,
  };
}

/** Words that were forgotten, or never stored, cannot be compared. */
const isUnknown = ({ redacted, intent, userMessage }: Episode): boolean =>
  redacted || intent !== null || userMessage === OFF_THE_RECORD;

/** 0: different. */
function likeness(
  { said, replied }: Exchange,
  turn: Episode,
  isSameMessage: boolean,
  found: Found | undefined,
): number {
  const { assistantReply } = turn;
  if (isUnknown(turn))
    return found?.said === said && found.ids.has(turn.id) ? 1 + REPLY_WEIGHT : UNKNOWN_WEIGHT;
  if (!isSameMessage) return 0;
  const isSameReply = !assistantReply || (replied !== null && areAlike(replied, assistantReply));
  return 1 + (isSameReply ? REPLY_WEIGHT : 0);
}

/** Share of the shorter text's words found in the longer: clients re-render replies. */
const ALIKE_SHARE = 0.6;
const ALIKE_CHARS_MAX = 2000;

function areAlike(sent: string, stored: string): boolean {
  if (beginningOf(sent) === beginningOf(stored)) return true;
  const [a, b] = [sent, stored].map((text) => new Set(words(withoutThought(text).slice(0, ALIKE_CHARS_MAX))));
  if (!a || !b || a.size === 0 || b.size === 0) return false;
  return a.intersection(b).size >= ALIKE_SHARE * Math.min(a.size, b.size);
}

const THOUGHTS = ["think", "thinking", "thought", "reasoning", "details"];

/** A reply without what clients prepend: the reasoning, in an element of its own. */
function withoutThought(text: string): string {
  const trimmed = text.trimStart();
  for (const name of THOUGHTS) {
    const end = `</${name}>`;
    if (!trimmed.startsWith(`<${name}`)) continue;
    const at = trimmed.indexOf(end);
    if (at >= 0) return withoutThought(trimmed.slice(at + end.length));
  }
  return trimmed;
}

/** The compared part of a message, characters. */
const BEGINNING_CHARS = 8000;

/** Every message is compared with every turn: for long ones the beginning is enough. */
function beginningOf(text: string): string {
  return plain(text.slice(0, 2 * BEGINNING_CHARS)).slice(0, BEGINNING_CHARS);
}

/** White space is ignored: clients trim, and use different line endings. */
function plain(text: string): string {
  return oneLine(text.normalize("NFC"));
}

/**
 * By what the user said, as the store keeps it under its key; `waits`: of a turn that waits for results of tools. No hash
 * covers more than one turn, so that what is forgotten is in no other's.
 */
export function chainHashOf(message: string, waits: boolean): string {
  return createHash("sha256")
    .update(JSON.stringify(waits ? [plain(message), null] : [plain(message)]))
    .digest("hex");
}
