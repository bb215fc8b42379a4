import type { Fact } from "./fact.ts";
import { contentWords } from "./language.ts";
import { bagOf, means, shareOf } from "./matching.ts";
import { predicateFamily } from "./predicate.ts";
import { fold, sentences, type Span } from "./text.ts";

/** The user takes back what was said, without a new value. Folded. */
const TAKING_BACK =
  /\b(?:strike|scratch|scrap|struck|bin (?:it|that)|(?:take|took|taking) (?:\w+ ){0,3}(?:back|out|away|off)|forget (?:that|it|the|what|about)|delete|remove|not true|isn't true|wasn't true|untrue|made (?:that|it) up|mixed (?:\w+ ){0,2}up|mis ?heard|misunderstood|half listened|got it wrong|was wrong|there was never|never (?:was|had|said)|don't know when|nimm(?:'s| das| es)? (?:\w+ ){0,3}raus|streich|losch|vergiss|stimmt (?:so |gar )?nicht|verwechselt|verhort|missverstanden|olvid\w+|borra\w*|quita\w*|saca (?:eso|lo)|entendi mal|no es cierto|tampoco iba|me confundi|nunca (?:dijo|fue)|oublie\w*|retire\w*|efface\w*|pas vrai|j'ai confondu|mal compris)\b/;

/** What the user takes back, as an extractor tells it: nothing stands in its place. */
export interface TakenBack {
  subject: string;
  predicate: string;
  text: string;
}

/** Reads a proposal that names a subject and a relation but no object: there is none when something is taken back. */
export function takenBack(proposal: unknown): TakenBack | null {
  if (typeof proposal !== "object" || proposal === null) return null;
  const { subject, predicate, object, text } = proposal as Record<string, unknown>;
  const isMissing = object === undefined || object === null || object === "";
  if (!isMissing || typeof subject !== "string" || typeof predicate !== "string" || typeof text !== "string")
    return null;
  return { subject, predicate, text };
}

/** The sentence that takes something back, nearest to what is said of it; null when no sentence does. */
export function retractingSentence(text: string, { text: told }: TakenBack): Span | null {
  const cued = sentences(text).filter((s) => TAKING_BACK.test(fold(text.slice(s.start, s.end))));
  const share = (span: Span): number => {
    const bag = bagOf(text.slice(span.start, span.end));
    return shareOf(contentWords(told), (word) => means(bag, word));
  };
  return cued.sort((a, b) => share(b) - share(a))[0] ?? null;
}

/** Which of the facts of one subject are meant: those of the relation, the ones best named when there are several. */
export function meantBy(taken: TakenBack, predicate: string, said: string, known: readonly Fact[]): Fact[] {
  const family = predicateFamily(predicate);
  const same = known.filter(
    (fact) => fact.polarity === "positive" && predicateFamily(fact.predicate) === family,
  );
  if (same.length <= 1) return same;
  const bag = bagOf(`${taken.text}\n${said}`);
  const named = same.map((fact) => ({
    fact,
    share: shareOf(contentWords(fact.text), (word) => means(bag, word)),
  }));
  const best = Math.max(...named.map(({ share }) => share));
  const first = named.filter(({ share }) => share === best);
  return first.length === 1 ? first.map(({ fact }) => fact) : [];
}
