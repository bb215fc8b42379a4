/** The recall block that a chat message may end with; it is no part of what was said. */
const RECALL_BLOCK = /<memory>.*?<\/memory>/gs;
/** What a prompt puts before a statement: `old (2025-01-02): `, `new: `, `(since 2025-01-02) `. */
const LABEL = /^(?:(?:old|new)(?: \([^()]*\))?:|\([^()]*\b\d{4}\b[^()]*\))\s*/;
/** A date or an instant, in parentheses or bare. */
const ISO_DATE = /\(?\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?\)?/g;

/** A text without its recall block and with single spaces. */
export function spaced(text: string): string {
  return text.replace(RECALL_BLOCK, "").replace(/\s+/g, " ").trim();
}

/** What a statement says, without label, date, mark, capitals and full stop. */
export function bareStatement(text: string): string {
  return spaced(text)
    .replace(LABEL, "")
    .replace(/ \(taken back\)$/, "")
    .toLowerCase()
    .replace(/\.+$/, "");
}

/** A free text without the dates that stand in it. */
export function undated(text: string): string {
  return spaced(spaced(text).replace(ISO_DATE, "")).toLowerCase();
}

/** The words of a text in one row, as scoring compares them: letters and digits of any script. */
export function wordRow(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();
}
