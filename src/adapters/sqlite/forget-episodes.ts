import type { RecalledEvidence, RecalledItem } from "../../domain/episode.ts";
import { type Span, fold, tokens } from "../../domain/text.ts";
import { type Context, list } from "./context.ts";
import { updateEpisode } from "./episodes.ts";
import { redactConversations } from "./forget-conversations.ts";
import { type Cut, cut, cutRuns, findRuns } from "./redact.ts";
import type { EpisodeRow } from "./rows.ts";
import { type EpisodeCut, type Sweep, addNeedle, runOf, runsFor, spanNeedle } from "./sweep.ts";

/** Cuts the forgotten words out of every episode that stays, and moves its mentions. */
export function cutEpisodes(ctx: Context, sweep: Sweep): void {
  const runsOfConversation = new Map<string, string[][]>();
  for (const row of affectedRows(ctx, sweep)) {
    const done = cutEpisode(ctx, sweep, row);
    if (done === null) continue;
    const known = runsOfConversation.get(row.conversation_id) ?? [];
    runsOfConversation.set(row.conversation_id, [...known, ...done.runs]);
  }
  redactConversations(ctx, sweep, runsOfConversation);
}

/** A quick look by substring first: taking every text apart into words would take seconds on a large store. */
function affectedRows(ctx: Context, sweep: Sweep): EpisodeRow[] {
  const longest = sweep.rules
    .flatMap((r) => r.runs)
    .map((run) => run.reduce((a, b) => (b.length > a.length ? b : a), ""));
  if (longest.length === 0 && sweep.spans.size === 0) return [];
  const found: EpisodeRow[] = [];
  for (const row of ctx.db.each<EpisodeRow>("SELECT * FROM episodes WHERE user_id = ?", ctx.user)) {
    if (sweep.episodeIds.has(row.id)) continue;
    const text = fold(texts(row).join("\n"));
    if (sweep.spans.has(row.id) || longest.some((word) => text.includes(word))) found.push(row);
  }
  return found;
}

const OWN_WORDS = ["user_message", "assistant_reply", "summary", "place", "context", "emotion"] as const;

function texts(row: EpisodeRow): string[] {
  return OWN_WORDS.map((column) => row[column]).filter((text) => text !== null);
}

function cutEpisode(ctx: Context, sweep: Sweep, row: EpisodeRow): EpisodeCut | null {
  const runs = runsOfEpisode(sweep, row);
  const spans = sweep.spans.get(row.id) ?? [];
  const part = (text: string, which: "user" | "assistant"): Cut =>
    cut(text, [...spans.filter((s) => s.part === which), ...findRuns(tokens(text), runs)]);
  const user = part(row.user_message, "user");
  const assistant = part(row.assistant_reply ?? "", "assistant");
  const quoted = spans.map((s) => runOf(partOf(row, s.part).slice(s.start, s.end)));
  const all = [...runs, ...quoted.filter((run) => run.length > 0)];
  const [summary, place, context, emotion] = (["summary", "place", "context", "emotion"] as const).map(
    (column) => (row[column] === null ? null : cutRuns(row[column], all)),
  );
  const made = [user, assistant, summary, place, context, emotion].filter(
    (c) => c !== null && c !== undefined,
  );
  const count = made.reduce((sum, c) => sum + c.count, 0);
  if (count === 0) return null;
  for (const s of spans) spanNeedle(sweep, partOf(row, s.part), s);
  updateEpisode(ctx, {
    ...row,
    user_message: user.text,
    assistant_reply: row.assistant_reply === null ? null : assistant.text,
    summary: summary?.text ?? null,
    place: place?.text ?? null,
    context: context?.text ?? null,
    emotion: emotion?.text ?? null,
    redacted: 1,
  });
  moveMentions(ctx, row.id, user);
  sweep.counts.redactions += count;
  const before = { userBefore: row.user_message, assistantBefore: row.assistant_reply ?? "" };
  const result: EpisodeCut = { user, assistant, ...before, runs: all };
  sweep.cuts.set(row.id, result);
  return result;
}

function partOf(row: EpisodeRow, part: "user" | "assistant"): string {
  return part === "user" ? row.user_message : (row.assistant_reply ?? "");
}

function runsOfEpisode(sweep: Sweep, row: EpisodeRow): string[][] {
  const recalled = row.recalled === "[]" ? [] : (JSON.parse(row.recalled) as RecalledItem[]);
  return runsFor(
    sweep,
    texts(row).join("\n"),
    (rule) => rule.episodeIds.has(row.id) || recalled.some((item) => rule.recalledFactIds.has(item.id)),
  );
}

interface MentionRow {
  entity_id: string;
  span_start: number;
  span_end: number;
}

/** A mention of words that are gone goes with them; the others keep pointing at their own. */
function moveMentions(ctx: Context, episodeId: string, made: Cut): void {
  const rows = ctx.db.all<MentionRow>(
    "SELECT entity_id, span_start, span_end FROM mentions WHERE user_id = ? AND episode_id = ?",
    ctx.user,
    episodeId,
  );
  ctx.db.run("DELETE FROM mentions WHERE user_id = ? AND episode_id = ?", ctx.user, episodeId);
  for (const row of rows) {
    const span: Span = { start: row.span_start, end: row.span_end };
    if (made.touches(span)) continue;
    const { start, end } = made.move(span);
    ctx.db.run(
      `INSERT OR IGNORE INTO mentions (user_id, episode_id, entity_id, span_start, span_end)
       VALUES (?, ?, ?, ?, ?)`,
      ctx.user,
      episodeId,
      row.entity_id,
      start,
      end,
    );
  }
}

/** What turns recalled are copies: of facts that are gone, of quotes that moved, of words that are forgotten. */
export function rewriteRecalled(ctx: Context, sweep: Sweep): void {
  const rows = ctx.db.all<EpisodeRow>(
    "SELECT * FROM episodes WHERE user_id = ? AND recalled <> '[]'",
    ctx.user,
  );
  for (const row of rows) {
    const items = JSON.parse(row.recalled) as RecalledItem[];
    const kept = items.filter((item) => !isGone(sweep, item)).map((item) => rewriteItem(sweep, row, item));
    const recalled = list(kept as never[]);
    if (recalled !== row.recalled) {
      updateEpisode(ctx, { ...row, recalled });
      for (const item of items) if (isGone(sweep, item)) addNeedle(sweep, item.text);
    }
  }
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

function rewriteItem(sweep: Sweep, row: EpisodeRow, item: RecalledItem): RecalledItem {
  const runs = [...runsFor(sweep, item.text, () => false), ...(sweep.cuts.get(row.id)?.runs ?? [])];
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
