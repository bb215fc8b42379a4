import type { Episode, RecalledEvidence, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { stepsOf } from "../../domain/model/procedure.ts";
import { spanOf } from "../../domain/model/summary.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import { cached } from "../../language/cached.ts";
import { fromRichest } from "../../language/excerpt.ts";
import { contentWords } from "../../language/stems.ts";
import { estimateTokens } from "../../language/text.ts";
import { toMs, withinDay, type Instant, type Precision } from "../../domain/model/time.ts";
import { TURN_CHARS_READ } from "./memory-items.ts";
import { STATE_LINES, type RecallState } from "./recall-state.ts";
import { asksForReply } from "./shown-lines.ts";
import type { SearchResult } from "./types.ts";

export interface RecallBlock {
  /** Empty if there is nothing to show. */
  text: string;
  items: RecalledItem[];
  /** What the text says of each result in it. */
  lines: ReadonlyMap<SearchResult, string>;
  state: RecallState;
}

export interface BlockOptions {
  now: Instant;
  timeZone: string;
  tokensMax: number;
  itemsMax: number;
  /** The question: replies are shown if they are relevant to it. */
  query?: string | undefined;
  /** Outcome of the search, `found` by default. Without any lines it becomes `nothing`. */
  state?: RecallState | undefined;
}

/** Longest recalled turn or reply, characters. */
const TURN_MAX = 240;
/** Longest speaker name, characters. */
const NAME_MAX = 80;
/** Longest recalled summary, characters: it holds the words of several turns. */
const SUMMARY_MAX = 600;
/** Longest how-to, characters: its steps are needed to follow it. */
const PROCEDURE_MAX = 2_000;
const FACT_LINE_MAX = 300;
/** Tokens reserved for the block's frame. */
const FRAME_TOKENS = 40;

/** Packs lines into the block appended to the last user message: numbered, dated, marked by status, within a token budget. */
export function recallBlock(results: readonly SearchResult[], options: BlockOptions): RecallBlock {
  const items: RecalledItem[] = [];
  const lines = new Map<SearchResult, string>();
  let left = options.tokensMax - FRAME_TOKENS;
  for (const result of results) {
    if (items.length >= options.itemsMax) break;
    const line = lineOf(result, options);
    const tokens = estimateTokens(numbered(line, items.length)) + 1;
    if (tokens > left) continue;
    left -= tokens;
    lines.set(result, line);
    items.push(toItem(result, items.length + 1));
  }
  const { state: outcome = "found" } = options;
  const state = items.length === 0 && outcome === "found" ? "nothing" : outcome;
  return { ...emptyBlock(state, [...lines.values()].map(numbered)), items, lines };
}

const numbered = (line: string, at: number): string => `[${at + 1}] ${line}`;

export function emptyBlock(state: RecallState, lines: string[] = []): RecallBlock {
  return { text: framed([STATE_LINES[state] ?? [], lines].flat()), items: [], lines: new Map(), state };
}

export function framed(lines: string[]): string {
  return lines.length === 0 ? "" : `<memory>\n${lines.join("\n")}\n</memory>`;
}

/** The same block with a line about something the memory itself did. */
export function withNote(block: RecallBlock, note: string): RecallBlock {
  const line = `(${asLine(note)})`;
  const text =
    block.text === "" ? framed([line]) : block.text.replace(/\n<\/memory>$/, () => `\n${line}\n</memory>`);
  return { ...block, text };
}

function toItem(result: SearchResult, n: number): RecalledItem {
  const { kind, id, text, score, components, evidence } = result;
  const status = result.isOutdated ? "superseded" : result.status;
  return { n, kind, id, text, status, score, components, evidence };
}

function lineOf(result: SearchResult, options: BlockOptions): string {
  const { kind, item, text } = result;
  if (kind === "episode") return turnLine(item, result, options);
  if (kind === "fact")
    return `${asLine(text, FACT_LINE_MAX)} (${factMarks(item, result, options).join("; ")})`;
  return asLine(text, kind === "entity" && stepsOf(item) !== null ? PROCEDURE_MAX : SUMMARY_MAX);
}

function turnLine(
  episode: Episode,
  { isOutdated, untrue }: SearchResult,
  { timeZone, query }: BlockOptions,
): string {
  const span = spanOf(episode);
  if (span) {
    const days = `${localDay(span.from, timeZone)} to ${localDay(span.to, timeZone)}`;
    return `(summary of ${episode.sourceCount} turns; ${days}) ${asLine(episode.userMessage, SUMMARY_MAX)}`;
  }
  const who = asLine(episode.speaker ?? "user", NAME_MAX);
  const reply =
    episode.assistantReply && query !== undefined && asksForReply(query)
      ? ` you: "${asLine(episode.assistantReply, TURN_MAX)}"`
      : "";
  const marks = [...(isOutdated ? ["no longer so"] : []), ...quoted("wrong in it", untrue)];
  const when = [localDay(episode.occurredAt, timeZone), ...marks].join("; ");
  const said = fromRichest(
    episode.userMessage.slice(0, TURN_CHARS_READ),
    contentWords(query ?? ""),
    TURN_MAX,
  );
  return `${who}, ${when}: "${asLine(said, TURN_MAX)}"${reply}`;
}

/** Quotes of untrue statements at most. */
const UNTRUE_MAX = 2;

/** Other details of an untrue statement may still hold. */
function quoted(mark: string, untrue: readonly string[]): string[] {
  const quotes = untrue.slice(0, UNTRUE_MAX).map((text) => `"${asLine(text, FACT_LINE_MAX)}"`);
  return quotes.length === 0 ? [] : [`${mark}: ${quotes.join(", ")}`];
}

/** The default case is unmarked: the user's own words, verified and true now. */
function factMarks(
  { validAt, invalidAt, expiredAt }: Fact,
  { status, isNew, evidence, untrue }: SearchResult,
  { timeZone, now }: BlockOptions,
): string[] {
  const end = invalidAt?.at ?? (status === "superseded" ? expiredAt : null);
  const last = evidence.toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1)).at(-1);
  const day = last === undefined ? null : localDay(last.occurredAt, timeZone);
  const since = validAt === null ? null : localDay(withinDay(validAt), timeZone, validAt.precision);
  return [
    ...(status === "staged" ? ["unverified"] : status === "disputed" ? ["disputed"] : []),
    ...(isNew ? ["new"] : []),
    ...(since === null || since === day
      ? []
      : [`${validAt !== null && validAt.at > now ? "not yet; " : ""}from ${since}`]),
    ...(end === null ? [] : [`until ${localDay(end, timeZone)}`]),
    last === undefined ? "entered by the user" : `${saidBy(last)} ${day}`,
    ...quoted("wrong before", untrue),
  ];
}

function saidBy({ assertedBy }: RecalledEvidence): string {
  if (assertedBy === "user") return "said";
  return assertedBy === "assistant" ? "you said" : `${asLine(assertedBy, NAME_MAX)} said`;
}

/** Creating a formatter costs a hundred times as much as using it. */
const FORMATTERS_MAX = 100;
const formatterFor = cached(FORMATTERS_MAX, (key) => {
  const [timeZone, precision] = key.split(" ");
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    ...(precision === "year" ? {} : { month: "short" }),
    ...(precision === "year" || precision === "month" ? {} : { day: "numeric" }),
  });
});

/** One date format for all languages: it is data for the model and must stay byte-stable. "Since 2019" is no day. */
function localDay(at: Instant, timeZone: string, precision: Precision = "day"): string {
  return formatterFor(`${timeZone} ${precision}`).format(toMs(at));
}
