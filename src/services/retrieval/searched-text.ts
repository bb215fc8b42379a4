import type { Fact } from "../../domain/model/fact.ts";

/** What a fact may be asked for by: its sentence, and other words for it. */
export function searchedText({ text, expansion = "" }: Pick<Fact, "text" | "expansion">): string {
  return `${text} ${expansion}`;
}
