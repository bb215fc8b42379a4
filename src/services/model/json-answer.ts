import { jsonrepair } from "jsonrepair";
import { isTooDeep } from "../../domain/model/json-shape.ts";

/**
 * JSON out of a model's answer, wherever it stands in it: alone, in a fence, between sentences. Small slips (trailing
 * commas, single quotes, a missing end) are repaired. Of several objects the largest is the answer: the others are
 * examples and drafts. Undefined when there is none, or none that is nested as an answer may be.
 */
export function parseModelJson(content: string): unknown {
  const body = withoutFence(content);
  const whole = parseStrictly(body);
  if (isJson(whole)) return whole;
  const found = largest(objectsIn(body));
  if (found !== undefined) return found;
  return body.startsWith("[") ? parseRepaired(body) : undefined;
}

/** The inside of an answer that is one fence. */
function withoutFence(content: string): string {
  return content
    .replace(/^\s*```[a-z]*\s*/i, "")
    .replace(/```\s*$/, "")
    .trim();
}

/** Braces of prose that are looked at: each may be read to the end of the answer. */
const BRACES_MAX = 32;
/** A missing end is made up only for what begins as JSON does. */
const BEGINS_AS_JSON = /^\{\s*["']/;
/** A form that is talked about, as in "answer with {"turns": [...]}", is no answer. */
const IS_A_FORM = /\.\.\.\s*[\]}]/;

/**
 * Every outermost object that can be read. What begins as JSON and cannot be read is not looked into: a part of an answer
 * must not pass for the whole. A brace of prose may have the answer behind it.
 */
function objectsIn(body: string): object[] {
  const found: object[] = [];
  let braces = 0;
  let at = body.indexOf("{");
  while (at >= 0 && braces < BRACES_MAX) {
    const end = endOfObject(body, at);
    const text = body.slice(at, end ?? undefined);
    const beginsAsJson = BEGINS_AS_JSON.test(text);
    const value = end === null ? beginsAsJson && readUnended(text) : readObject(text);
    if (isObject(value)) found.push(value);
    if (end === null && beginsAsJson) break;
    const isProse = !isObject(value) && !beginsAsJson;
    if (isProse) braces += 1;
    at = body.indexOf("{", isProse ? at + 1 : (end ?? at + 1));
  }
  return found;
}

/** Just behind the brace that closes the one at `start`; null when none does. Braces in strings do not count. */
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

function readObject(text: string): unknown {
  return parseStrictly(text) ?? parseRepaired(text);
}

/** An answer that was cut off, up to where its fence closes. */
function readUnended(text: string): unknown {
  return parseRepaired(text.replace(/\n[^\S\n]*```[\s\S]*$/, ""));
}

/** The later one of two that are as large: the first was a draft. */
function largest(objects: object[]): object | undefined {
  let size = 0;
  let top: object | undefined;
  for (const object of objects) {
    const { length } = JSON.stringify(object);
    if (length < size) continue;
    size = length;
    top = object;
  }
  return top;
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
