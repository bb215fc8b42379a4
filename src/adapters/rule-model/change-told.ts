import type { ChangeKind } from "../../domain/fact.ts";
import { sentenceAround } from "../../domain/clauses.ts";
import { words, type Span } from "../../domain/text.ts";

/** Words that take an earlier statement for wrong, folded: English, German, French, Spanish. */
const CORRECTING = new Set(
  "actually correction meant wrong korrektur sondern meinte falsch plutot erreur voulais sino correccion error".split(
    " ",
  ),
);
/** Words that tell a change of the world. */
const UPDATING = new Set(
  "now moved switched changed longer jetzt umgezogen gewechselt inzwischen maintenant demenage desormais ahora mude mudo ya".split(
    " ",
  ),
);

/** What the sentence around a span says of earlier statements, by its plainest words; null when it has none of them. */
export function changeTold(text: string, span: Span): ChangeKind | null {
  const { start, end } = sentenceAround(text, span);
  const said = words(text.slice(start, end));
  if (said.some((word) => CORRECTING.has(word))) return "correction";
  return said.some((word) => UPDATING.has(word)) ? "update" : null;
}
