import { jsonrepair } from "jsonrepair";
import { isTooDeep } from "../../domain/model/json-shape.ts";

/**
 * Extracts JSON from a model's answer, wherever it is: alone, in a fence, between sentences. Small errors (trailing
 * commas, single quotes, a missing end) are repaired, JSON in a string is unpacked. Of several objects, the largest is the answer: the others are
 * examples and drafts. Undefined if there is none, or if all exceed the allowed nesting.
 */
export function parseModelJson(content: string): unknown {
  const body = withoutFence(content);
  const whole = parseStrictly(body);
  if (isJson(whole)) return whole;
  if (typeof whole === "string") return parseModelJson(whole);
  const found = largest(objectsIn(body));
  if (found !== undefined) return found;
  return body.startsWith("[") ? parseRepaired(body) : undefined;
}

/** The content of an answer that is a single fence. */
function withoutFence(content: string): string {
  return content
    .replace(/^\s*```[a-z]*\s*/i, "")
    .replace(/```\s*$/, "")
    .trim();
}

/** Braces in prose that are tried: each may be read to the end of the answer. */
const BRACES_MAX = 32;
/** A missing end is repaired only for text that begins like JSON. */
const BEGINS_AS_JSON = /^\{\s*["']/;
/** A template under discussion, as in "answer with {"turns": [...]}", is not an answer. */
const IS_A_FORM = /\.\.\.\s*[\]}]/;

/**
 * Every readable outermost object. Unreadable text that begins like JSON is not searched for inner objects: part of an
 * answer must not pass for the whole. The answer may follow a brace in prose.
 */
function objectsIn(body: string): object[] {
  const found: object[] = [];
  let braces = 0;
  let at = body.indexOf("{");
  while (at >= 0 && braces < BRACES_MAX) {
    const end = endOfObject(body, at);
    const text = body.slice(at, end ?? undefined);
    const beginsAsJson = BEGINS_AS_JSON.test(text);
    const value =
      end === null ? beginsAsJson && readUnended(text) : (parseStrictly(text) ?? parseRepaired(text));
    if (isObject(value)) found.push(value);
    if (end === null && beginsAsJson) break;
    const isProse = !isObject(value) && !beginsAsJson;
    if (isProse) braces += 1;
    at = body.indexOf("{", isProse ? at + 1 : (end ?? at + 1));
  }
  return found;
}

/** Index after the brace that closes the one at `start`; null if unclosed. Braces in strings do not count. */
function endOfObject(body: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < body.length; at++) {
    const char = body[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}

/** A truncated answer, up to its closing fence. */
function readUnended(text: string): unknown {
  return parseRepaired(text.replace(/\n[^\S\n]*```[\s\S]*$/, ""));
}

/** Of equally large ones, the later: the first was a draft. */
function largest(objects: object[]): object | undefined {
  const sized = objects.map((object) => ({ object, size: JSON.stringify(object).length }));
  return sized.toSorted((one, other) => one.size - other.size).at(-1)?.object;
}

function parseStrictly(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseRepaired(text: string): unknown {
  if (IS_A_FORM.test(text) || isTooDeep(text)) return undefined;
  try {
    return parseStrictly(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function isJson(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is object {
  return isJson(value) && !Array.isArray(value);
}
