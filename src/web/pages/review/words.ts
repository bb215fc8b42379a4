import { toYou } from "../../ui/second-person.ts";
import { wordsOf } from "../../ui/format.ts";
import type { Item } from "./types.ts";

export const KIND: Record<Item["kind"], string> = {
  dispute: "in doubt",
  closing: "may be over",
  merge: "same person?",
  inferred: "suggested",
  insight: "noticed",
  forget: "to forget",
};

/** What is asked, in one line. */
export function titleOf(item: Item): string {
  if (item.kind === "dispute" || item.kind === "closing") return toYou(item.fact?.text ?? "A statement");
  if (item.kind === "merge") return item.entities.map(({ name }) => name).join(" and ");
  if (item.kind === "inferred")
    return item.text !== null
      ? toYou(item.text)
      : item.entities.map(({ name }) => name).join(` ${wordsOf(item.predicate ?? "and")} `);
  return toYou(item.text);
}

/** What is asked in full, and the two answers to it. */
export function questionOf(item: Item): { question: string; accept: string; reject: string } {
  switch (item.kind) {
    case "dispute":
      return item.against.length === 0
        ? { question: "Is this true?", accept: "It is true", reject: "It is not true" }
        : { question: "Which of these is true?", accept: "The first", reject: "Not the first" };
    case "closing":
      return item.reason === "superseded"
        ? { question: "Is this over?", accept: "It is over", reject: "It is still true" }
        : { question: "Was this never true?", accept: "It never was", reject: "It is true" };
    case "merge":
      return { question: "Are these the same?", accept: "Same: merge", reject: "Different" };
    case "inferred":
      return { question: "Is this true, too?", accept: "It is true", reject: "It is not true" };
    case "insight":
      return { question: "Is this useful to know?", accept: "Useful", reject: "Not useful" };
    case "forget":
      return { question: "Forget this for good?", accept: "Forget it", reject: "Keep it" };
  }
}

/** The two answers to many at once. */
export const ALL: Record<Exclude<Item["kind"], "forget">, { accept: string; reject: string }> = {
  dispute: { accept: "The first of each is true", reject: "The first of each is not true" },
  closing: { accept: "All are over", reject: "All are still true" },
  merge: { accept: "Each pair is the same", reject: "Each pair is two" },
  inferred: { accept: "All are true", reject: "None is true" },
  insight: { accept: "All are useful", reject: "None is useful" },
};

/** Why it is asked. */
const REASON: Record<string, string> = {
  same_name: "They have the same name.",
  shared_alias: "They share another name.",
  contained_name: "One name is part of the other.",
  nickname: "One may be a nickname of the other.",
  misspelling: "One may be a misspelling of the other.",
  role: "One may be the role of the other.",
  near: "Much the same is known about both.",
  asked: "You asked for it.",
};

export const reasonOf = (reason: string): string =>
  REASON[reason] ?? `It follows by the rule "${wordsOf(reason)}".`;
