import { wordsOf } from "../../ui/format.ts";
import type { Item } from "./types.ts";

export const KIND: Record<Item["kind"], string> = {
  dispute: "in doubt",
  merge: "one or two",
  inferred: "would follow",
  forget: "to forget",
};

/** What is asked, in one line. */
export function titleOf(item: Item): string {
  if (item.kind === "dispute") return item.fact?.text ?? "A statement";
  if (item.kind === "merge") return item.entities.map(({ name }) => name).join(" and ");
  if (item.kind === "inferred")
    return item.text ?? item.entities.map(({ name }) => name).join(` ${wordsOf(item.predicate ?? "and")} `);
  return item.text;
}

export const QUESTION: Record<Item["kind"], string> = {
  dispute: "Which of these holds?",
  merge: "Are these one and the same?",
  inferred: "Is this so, too?",
  forget: "Should this be forgotten for good?",
};

export const ACTS: Record<Item["kind"], { accept: string; reject: string }> = {
  dispute: { accept: "The first holds", reject: "The first does not" },
  merge: { accept: "They are one", reject: "They are two" },
  inferred: { accept: "It is so", reject: "It is not" },
  forget: { accept: "Forget it", reject: "Keep it" },
};

/** Why it is asked. */
export const REASON: Record<string, string> = {
  same_name: "They have the same name.",
  shared_alias: "They share another name.",
  contained_name: "One name is part of the other.",
  nickname: "One may be a nickname of the other.",
  misspelling: "One may be a misspelling of the other.",
  role: "One may be the role of the other.",
  asked: "You asked for it.",
};

export const reasonOf = (reason: string): string => REASON[reason] ?? `It follows by the rule "${wordsOf(reason)}".`;
