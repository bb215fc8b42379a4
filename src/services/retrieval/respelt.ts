import { formsIn, type Forms } from "../../language/forms.ts";
import { slipsOf } from "../../language/slips.ts";
import { tokens, words } from "../../language/text.ts";
import type { SearchContext } from "./lanes.ts";
import { describe, readMemories } from "./memory-items.ts";
import type { SearchResult } from "./types.ts";

/** A question with more words that memory does not have is about something else. */
const UNKNOWN_MAX = 2;
/** Memories read to see which spelling they have. */
const HITS_MAX = 3;

/**
 * The question with its misspelt words as memory spells them. A word is misspelt if no result has it, no fact or entity does, and
 * one of them has a word that is a slip of the finger away. Null if there is none.
 */
export async function respelt(
  context: SearchContext,
  results: readonly SearchResult[],
): Promise<string | null> {
  const { request, query } = context;
  const forms = formsIn(query.language);
  const found = formsOf(
    results.flatMap(({ text }) => words(text)),
    forms,
  );
  const unknown = query.tellingTerms.filter((word) => formsOf([word], forms).isDisjointFrom(found));
  if (unknown.length > UNKNOWN_MAX) return null;
  const known = new Map<string, string>();
  await Promise.all(
    unknown.map(async (word) => {
      const spelling = await knownSpelling(context, word, forms);
      if (spelling !== undefined) known.set(word, spelling);
    }),
  );
  if (known.size === 0) return null;
  return tokens(request.query).reduceRight(
    (text, { word, start, end }) =>
      text.slice(0, start) + (known.get(word) ?? text.slice(start, end)) + text.slice(end),
    request.query,
  );
}

async function knownSpelling(
  { user, statuses, now }: SearchContext,
  word: string,
  forms: Forms,
): Promise<string | undefined> {
  const slips = slipsOf(word);
  if (slips.length === 0) return undefined;
  const kinds: ("fact" | "entity")[] = ["fact", "entity"];
  const hits = await user.search({ terms: [word, ...slips], kinds, statuses, limit: HITS_MAX });
  const named = kinds.flatMap((kind) =>
    hits.filter((hit) => hit.kind === kind).map(({ id }) => ({ kind, id })),
  );
  const read = await readMemories(user, named, now);
  const there = new Set(read.flatMap((memory) => words(describe(memory).text)));
  const isThere = !formsOf([word], forms).isDisjointFrom(formsOf(there, forms));
  return isThere ? undefined : slips.find((slip) => there.has(slip));
}

function formsOf(some: Iterable<string>, forms: Forms): Set<string> {
  return new Set([...some].flatMap(forms));
}
