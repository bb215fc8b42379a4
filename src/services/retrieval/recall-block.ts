import type { Entity } from "../../domain/model/entity.ts";
import type { Episode, RecalledItem } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { spanOf } from "../../domain/model/summary.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import { estimateTokens } from "../../language/text.ts";
import { toMs, type Instant } from "../../domain/model/time.ts";
import { STATE_LINES, type RecallState } from "./recall-state.ts";
import { showsReply } from "./replies.ts";
import type { SearchResult } from "./types.ts";

export interface RecallBlock {
  /** Empty where nothing is to be told. */
  text: string;
  items: RecalledItem[];
  state: RecallState;
}

export interface BlockOptions {
  timeZone: string;
  tokensMax: number;
  itemsMax: number;
  /** What was asked: replies are shown where they speak of it. */
  query?: string | undefined;
  /** What came of the search; `found` when not told. Without a line to tell, `nothing` in its place. */
  state?: RecallState | undefined;
}

/** Longest recalled turn, characters; what was answered gets what the user's words leave of it. */
const TURN_MAX = 240;
/** Longest name of who said it, characters. */
const NAME_MAX = 80;
/** Longest recalled summary, characters: it has the words of several turns. */
const SUMMARY_MAX = 600;
/** An answer cut shorter than this tells nothing. */
const REPLY_MIN = 40;
const REPLY_MAX = 126;
/** Characters from which a fact's quote says most of what its turn says. */
const QUOTE_TELLS = 210;
const FACT_LINE_MAX = 300;
/** Tokens kept back for the block's frame. */
const FRAME_TOKENS = 40;

/**
 * Packs results into the block that rides at the end of the last user message: numbered, dated, marked by status,
 * within a token budget. A turn whose facts are already listed is left out; so is a statement listed before.
 */
export function recallBlock(results: SearchResult[], options: BlockOptions): RecallBlock {
  const items: RecalledItem[] = [];
  const lines: string[] = [];
  let left = options.tokensMax - FRAME_TOKENS;
  const told = new Set<string>();
  const facts = new Set(results.slice(0, options.itemsMax).map(({ id }) => id));
  for (const result of results) {
    if (items.length >= options.itemsMax) break;
    if (isReplaced(result, facts) || repeats(result, told)) continue;
    const line = lineOf(result, items.length + 1, options);
    const tokens = estimateTokens(line) + 1;
    if (tokens > left) continue;
    left -= tokens;
    lines.push(line);
    items.push(toItem(result, items.length + 1));
    note(result, told);
  }
  const state = stateOf(options.state ?? "found", items.length);
  return { text: framed([STATE_LINES[state] ?? [], lines].flat()), items, state };
}

/** A block without memories. */
export function emptyBlock(state: RecallState): RecallBlock {
  return { text: framed([STATE_LINES[state] ?? []].flat()), items: [], state };
}

export function framed(lines: string[]): string {
  return lines.length === 0 ? "" : `<memory>\n${lines.join("\n")}\n</memory>`;
}

/** The same block with a line about what the memory itself did. */
export function withNote(block: RecallBlock, note: string): RecallBlock {
  const line = `(${note})`;
  const text =
    block.text === "" ? framed([line]) : block.text.replace(/\n<\/memory>$/, `\n${line}\n</memory>`);
  return { ...block, text };
}

function stateOf(state: RecallState, found: number): RecallState {
  return found === 0 && (state === "found" || state === "weak") ? "nothing" : state;
}

/** Another line tells what holds now: a newer statement's, or that of a fact which took the place of all it said. */
function isReplaced({ components, over }: SearchResult, facts: ReadonlySet<string>): boolean {
  return components.shadowed !== undefined || (over?.newer.some((id) => facts.has(id)) ?? false);
}

function repeats(result: SearchResult, told: Set<string>): boolean {
  if (result.kind === "episode") return told.has(`episode:${result.id}`);
  const { summaryBasis } = result.item as Partial<Entity>;
  if (result.kind === "entity" && summaryBasis?.factIds.every((id) => told.has(`fact:${id}`))) return true;
  return told.has(result.text);
}

function note(result: SearchResult, told: Set<string>): void {
  told.add(result.text);
  if (result.kind !== "fact") return;
  told.add(`fact:${result.id}`);
  for (const evidence of result.evidence) {
    if (evidence.quote.length > QUOTE_TELLS) told.add(`episode:${evidence.episodeId}`);
  }
}

function toItem(result: SearchResult, n: number): RecalledItem {
  const { kind, id, text, score, components, evidence, over, isOutdated } = result;
  const status = over !== undefined || isOutdated ? "superseded" : result.status;
  return { n, kind, id, text, status, score, components, evidence };
}

function lineOf(result: SearchResult, n: number, { timeZone, query }: BlockOptions): string {
  if (result.kind === "episode") {
    const episode = result.item as Episode;
    const span = spanOf(episode);
    if (span) {
      const days = `${localDay(span.from, timeZone)} to ${localDay(span.to, timeZone)}`;
      return `[${n}] (summary of ${episode.sourceCount} turns; ${days}) ${asLine(episode.userMessage, SUMMARY_MAX)}`;
    }
    const said = asLine(episode.userMessage, TURN_MAX);
    const user = `${asLine(episode.speaker ?? "user", NAME_MAX)}: "${said}"`;
    const room = Math.min(REPLY_MAX, TURN_MAX - said.length);
    const reply =
      episode.assistantReply && room >= REPLY_MIN && (query === undefined || showsReply(result, query))
        ? ` assistant: "${asLine(episode.assistantReply, room)}"`
        : "";
    const day = localDay(episode.occurredAt, timeZone);
    const when = result.over === undefined ? day : `said ${day}; no longer so`;
    return `[${n}] (${when}) ${user}${reply}`;
  }
  const marks = label(result, timeZone);
  if (result.kind === "entity" || result.kind === "community")
    return `[${n}] (${marks}) ${asLine(result.text, FACT_LINE_MAX)}`;
  return `[${n}] (${marks}; ${saidBy(result, timeZone)}) ${asLine(result.text, FACT_LINE_MAX)}`;
}

/** What is over says until when it was true: the words of the store mean nothing to a model. */
function label({ status, isNew, item }: SearchResult, timeZone: string): string {
  const { invalidAt, expiredAt } = item as Partial<Fact>;
  const end = invalidAt?.at ?? expiredAt;
  if (status === "superseded") return end ? `true until ${localDay(end, timeZone)}` : "no longer true";
  const known = status === "staged" ? "unverified" : status;
  return isNew ? `${known}, new` : known;
}

function saidBy(result: SearchResult, timeZone: string): string {
  const last = [...result.evidence].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1)).at(-1);
  if (!last) return "entered by the user";
  const who = last.assertedBy === "assistant" ? "I told you" : `${asLine(last.assertedBy, NAME_MAX)} said so`;
  return `${who} on ${localDay(last.occurredAt, timeZone)}`;
}

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
}

/** One date format for all languages: it is data for the model, and stays byte-stable. */
function localDay(at: Instant, timeZone: string): string {
  return formatterFor(timeZone).format(toMs(at));
}
