import type { RecalledRef } from "../../domain/model/episode.ts";
import { contentWords, stemsOf } from "../../language/stems.ts";
import { type Span, fold, letterTokens, tokens } from "../../language/text.ts";
import {
  type RedactedText,
  type WordRun,
  redactSpans,
  redactRuns,
  findRuns,
  keyContains,
  rootOf,
  runOf,
} from "./redact.ts";
import type { ConversationRow, EpisodeRow } from "./rows.ts";
import { type RedactedEpisode, type ForgetPlan, runsFor, addResidueOfSpan } from "./forget-plan.ts";

/** Words redacted in the remaining episodes, their copies and their conversations' titles. */

const OTHER_TEXTS = ["speaker", "summary", "place", "context", "emotion", "tags"] as const;
const OWN_WORDS = ["user_message", "assistant_reply", ...OTHER_TEXTS] as const;
/** Made by programs, out of words sometimes. */
const KEYS = ["external_id", "idempotency_key"] as const;

/** What redaction may change in an episode. */
export const CUT_COLUMNS = [...OWN_WORDS, ...KEYS, "redacted"] as const;

type Column = (typeof OWN_WORDS)[number] | (typeof KEYS)[number];

/** The parts of an episode that may contain forgotten words. */
export type WordsRow = Pick<EpisodeRow, "id" | "conversation_id" | "recalled" | Column>;

function texts(row: WordsRow, columns: readonly Column[] = OWN_WORDS): string[] {
  return columns.map((column) => row[column]).filter((text) => text !== null);
}

/**
 * Whether an episode may contain forgotten words. A quick substring check: tokenizing every text would
 * take seconds on a large store.
 */
export function mayHoldWords(plan: ForgetPlan): (row: WordsRow) => boolean {
  const roots = new Set(
    plan.rules.flatMap((r) => r.runs).flatMap((run) => [rootOf(run), ...beginningsOf(run)]),
  );
  return (row) => {
    if (plan.episodeIds.has(row.id)) return false;
    if (plan.spans.has(row.id) || plan.replyWords.has(row.conversation_id) || isRecalled(plan, row.recalled))
      return true;
    const text = fold(texts(row, [...OWN_WORDS, ...KEYS]).join("\n"));
    return [...roots].some((root) => text.includes(root));
  };
}

/** The plan redacts no words. */
export function redactsNothing(plan: ForgetPlan): boolean {
  return plan.spans.size + plan.replyWords.size === 0 && plan.rules.every((r) => r.runs.length === 0);
}

/** A shorter prefix matches too many words. */
const LIKE_CHARS_MIN = 4;

/** Word prefixes by which other words resemble a run: each word of a name, the whole of anything else. */
function beginningsOf(run: WordRun): string[] {
  if (run.form === "exact") return [];
  const beginnings = run.form === "stem" ? [rootOf(run)] : run.words;
  return beginnings.filter((word) => word.length >= LIKE_CHARS_MIN);
}

/** Adds to the plan remaining turns with words similar to the forgotten ones. */
export function similarTurnCollector(plan: ForgetPlan): (row: WordsRow) => void {
  const beginnings = [...new Set(plan.rules.flatMap((r) => r.runs).flatMap(beginningsOf))];
  return (row) => {
    const found = tokens(texts(row).join("\n"));
    if (beginnings.some((one) => found.some(({ word }) => word.startsWith(one)))) plan.similar.add(row.id);
  };
}

/** The episode without the forgotten words, added to the plan; null if it has none. */
export function redactEpisode<T extends WordsRow & Pick<EpisodeRow, "redacted">>(
  plan: ForgetPlan,
  row: T,
): { row: T; made: RedactedEpisode } | null {
  const runs = runsOfEpisode(plan, row);
  const spans = plan.spans.get(row.id) ?? [];
  const part = (text: string, which: "user" | "assistant", found: Span[]): RedactedText =>
    redactSpans(text, [...spans.filter((s) => s.part === which), ...found]);
  const said = findRuns(letterTokens(row.user_message), runs);
  const user = part(row.user_message, "user", said);
  const repeated = said.map(({ start, end }) => runOf(row.user_message.slice(start, end)));
  const toldInSpans = spans.flatMap((s) =>
    s.part === "user" ? tellingRuns(partOf(row, s.part).slice(s.start, s.end), 2) : [],
  );
  const repeatedInReply = [
    ...runs,
    ...repeated,
    ...replyWordsIn(plan, row),
    ...without(toldInSpans, user.text),
  ];
  const reply = row.assistant_reply ?? "";
  const assistant = part(reply, "assistant", findRuns(letterTokens(reply), repeatedInReply));
  const quoted = spans.map((s) => runOf(partOf(row, s.part).slice(s.start, s.end)));
  const all = [...runs, ...quoted.filter((run) => run.words.length > 0)];
  const others = OTHER_TEXTS.map(
    (column) => [column, row[column] === null ? null : redactRuns(row[column], all)] as const,
  );
  // A model's summary tells what was said in words of its own.
  const summary = spans.length > 0 ? { summary: null } : {};
  const keys = KEYS.filter((column) => row[column] !== null && keyContains(row[column], all));
  const cuts = [user, assistant, ...others.flatMap(([, made]) => made ?? [])];
  const count = cuts.reduce((sum, made) => sum + made.count, 0) + keys.length;
  if (count === 0) return null;
  for (const s of spans) addResidueOfSpan(plan, partOf(row, s.part), s);
  plan.counts.redactions += count;
  const result: RedactedEpisode = { user, assistant, runs: all };
  plan.redactedEpisodes.set(row.id, result);
  const kept: T = {
    ...row,
    user_message: user.text,
    assistant_reply: row.assistant_reply === null ? null : assistant.text,
    ...Object.fromEntries(others.map(([column, made]) => [column, made?.text ?? null])),
    ...summary,
    ...Object.fromEntries(keys.map((column) => [column, null])),
    redacted: 1,
  };
  return { row: kept, made: result };
}

function partOf(row: WordsRow, part: "user" | "assistant"): string {
  return part === "user" ? row.user_message : (row.assistant_reply ?? "");
}

function runsOfEpisode(plan: ForgetPlan, row: WordsRow): WordRun[] {
  const recalled = recalledOf(row.recalled);
  return runsFor(
    plan,
    texts(row).join("\n"),
    (rule) =>
      rule.episodeIds.has(row.id) ||
      recalled.some(({ id }) => rule.recalledFactIds.has(id) || rule.episodeIds.has(id)),
  );
}

/** A mention of redacted words is null; the others keep pointing at their words. */
export function moveMention(made: RedactedText, span: Span): Span | null {
  return made.touches(span) ? null : made.move(span);
}

const CONVERSATION_WORDS = ["title", "client_system", "history_summary"] as const;

export type NamedConversation = Pick<
  ConversationRow,
  "id" | "external_id" | (typeof CONVERSATION_WORDS)[number]
>;

/** A conversation's title and summary, without the words redacted in its episodes; empty if unchanged. */
export function redactConversation(
  plan: ForgetPlan,
  row: NamedConversation,
  runsOf: Map<string, WordRun[]>,
): Partial<NamedConversation> {
  const changed: Partial<NamedConversation> = {};
  for (const column of CONVERSATION_WORDS) {
    const text = row[column];
    if (text === null) continue;
    const runs = [...runsFor(plan, text, () => false), ...(runsOf.get(row.id) ?? [])];
    const kept = redactRuns(text, runs);
    if (kept.count > 0) changed[column] = kept.text;
  }
  const key = row.external_id;
  if (key !== null && keyContains(key, [...runsFor(plan, key, () => false), ...(runsOf.get(row.id) ?? [])]))
    changed.external_id = null;
  return changed;
}

/** Whether a title consists of words of one of these messages. */
export function titleFrom(title: string, messages: string[]): boolean {
  return messages.some((text) => findRuns(letterTokens(text), [runOf(title)]).length > 0);
}

/**
 * A reply repeats an earlier turn of its conversation, or recalled memories. If that turn is
 * forgotten, its distinctive words are redacted in the reply, except those the user says in a remaining turn.
 */

const LONG_CHARS_MIN = 5;

/** "1,450", "0171-555". */
const NUMBER = /\d(?:[\d.,'’-]*\d)?/gu;

/** Names, numbers of so many digits and long words of a message. */
function tellingRuns(message: string, digitsMin = 3): WordRun[] {
  const telling = tokens(message.replaceAll(NUMBER, " ")).filter(
    ({ word, start, isCapital }) =>
      contentWords(word).length > 0 && (word.length >= LONG_CHARS_MIN || (isCapital && start > 0)),
  );
  const numbers = (message.match(NUMBER) ?? []).filter(
    (one) => one.replaceAll(/\D/gu, "").length >= digitsMin,
  );
  return [...new Set([...telling.map(({ word }) => word), ...numbers])].map((word) => runOf(word, "stem"));
}

export function addReplyWords(
  plan: ForgetPlan,
  gone: readonly { id: string; conversation_id: string; user_message: string }[],
): void {
  for (const { id, conversation_id, user_message } of gone) {
    const runs = tellingRuns(user_message);
    if (runs.length === 0) continue;
    for (const key of [id, conversation_id, ...(plan.branches.get(conversation_id) ?? [])])
      plan.replyWords.set(key, [...(plan.replyWords.get(key) ?? []), ...runs]);
  }
}

/** Words of a remaining turn are not redacted in later replies. Turns arrive in the order they were said. */
export function keepSaidWords(plan: ForgetPlan, { conversation_id, user_message }: WordsRow): void {
  for (const key of [conversation_id, ...(plan.branches.get(conversation_id) ?? [])]) {
    const replyWords = plan.replyWords.get(key);
    if (replyWords !== undefined) plan.replyWords.set(key, without(replyWords, user_message));
  }
}

/** Words that the reply to a turn may repeat. */
function replyWordsIn(plan: ForgetPlan, row: WordsRow): WordRun[] {
  return without(shownWordsIn(plan, row), row.user_message);
}

/** Words of forgotten turns that the model was shown with a turn: earlier ones of its conversation, and recalled ones. */
export function shownWordsIn(
  { replyWords, episodeIds }: ForgetPlan,
  { conversation_id, recalled }: Pick<WordsRow, "conversation_id" | "recalled">,
): WordRun[] {
  if (replyWords.size === 0) return [];
  const turns = new Set(recalledOf(recalled).flatMap(turnsOf));
  return [conversation_id, ...turns.intersection(episodeIds)].flatMap((id) => replyWords.get(id) ?? []);
}

function isRecalled({ replyWords }: ForgetPlan, recalled: string): boolean {
  return (
    replyWords.size > 0 &&
    recalledOf(recalled)
      .flatMap(turnsOf)
      .some((id) => replyWords.has(id))
  );
}

function turnsOf({ id, episodeIds }: RecalledRef): string[] {
  return [id, ...episodeIds];
}

/** A turn's recalled memories, as stored in its row. */
function recalledOf(json: string): RecalledRef[] {
  return json === "[]" ? [] : (JSON.parse(json) as RecalledRef[]);
}

function without(runs: readonly WordRun[], said: string): WordRun[] {
  if (runs.length === 0) return [];
  const stems = new Set(contentWords(said).flatMap(stemsOf));
  return runs.filter((run) => !run.words.some((word) => stemsOf(word).some((stem) => stems.has(stem))));
}
