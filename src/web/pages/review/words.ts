import { wordsOf } from "../../ui/format.ts";
import type { Item } from "./types.ts";

export const KIND: Record<Item["kind"], string> = {
  dispute: "in doubt",
  closing: "may be over",
  merge: "one or two",
  inferred: "would follow",
  forget: "to forget",
};

/** What is asked, in one line. */
export function titleOf(item: Item): string {
  if (item.kind === "dispute" || item.kind === "closing") return item.fact?.text ?? "A statement";
  if (item.kind === "merge") return item.entities.map(({ name }) => name).join(" and ");
  if (item.kind === "inferred")
    return item.text ?? item.entities.map(({ name }) => name).join(` ${wordsOf(item.predicate ?? "and")} `);
  return item.text;
}

/** What is asked in full, and the two answers to it. */
export function questionOf(item: Item): { question: string; accept: string; reject: string } {
  switch (item.kind) {
    case "dispute":
      return item.against.length === 0
        ? { question: "Does this hold?", accept: "It holds", reject: "It does not" }
        : { question: "Which of these holds?", accept: "The first holds", reject: "The first does not" };
    case "closing":
      return item.reason === "superseded"
        ? { question: "Is this over?", accept: "It is over", reject: "It is still so" }
        : { question: "Was this never so?", accept: "It never was", reject: "It is so" };
    case "merge":
      return { question: "Are these one and the same?", accept: "They are one", reject: "They are two" };
    case "inferred":
      return { question: "Is this so, too?", accept: "It is so", reject: "It is not" };
    case "forget":
      return { question: "Should this be forgotten for good?", accept: "Forget it", reject: "Keep it" };
  }
}

/** Why it is asked. */
const REASON: Record<string, string> = {
  same_name: "They have the same name.",
  shared_alias: "They share another name.",
  contained_name: "One name is part of the other.",
  nickname: "One may be a nickname of the other.",
  misspelling: "One may be a misspelling of the other.",
  role: "One may be the role of the other.",
  near: "What is known of them is alike.",
  asked: "You asked for it.",
};

export const reasonOf = (reason: string): string =>
  REASON[reason] ?? `It follows by the rule "${wordsOf(reason)}".`;
