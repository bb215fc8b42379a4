import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { DataError, readLines } from "../files.ts";
import { keyOf, type Question } from "./question.ts";

/** Questions that nobody has answered yet, for the person or model who will. */
export interface UnknownQuestions {
  /** Keeps a question once, however often it is asked. */
  add(question: Question): void;
  /** By kind, in the order of their first question. */
  counts(): Map<string, number>;
}

/** Writes them to a file, one a line; the file of an earlier run is replaced with the first of them. */
export function unknownQuestions(file: string): UnknownQuestions {
  const keys = new Set<string>();
  const counts = new Map<string, number>();
  return {
    add(question) {
      const key = keyOf(question);
      if (keys.has(key)) return;
      if (keys.size === 0) empty(file);
      keys.add(key);
      counts.set(question.kind, (counts.get(question.kind) ?? 0) + 1);
      appendFileSync(file, `${JSON.stringify(question)}\n`);
    },
    counts: () => counts,
  };
}

function empty(file: string): void {
  if (existsSync(file) && readLines<object>(file).some((line) => "answer" in line))
    throw new DataError(`${file} holds answers: move them to the recordings first`);
  writeFileSync(file, "");
}
