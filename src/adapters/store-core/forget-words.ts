import type { RecalledEvidence, RecalledItem } from "../../domain/episode.ts";
import { type Span, fold, tokens } from "../../domain/text.ts";
import { type Cut, cut, cutRuns, findRuns } from "./redact.ts";
import type { ConversationRow, EpisodeRow } from "./rows.ts";
import { type EpisodeCut, type Sweep, addNeedle, runOf, runsFor, spanNeedle } from "./sweep.ts";

/** Words cut out of the episodes that stay, of their copies and of what their conversations are called. */

const OWN_WORDS = ["user_message", "assistant_reply", "summary", "place", "context", "emotion"] as const;
const BESIDE = ["summary", "place", "context", "emotion"] as const;

/** What of an episode can hold forgotten words. */
export type WordsRow = Pick<EpisodeRow, "id" | "conversation_id" | "recalled" | (typeof OWN_WORDS)[number]>;

function texts(row: WordsRow): string[] {
  return OWN_WORDS.map((column) => row[column]).filter((text) => text !== null);
}

/**
 * Whether an episode may hold forgotten words. A quick look by substring: taking every text apart into words would
 * take seconds on a large store.
 */
export function mayHoldWords(sweep: Sweep): (row: WordsRow) => boolean {
  const longest = sweep.rules
    .flatMap((r) => r.runs)
    .map((run) => run.reduce((a, b) => (b.length > a.length ? b : a), ""));
  return (row) => {
    if (sweep.episodeIds.has(row.id)) return false;
    if (sweep.spans.has(row.id)) return true;
    const text = fold(texts(row).join("\n"));
    return longest.some((word) => text.includes(word));
  };
}

/** Nothing can be cut: no word goes. */
export function cutsNothing(sweep: Sweep): boolean {
  return sweep.spans.size === 0 && sweep.rules.every((r) => r.runs.length === 0);
}

/** The episode without the forgotten words, told to the sweep; null when none stands there. */
export function cutEpisode<T extends WordsRow & Pick<EpisodeRow, "redacted">>(
  sweep: Sweep,
  row: T,
): { row: T; made: EpisodeCut } | null {
  const runs = runsOfEpisode(sweep, row);
  const spans = sweep.spans.get(row.id) ?? [];
  const part = (text: string, which: "user" | "assistant"): Cut =>
    cut(text, [...spans.filter((s) => s.part === which), ...findRuns(tokens(text), runs)]);
  const user = part(row.user_message, "user");
  const assistant = part(row.assistant_reply ?? "", "assistant");
  const quoted = spans.map((s) => runOf(partOf(row, s.part).slice(s.start, s.end)));
  const all = [...runs, ...quoted.filter((run) => run.length > 0)];
  const [summary, place, context, emotion] = BESIDE.map((column) =>
    row[column] === null ? null : cutRuns(row[column], all),
  );
  const made = [user, assistant, summary, place, context, emotion].filter(
    (c) => c !== null && c !== undefined,
  );
  const count = made.reduce((sum, c) => sum + c.count, 0);
  if (count === 0) return null;
  for (const s of spans) spanNeedle(sweep, partOf(row, s.part), s);
  sweep.counts.redactions += count;
  const before = { userBefore: row.user_message, assistantBefore: row.assistant_reply ?? "" };
  const result: EpisodeCut = { user, assistant, ...before, runs: all };
  sweep.cuts.set(row.id, result);
  const kept: T = {
    ...row,
    user_message: user.text,
    assistant_reply: row.assistant_reply === null ? null : assistant.text,
    summary: summary?.text ?? null,
    place: place?.text ?? null,
    context: context?.text ?? null,
    emotion: emotion?.text ?? null,
    redacted: 1,
  };
  return { row: kept, made: result };
}

function partOf(row: WordsRow, part: "user" | "assistant"): string {
  return part === "user" ? row.user_message : (row.assistant_reply ?? "");
}

function runsOfEpisode(sweep: Sweep, row: WordsRow): string[][] {
  const recalled = row.recalled === "[]" ? [] : (JSON.parse(row.recalled) as RecalledItem[]);
  return runsFor(
    sweep,
    texts(row).join("\n"),
    (rule) => rule.episodeIds.has(row.id) || recalled.some((item) => rule.recalledFactIds.has(item.id)),
  );
}

/** A mention of words that are gone is null; the others keep pointing at their own. */
export function moveMention(made: Cut, span: Span): Span | null {
  return made.touches(span) ? null : made.move(span);
}

/** What turns recalled are copies: of facts that are gone, of quotes that moved, of words that are forgotten. */
export function rewriteRecalled(sweep: Sweep, row: Pick<EpisodeRow, "id" | "recalled">): string {
  const items = JSON.parse(row.recalled) as RecalledItem[];
  const kept = items.filter((item) => !isGone(sweep, item)).map((item) => rewriteItem(sweep, row.id, item));
  const recalled = JSON.stringify(kept);
  if (recalled !== row.recalled) {
    for (const item of items) if (isGone(sweep, item)) addNeedle(sweep, item.text);
  }
  return recalled;
}

/** An excerpt of a turn that lost words is not patched but dropped: it may begin in the middle of a quote. */
function isGone(sweep: Sweep, item: RecalledItem): boolean {
  const { facts, entities, episodeIds, cuts } = sweep;
  return (
    facts.has(item.id) ||
    entities.has(item.id) ||
    episodeIds.has(item.id) ||
    (item.kind === "episode" && cuts.has(item.id))
  );
}

function rewriteItem(sweep: Sweep, episodeId: string, item: RecalledItem): RecalledItem {
  const none = (): boolean => false;
  const runs = [...runsFor(sweep, item.text, none), ...(sweep.cuts.get(episodeId)?.runs ?? [])];
  const evidence = item.evidence
    .filter((e) => !sweep.episodeIds.has(e.episodeId))
    .map((e) => rewriteQuote(sweep, e, runs));
  return { ...item, text: cutRuns(item.text, runs).text, evidence };
}

function rewriteQuote(sweep: Sweep, evidence: RecalledEvidence, runs: string[][]): RecalledEvidence {
  const made = sweep.cuts.get(evidence.episodeId);
  const part = made && partQuoted(made, evidence);
  if (!part) return { ...evidence, quote: cutRuns(evidence.quote, [...runs, ...(made?.runs ?? [])]).text };
  const span = part.move(evidence);
  return { ...evidence, ...span, quote: part.text.slice(span.start, span.end) };
}

/** A recalled quote does not say in which part it stands; its words do. */
function partQuoted(made: EpisodeCut, { start, end, quote }: RecalledEvidence): Cut | null {
  if (made.userBefore.slice(start, end) === quote) return made.user;
  return made.assistantBefore.slice(start, end) === quote ? made.assistant : null;
}

const CONVERSATION_WORDS = ["title", "client_system", "history_summary"] as const;

export type NamedConversation = Pick<ConversationRow, "id" | (typeof CONVERSATION_WORDS)[number]>;

/** What a conversation is called and summed up as, without the words that its episodes lost; empty when it stays. */
export function cutConversation(
  sweep: Sweep,
  row: NamedConversation,
  runsOf: Map<string, string[][]>,
): Partial<NamedConversation> {
  const changed: Partial<NamedConversation> = {};
  for (const column of CONVERSATION_WORDS) {
    const text = row[column];
    if (text === null) continue;
    const runs = [...runsFor(sweep, text, () => false), ...(runsOf.get(row.id) ?? [])];
    const kept = cutRuns(text, runs);
    if (kept.count > 0) changed[column] = kept.text;
  }
  return changed;
}

/** Whether a title is made of one of these messages' own words. */
export function titleFrom(title: string, messages: string[]): boolean {
  return messages.some((text) => findRuns(tokens(text), [runOf(title)]).length > 0);
}
