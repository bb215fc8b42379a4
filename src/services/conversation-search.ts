import type { Conversation } from "../domain/model/conversation.ts";
import type { Episode } from "../domain/model/episode.ts";
import { placesOf } from "../language/excerpt.ts";
import { graphemeEnd, graphemeStart } from "../language/graphemes.ts";
import { contentWords } from "../language/stems.ts";
import { fold, words } from "../language/text.ts";
import { EngramError } from "../errors.ts";
import type { Page, PageRequest, UserStore } from "../ports/memory-store.ts";
import { hiddenTurns } from "./forgetting/hide.ts";
import { PAGE_MAX, pagesOf } from "./pages.ts";

/** Maximum query words searched. */
const TERMS_MAX = 8;
/** Maximum turns found per word. */
const HITS_MAX = 300;
/** Newest conversations searched. */
const CONVERSATIONS_MAX = 10_000;

/** Characters of a turn shown before and after a match. */
const SHOWN_BEFORE = 30;
const SHOWN_BEHIND = 90;

/** `found` is a turn with a match; null if only the title matches. */
export interface FoundConversation extends Conversation {
  found: { episodeId: string; text: string } | null;
}

/**
 * Conversations whose title contains `q`, or in which each of its words was said or answered; most recently active
 * first. Throws `invalid_cursor`.
 */
export async function searchConversations(
  user: UserStore,
  { q, limit, cursor }: { q: string } & PageRequest,
): Promise<Page<FoundConversation>> {
  const behind = cursor === undefined ? null : keyOf(cursor);
  const [spoken, title] = [await spokenIn(user, q), fold(q).trim()];
  const found: Conversation[] = [];
  let seen = 0;
  for await (const page of pagesOf((at) => user.conversationPage({ limit: PAGE_MAX, cursor: at }))) {
    found.push(
      ...page.filter(
        (one) =>
          (behind === null || sortKey(one) < behind) &&
          (spoken.has(one.id) || fold(one.title ?? "").includes(title)),
      ),
    );
    seen += page.length;
    if (found.length > limit || seen >= CONVERSATIONS_MAX) break;
  }
  const items = found.slice(0, limit).map((one) => ({ ...one, found: spoken.get(one.id) ?? null }));
  const last = items.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { items, nextCursor: isMore ? Buffer.from(sortKey(last)).toString("base64url") : null };
}

function sortKey({ lastMessageAt, id }: Conversation): string {
  return `${lastMessageAt} ${id}`;
}

function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z \S+$/.test(key)) throw new EngramError("invalid_cursor");
  return key;
}

/**
 * Conversations in which each word of `q` occurs, in one turn or several; each with one that contains the first word.
 */
async function spokenIn(
  user: UserStore,
  q: string,
): Promise<Map<string, NonNullable<FoundConversation["found"]>>> {
  // Adjacent characters ("上海") are one phrase.
  const telling = q.split(/\s+/).flatMap((chunk) => contentWords(chunk).join(" ") || []);
  const terms = [...new Set(telling.length > 0 ? telling : words(q))].slice(0, TERMS_MAX);
  const hidden = await hiddenTurns(user);
  const perTerm = await Promise.all(
    terms.map(async (term) => {
      const kinds = ["episode" as const, "reply" as const];
      const hits = await user.search({ terms: [term], kinds, limit: HITS_MAX, statuses: [] });
      const turns = await user.episodesById(hits.map(({ id }) => id).filter((id) => !hidden.has(id)));
      return new Map(turns.map((turn) => [turn.conversationId, turn]));
    }),
  );
  const [first = new Map<string, Episode>(), ...others] = perTerm;
  const inAll = [...first].filter(([id]) => others.every((ids) => ids.has(id)));
  return new Map(inAll.map(([id, turn]) => [id, { episodeId: turn.id, text: excerptOf(turn, terms) }]));
}

/** The words around the first match. */
function excerptOf({ userMessage, assistantReply }: Episode, terms: string[]): string {
  const both = [userMessage, assistantReply ?? ""];
  // An exact word takes precedence over one that only begins like it.
  for (const said of both)
    for (const term of terms) {
      const at = said.toLowerCase().indexOf(term);
      if (at >= 0) return around(said, at);
    }
  for (const said of both) for (const at of placesOf(said, terms)) return around(said, at);
  return around(userMessage, 0);
}

function around(text: string, at: number): string {
  const from = graphemeStart(text, Math.max(0, at - SHOWN_BEFORE));
  const to = graphemeEnd(text, Math.min(text.length, at + SHOWN_BEHIND));
  return `${from > 0 ? "... " : ""}${text.slice(from, to)}${to < text.length ? " ..." : ""}`;
}
