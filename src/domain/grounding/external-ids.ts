import type { ExternalKey } from "../model/entity.ts";

/**
 * Ids of other systems in a text (PAT-1), each in its canonical form. An id must prove itself by a checksum, a fixed form
 * or an address; capitals with a number ("UTF-8", "COVID-19") are an id only of a project that the user listed, or whose
 * address stands in the same text (F49).
 */
export interface ExternalId extends ExternalKey {
  /** Of the thing with this id. */
  type: string;
  start: number;
  end: number;
}

/** An id form of the user's own: text with `{digits}`, `{letters}` or `{alnum}` in it, such as `TKT-{digits}`. */
export interface IdTemplate {
  system: string;
  template: string;
}

/** Ids taken from one text, in the order they occur. */
const IDS_MAX = 20;
/** Longer addresses hold a session or a search, and name nothing. */
const URL_CHARS_MAX = 200;
/** The type of a thing that neither its id nor the text describes. */
export const RECORD = "record";

const before = "(?<![\\p{L}\\p{N}_])";
const after = "(?![\\p{L}\\p{N}_])";

export function externalIdsIn(text: string, templates: readonly IdTemplate[] = []): ExternalId[] {
  const urls = urlsIn(text);
  const specific = [
    ...urls.flatMap((url) => idInUrl(url) ?? []),
    ...keysOfProjects(text, urls),
    ...matches(text, SERVICE_NOW, ([id, kind = ""]) => ({
      system: "servicenow",
      id,
      type: SERVICE_NOW_TYPES[kind] ?? RECORD,
    })),
    ...matches(text, SALESFORCE, ([id]) => salesforceId(id)),
    ...matches(text, GITHUB, ([id]) => ({ system: "github", id: id.toLowerCase(), type: "issue" })),
    ...matches(text, ISBN_13, ([id]) => isbn(id)),
    ...matches(text, ISBN_10, ([, id = ""]) => isbn(id)),
    ...templates.flatMap(({ system, template }) =>
      matches(text, compileTemplate(template), ([id]) => ({ system, id, type: RECORD })),
    ),
  ];
  return distinct([...specific, ...urls]).slice(0, IDS_MAX);
}

/** The first of overlapping ids stays; an address that holds a known id is that id. */
function distinct(found: ExternalId[]): ExternalId[] {
  const kept: ExternalId[] = [];
  for (const one of found)
    if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  return kept.toSorted((a, b) => a.start - b.start);
}

type Found = Pick<ExternalId, "system" | "id" | "type"> | null;

function matches(text: string, pattern: RegExp, read: (match: RegExpExecArray) => Found): ExternalId[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const found = read(match);
    return found === null ? [] : [{ ...found, start: match.index, end: match.index + match[0].length }];
  });
}

const SERVICE_NOW = new RegExp(`${before}(INC|CHG|PRB|RITM)\\d{7}${after}`, "gu");
const SERVICE_NOW_TYPES: Readonly<Record<string, string>> = {
  INC: "incident",
  CHG: "change",
  PRB: "problem",
  RITM: "request",
};

const GITHUB = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9_.-]{1,100}#\\d{1,9}${after}`,
  "gu",
);

const SALESFORCE = new RegExp(`${before}[A-Za-z0-9]{15}(?:[A-Z0-5]{3})?${after}`, "gu");
/** What a record is, by the key prefix of its id. */
const SALESFORCE_TYPES: Readonly<Record<string, string>> = {
  "001": "account",
  "003": "contact",
  "005": "user",
  "006": "opportunity",
  "00Q": "lead",
  "00T": "task",
  "00U": "event",
  "01t": "product",
  "500": "case",
  "701": "campaign",
  "800": "contract",
  "801": "order",
};

/** As 18 characters: those of 15 differ only by capitals, which a search does not tell apart. */
function salesforceId(given: string): Found {
  const id = given.slice(0, 15);
  const prefix = SALESFORCE_TYPES[id.slice(0, 3)];
  const whole = id + salesforceChecksum(id);
  if (!/\d/.test(id) || !/[A-Za-z]/.test(id)) return null;
  // Without a checksum a known prefix and the reserved zero must tell it from any other row of letters.
  if (given.length === 15 ? prefix === undefined || !/^.{5}0.*[A-Za-z]/.test(id) : given !== whole)
    return null;
  return { system: "salesforce", id: whole, type: prefix ?? RECORD };
}

/** One character for each five of the id: which of them are capitals, as a number in base 32. */
function salesforceChecksum(id: string): string {
  return [0, 5, 10]
    .map((from) => {
      const capitals = Array.from(id.slice(from, from + 5), (letter) => Number(/[A-Z]/.test(letter)));
      return "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[capitals.reduce((sum, bit, n) => sum + bit * 2 ** n, 0)];
    })
    .join("");
}

const ISBN_13 = new RegExp(`${before}97[89](?:[- ]?\\d){10}${after}`, "gu");
/** Every eleventh number has the checksum of ISBN-10: it needs its name before it. */
const ISBN_10 = new RegExp(`${before}ISBN(?:-10)?:? ?(\\d(?:[- ]?\\d){8}[- ]?[\\dX])${after}`, "gu");

function isbn(given: string): Found {
  const id = given.replace(/[- ]/g, "");
  const digits = Array.from(id, (digit) => (digit === "X" ? 10 : Number(digit)));
  if (id.length === 13) return isbnSum(digits) % 10 === 0 ? { system: "isbn", id, type: "book" } : null;
  if (digits.reduce((sum, digit, n) => sum + digit * (10 - n), 0) % 11 !== 0) return null;
  const body = `978${id.slice(0, 9)}`;
  const check = (10 - (isbnSum(Array.from(body, Number)) % 10)) % 10;
  return { system: "isbn", id: `${body}${check}`, type: "book" };
}

function isbnSum(digits: number[]): number {
  return digits.reduce((sum, digit, n) => sum + digit * (n % 2 === 0 ? 1 : 3), 0);
}

const URL_START = /https?:\/\/[^\s<>"'`]{1,2000}/giu;

function urlsIn(text: string): ExternalId[] {
  return matches(text, URL_START, ([given]) => {
    const url = URL.parse(withoutEnd(given));
    if (url === null || url.hostname === "") return null;
    url.username = "";
    url.password = "";
    url.hash = "";
    const id = url.pathname === "/" && url.search === "" ? url.origin : url.href;
    return id.length > URL_CHARS_MAX ? null : { system: "url", id, type: "page" };
  });
}

/** The full stop after an address ends the sentence, and a bracket closes the one around it. */
function withoutEnd(url: string): string {
  let end = url.length;
  while (end > 0 && ".,;:!?)]}*".includes(url[end - 1] ?? "")) end -= 1;
  return url.slice(0, end);
}

const JIRA_URL = /\/browse\/([A-Z][A-Z0-9_]{1,9}-\d{1,9})(?!\w)/;
const GITHUB_URL =
  /^https?:\/\/github\.com\/([\w.-]{1,39}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})(?!\w)/i;

function idInUrl({ id, start, end }: ExternalId): ExternalId | null {
  const issue = GITHUB_URL.exec(id);
  if (issue) {
    const [, repository = "", number = ""] = issue;
    return { system: "github", id: `${repository.toLowerCase()}#${number}`, type: "issue", start, end };
  }
  const key = JIRA_URL.exec(id)?.[1];
  return key === undefined ? null : { system: "jira", id: key, type: "issue", start, end };
}

const KEY = new RegExp(`${before}([A-Z][A-Z0-9_]{1,9})-\\d{1,9}${after}`, "gu");

/** Issue keys of projects whose address the text gives. */
function keysOfProjects(text: string, urls: ExternalId[]): ExternalId[] {
  const projects = new Set(urls.flatMap(({ id }) => JIRA_URL.exec(id)?.[1]?.split("-")[0] ?? []));
  if (projects.size === 0) return [];
  return matches(text, KEY, ([id, project = ""]) =>
    projects.has(project) ? { system: "jira", id, type: "issue" } : null,
  );
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  digits: "[0-9]{1,20}",
  letters: "\\p{L}{1,20}",
  alnum: "[\\p{L}0-9]{1,20}",
};
const PARTS = /\{(digits|letters|alnum)\}|[^{}]/gu;
const SYNTAX = /[\^$\\.*+?()[\]|/]/u;
const TEMPLATE_CHARS_MAX = 60;
const PLACEHOLDERS_MAX = 3;

/** Why a template cannot be used; null if it can. */
export function templateProblem(template: string): string | null {
  const parts = template.match(PARTS) ?? [];
  const isPlaceholder = parts.map((part) => part.length > 2);
  const count = isPlaceholder.filter(Boolean).length;
  if (template.length > TEMPLATE_CHARS_MAX) return `must not exceed ${TEMPLATE_CHARS_MAX} characters`;
  if (parts.join("") !== template) return "may have {digits}, {letters} and {alnum} only";
  if (count === 0 || count > PLACEHOLDERS_MAX) return `must have 1 to ${PLACEHOLDERS_MAX} placeholders`;
  // "{digits}" alone would be every number, and two in a row could be divided in many ways.
  if (!/^\p{L}/u.test(template)) return "must begin with a letter";
  return isPlaceholder.some((is, n) => is && isPlaceholder[n - 1] === true)
    ? "must have text between two placeholders"
    : null;
}

/** From a template without problems. Every part is bounded, so that it takes linear time. */
function compileTemplate(template: string): RegExp {
  const source = template.replace(PARTS, (part, name: string | undefined) =>
    name === undefined ? part.replace(SYNTAX, "\\$&") : (PLACEHOLDERS[name] ?? ""),
  );
  return new RegExp(`${before}${source}${after}`, "gu");
}

type Keyed = { externalKeys: readonly ExternalKey[] };

export function shareId(a: Keyed, b: Keyed): boolean {
  return a.externalKeys.some((one) => b.externalKeys.some((key) => isSameKey(one, key)));
}

/** Two things with different ids in one system are two. */
export function haveDifferentIds(a: Keyed, b: Keyed): boolean {
  return a.externalKeys.some((one) => {
    const others = b.externalKeys.filter(({ system }) => system === one.system);
    return others.length > 0 && !others.some((key) => isSameKey(one, key));
  });
}

export function isSameKey(a: ExternalKey, b: ExternalKey): boolean {
  return a.system === b.system && a.id === b.id;
}
