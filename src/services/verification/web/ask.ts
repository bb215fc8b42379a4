import { z } from "zod";
import { namesOf, type Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { contentWords } from "../../../language/stems.ts";
import { wordIndexOf, hasWord, shareOf } from "../../../domain/grounding/matching.ts";
import { asLine } from "../../../domain/model/prompt-data.ts";
import { clip } from "../../../language/text.ts";
import type { Ballot } from "../../../domain/model/trace.ts";
import type { ModelMessage } from "../../../ports/chat-model.ts";
import type { WebResult } from "../../../ports/web-search.ts";
import { atMost, exactly, integer, numbered, object, readNumbered } from "../../model/response-schema.ts";

/** A claim and its web search results. */
export interface SearchedClaim {
  claim: Fact;
  results: WebResult[];
}

/** Maximum length of a query, characters. */
const QUERY_CHARS_MAX = 200;

/** The search query: the claim's own sentence, on one line and without control characters. */
export function queryOf(claim: Fact): string {
  const line = claim.text.replace(/[\s\p{Cc}\p{Cf}"“”„«»<>|]+/gu, " ").trim();
  return clip(line, QUERY_CHARS_MAX).replace(/(?<![.…])[.…]+$/, "");
}

export function webMessage(looked: readonly SearchedClaim[]): ModelMessage {
  const parts = looked.map(({ claim, results }, at) => {
    const lines = results.map(
      ({ title, url, snippet }, n) =>
        `${n + 1}. ${asLine(`${new URL(url).hostname} | ${title} | ${snippet}`)}`,
    );
    const claimed = `<claim n="${at + 1}">\n${asLine(claim.text)}\n</claim>`;
    return `${claimed}\n<results n="${at + 1}">\n${lines.join("\n")}\n</results>`;
  });
  return { role: "user", content: parts.join("\n\n") };
}

export function webSchema(count: number): Record<string, unknown> {
  const item = numbered({
    results: atMost(8, integer),
    verdict: { enum: ["supported", "contradicted", "unclear"] },
  });
  return object({ verdicts: exactly(count, item) });
}

const VERDICT = {
  results: z.array(z.int().positive()).catch([]),
  verdict: z.enum(["supported", "contradicted", "unclear"]),
};

/** Number of different sites that must confirm a claim before it is believed. */
const HOSTS_MIN = 2;

/**
 * The model's valid verdicts, by claim; null if the answer is invalid. Only results that actually mention the subject of the claim
 * can support a verdict: a page that merely instructs its reader how to answer counts for nothing.
 */
export function readWebVerdicts(
  json: unknown,
  looked: readonly SearchedClaim[],
  entities: Map<string, Entity>,
): Record<string, Ballot> | null {
  const read = readNumbered(json, "verdicts", VERDICT, looked);
  if (read === null) return null;
  const ballots = new Map<string, Ballot>(looked.map(({ claim }) => [claim.id, "unclear"]));
  for (const { item, answer } of read)
    ballots.set(item.claim.id, weighed(item, answer.results, answer.verdict, entities));
  return Object.fromEntries(ballots);
}

function weighed(
  { claim, results }: SearchedClaim,
  chosen: number[],
  verdict: "supported" | "contradicted" | "unclear",
  entities: Map<string, Entity>,
): Ballot {
  const pages = chosen.flatMap((n) => results[n - 1] ?? []);
  const subject = entities.get(claim.subjectId);
  const about = pages.filter((page) => speaksOf(page, subject ? namesOf(subject) : []));
  if (verdict === "contradicted") return about.length > 0 ? "against" : "unclear";
  if (verdict !== "supported") return "unclear";
  const bearing = about.filter((page) => speaksOf(page, objectOf(claim, entities)));
  return new Set(bearing.map(({ url }) => siteOf(url))).size >= HOSTS_MIN ? "for" : "unclear";
}

function objectOf(claim: Fact, entities: Map<string, Entity>): string[] {
  if (claim.objectId === null) return [claim.value ?? ""];
  const object = entities.get(claim.objectId);
  return object ? namesOf(object) : [];
}

/** Minimum share of a name's or value's words that a page must contain. */
const SPEAKS_MIN = 0.5;

function speaksOf({ title, snippet }: WebResult, names: string[]): boolean {
  const index = wordIndexOf(`${title} ${snippet}`);
  return names.some((name) => {
    const wanted = contentWords(name);
    return wanted.length > 0 && shareOf(wanted, (word) => hasWord(index, word)) >= SPEAKS_MIN;
  });
}

/** Hosts of one owner count once: "en.wikipedia.org" and "de.wikipedia.org", "www.bbc.co.uk" and "news.bbc.co.uk". */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  if (/^[\d.]+$|^\[/.test(hostname)) return hostname;
  const labels = hostname.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  const ownLabels = top.length === 2 && second.length <= 3 ? 3 : 2;
  return labels.slice(-ownLabels).join(".");
}
