import type { Fact } from "../../domain/model/fact.ts";

/** The text a fact is matched on: its sentence and its expansion. */
export function searchedText({ text, expansion = "" }: Pick<Fact, "text" | "expansion">): string {
  return `${text} ${expansion}`;
}
