import type { ReviewItem } from "#client";
import { toYou } from "../../../language/second-person.ts";
import { wordsOf } from "../../ui/format.ts";
import { locale, t } from "../../language/text.ts";

export type Item = ReviewItem;
export type ItemOf<Kind extends Item["kind"]> = Extract<Item, { kind: Kind }>;

export const KIND: Record<Item["kind"], string> = {
  dispute: t("in doubt"),
  closing: t("may be over"),
  merge: t("same person?"),
  inferred: t("suggested"),
  insight: t("noticed"),
  forget: t("to forget"),
};

/** What is asked, in one line. */
export function titleOf(item: Item): string {
  if (item.kind === "dispute" || item.kind === "closing") return toYou(item.fact?.text ?? t("A statement"));
  if (item.kind === "merge") return new Intl.ListFormat(locale).format(item.entities.map(({ name }) => name));
  if (item.kind === "inferred")
    return item.text !== null
      ? toYou(item.text)
      : item.entities
          .map(({ name }) => name)
          .join(item.predicate === null ? " & " : ` ${wordsOf(item.predicate)} `);
  return toYou(item.text);
}

/** What is asked in full, and the two answers to it. */
export function questionOf(item: Item): { question: string; accept: string; reject: string } {
  switch (item.kind) {
    case "dispute":
      return item.against.length === 0
        ? { question: t("Is this true?"), accept: t("It is true"), reject: t("It is not true") }
        : { question: t("Which of these is true?"), accept: t("The first"), reject: t("Not the first") };
    case "closing":
      return item.reason === "superseded"
        ? { question: t("Is this over?"), accept: t("It is over"), reject: t("It is still true") }
        : { question: t("Was this never true?"), accept: t("It never was"), reject: t("It is true") };
    case "merge":
      return { question: t("Are these the same?"), accept: t("Same: merge"), reject: t("Different") };
    case "inferred":
      return { question: t("Is this true, too?"), accept: t("It is true"), reject: t("It is not true") };
    case "insight":
      return { question: t("Is this useful to know?"), accept: t("Useful"), reject: t("Not useful") };
    case "forget":
      return { question: t("Forget this for good?"), accept: t("Forget it"), reject: t("Keep it") };
  }
}

/** The two answers to many at once. */
export const ALL: Record<Exclude<Item["kind"], "forget">, { accept: string; reject: string }> = {
  dispute: { accept: t("The first of each is true"), reject: t("The first of each is not true") },
  closing: { accept: t("All are over"), reject: t("All are still true") },
  merge: { accept: t("Each pair is the same"), reject: t("Each pair is two") },
  inferred: { accept: t("All are true"), reject: t("None is true") },
  insight: { accept: t("All are useful"), reject: t("None is useful") },
};

/** Why it is asked. */
const REASON: Record<string, string> = {
  same_name: t("They have the same name."),
  shared_alias: t("They share another name."),
  contained_name: t("One name is part of the other."),
  nickname: t("One may be a nickname of the other."),
  misspelling: t("One may be a misspelling of the other."),
  role: t("One may be the role of the other."),
  near: t("Much the same is known about both."),
  asked: t("You asked for it."),
};

export const reasonOf = (reason: string): string =>
  REASON[reason] ?? t('It follows by the rule "{rule}".', { rule: wordsOf(reason) });
