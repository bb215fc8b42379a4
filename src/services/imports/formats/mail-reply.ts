/**
 * The words a mail's sender wrote: without the quoted mail it answers, and without a signature. Found by form alone,
 * since every mail program phrases its headings differently.
 */
export function withoutQuotes(text: string, subject: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  const end = lines.findIndex((_line, at) => beginsOriginal(lines, at, baseSubject(subject)));
  const own = end < 0 ? lines : lines.slice(0, withoutRule(lines, end));
  const kept: string[] = [];
  let isQuote = false;
  for (const line of own) {
    if (QUOTED.test(line)) {
      if (!isQuote) dropAttribution(kept);
      isQuote = true;
    } else {
      if (line === SIGNATURE) break;
      kept.push(line);
      isQuote = isQuote && line.trim() === "";
    }
  }
  return kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const QUOTED = /^\s{0,3}>/;
/** RFC 3676, section 4.3. */
const SIGNATURE = "-- ";
/** `On Tue, 12 Mar 2024, Mia <mia@example.org> wrote:` may be wrapped. */
const ATTRIBUTION_LINES_MAX = 3;
const LINE_CHARS_MAX = 300;

/** Removes the paragraph that introduces a quote: it ends with a colon, and names a date or an address. */
function dropAttribution(kept: string[]): void {
  let end = kept.length;
  while (end > 0 && kept[end - 1]?.trim() === "") end--;
  let start = end;
  while (start > 0 && end - start < ATTRIBUTION_LINES_MAX && kept[start - 1]?.trim() !== "") start--;
  // A longer paragraph is the sender's own; its last line alone may introduce the quote.
  if (start > 0 && kept[start - 1]?.trim() !== "") start = end - 1;
  const words = kept.slice(start, end).join(" ").trim();
  if (/[::]$/.test(words) && /[\d@]/.test(words)) kept.length = start;
}

/** Fewest lines of a copied header. */
const HEADER_LINES_MIN = 3;
const FIELD = /^[\s*>]*[^\s:*][^:]{0,30}[::]\*?(?:\s|$)/;

/** Whether a copied header starts here: lines `Name: value`, one of which has this mail's own subject. */
function beginsOriginal(lines: readonly string[], at: number, subject: string): boolean {
  if (subject === "" || !isField(lines[at]) || isField(lines[at - 1])) return false;
  let end = at;
  while (isField(lines[end])) end++;
  const fields = lines.slice(at, end);
  return (
    fields.length >= HEADER_LINES_MIN &&
    fields.some((line) => baseSubject(line.slice(line.search(/[::]/) + 1).replace(/^\*/, "")) === subject)
  );
}

function isField(line: string | undefined): boolean {
  return line !== undefined && line.length <= LINE_CHARS_MAX && FIELD.test(line);
}

/** Without `Re:`, `AW:`, `Fwd:` and the like, in any language. */
function baseSubject(subject: string): string {
  return subject
    .replace(/^(?:\s*\p{L}{1,5}(?:\[\d+\])?\s?[::])+/u, "")
    .trim()
    .toLowerCase();
}

/** The line of a horizontal rule or `--- Original ---` before the copied header; else the header's own line. */
function withoutRule(lines: readonly string[], header: number): number {
  let above = header - 1;
  while (above > 0 && lines[above]?.trim() === "") above--;
  return /^\s*[-_]{3,}/.test(lines[above] ?? "") ? above : header;
}
