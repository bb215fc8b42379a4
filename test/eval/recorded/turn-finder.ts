import { spaced } from "./normalise.ts";

/** What a turn shows in place of words that were forgotten or said off the record. */
const GAP = /\[forgotten\]|\[off the record\]/;
/** Fewer characters than these beside a gap would fit many turns. */
const AROUND_GAP_CHARS_MIN = 8;
/** Shorter texts are not known by a part of them. */
const PART_CHARS_MIN = 40;

/** Finds a turn's id by the user's words: all of them, those around a gap, or a long part. */
export function turnFinder(turns: ReadonlyMap<string, string>): (words: string) => string | null {
  const ids = new Map<string, string>();
  for (const [id, words] of turns) if (!ids.has(spaced(words))) ids.set(spaced(words), id);
  return (said) => {
    const text = spaced(said);
    return ids.get(text) ?? aroundGaps(ids, text) ?? byPart(ids, text);
  };
}

/** Only when a single turn fits. */
function aroundGaps(ids: ReadonlyMap<string, string>, text: string): string | null {
  const parts = text.split(GAP).map((part) => part.trim());
  if (parts.length < 2 || parts.join("").length < AROUND_GAP_CHARS_MIN) return null;
  const found = [...ids].filter(([words]) => consistsOf(words, parts));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** Whether a text begins with the first part, ends with the last, and has the others in their order between. */
function consistsOf(text: string, parts: string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop() ?? "";
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.startsWith(first) && text.endsWith(last) && from + last.length <= text.length;
}

function byPart(ids: ReadonlyMap<string, string>, text: string): string | null {
  if (text.length <= PART_CHARS_MIN) return null;
  for (const [words, id] of ids) if (words.includes(text) || text.includes(words)) return id;
  return null;
}
