import { isDenial } from "./cues.ts";
import { locateEvidence, type Located } from "./evidence.ts";
import { contentWords } from "./language.ts";
import { bagOf, means, shareOf } from "./matching.ts";
import { predicateFamily } from "./predicate.ts";
import { SELF_NAME, type FactProposal } from "./proposal.ts";
import { sentenceAround } from "./clauses.ts";
import { words } from "./text.ts";

/** How much better one of two statements must be carried to be taken alone. */
const MARGIN = 0.08;

/**
 * Proposals of one turn that cannot stand beside a better one of the same turn: the same said of two namesakes, said
 * and denied, or said twice in other words. The words of the turn decide which of the two is meant.
 */
export function outdone(
  turn: { userMessage: string; assistantReply: string | null },
  facts: readonly FactProposal[],
): Map<FactProposal, "wrong_subject" | "negation_lost" | "duplicate"> {
  const lost = new Map<FactProposal, "wrong_subject" | "negation_lost" | "duplicate">();
  const said = bagOf(turn.userMessage);
  const carried = new Map(facts.map((fact) => [fact, shareOf(contentWords(fact.text), (word) => means(said, word))]));
  const share = (fact: FactProposal): number => carried.get(fact) ?? 0;
  for (const [n, a] of facts.entries()) {
    for (const b of facts.slice(n + 1)) {
      if (lost.has(a) || lost.has(b) || !sameWords(a.object, b.object)) continue;
      if (a.polarity !== b.polarity) {
        if (sameWords(a.subject, b.subject) && sameFamily(a, b)) {
          const positive = a.polarity === "positive" ? a : b;
          const denied = deniedIn(turn, positive, a === positive ? b : a);
          if (denied) lost.set(positive, "negation_lost");
        }
      } else if (sameWords(a.subject, b.subject)) {
        if (sameEvidence(turn, a, b) && saysSame(a, b)) lost.set(b, "duplicate");
      } else if (areNamesakes(a, b) && Math.abs(share(a) - share(b)) >= MARGIN) {
        lost.set(share(a) < share(b) ? a : b, "wrong_subject");
      }
    }
  }
  return lost;
}

function sameFamily(a: FactProposal, b: FactProposal): boolean {
  return predicateFamily(a.predicate) === predicateFamily(b.predicate);
}

function sameWords(a: string, b: string): boolean {
  return words(a).join(" ") === words(b).join(" ");
}

/** "Owen" and "Owen Bright", "Tom" and "Tom (the brother)": names that share a word. */
function areNamesakes(a: FactProposal, b: FactProposal): boolean {
  if (a.subject === SELF_NAME || b.subject === SELF_NAME) return false;
  const names = new Set(contentWords(a.subject));
  return contentWords(b.subject).some((word) => names.has(word));
}

/** Share of the words of the shorter sentence from which two say the same. */
const SAME_MIN = 0.75;

function saysSame(a: FactProposal, b: FactProposal): boolean {
  const [few, many] = [a, b].sort((x, y) => contentWords(x.text).length - contentWords(y.text).length);
  if (!few || !many) return false;
  const bag = bagOf(`${many.text} ${many.predicate}`);
  return shareOf(contentWords(few.text), (word) => means(bag, word)) >= SAME_MIN;
}

type Turn = { userMessage: string; assistantReply: string | null };

function sameEvidence(turn: Turn, a: FactProposal, b: FactProposal): boolean {
  const [one, other] = [locateEvidence(turn, a), locateEvidence(turn, b)];
  return one !== null && other !== null && one.start < other.end && other.start < one.end;
}

function deniedIn(turn: Turn, positive: FactProposal, negative: FactProposal): boolean {
  const at = [positive, negative].flatMap((fact) => locateEvidence(turn, fact) ?? []);
  return at.some((one: Located) => {
    const { start, end } = sentenceAround(turn.userMessage, one);
    return isDenial(turn.userMessage.slice(start, end)) || isDenial(nextOf(turn.userMessage, end));
  });
}

function nextOf(text: string, end: number): string {
  return text.slice(end).split(/(?<=[.!?])\s/)[1] ?? text.slice(end, end + 60);
}
