import type { ChangeKind } from "./fact.ts";
import { predicateFamily } from "./predicate.ts";
import type { FactProposal } from "./proposal.ts";
import { fold, sentences, type Span } from "./text.ts";

/** Cues that the user takes an earlier statement for wrong, folded. */
const CORRECTION =
  /\b(?:i meant|i mean(?:t)? to say|i misspoke|misremembered|correction|i was wrong|that(?:'s| is| was) (?:wrong|not right|incorrect)|got (?:that|it) wrong|my mistake|my bad|scratch that|it(?:'s| is) actually|was never|never was|were never|turns out|and not|always (?:was|has been)|told you wrong|, i (?:told you|said|wrote) |i said [^.;]{1,40}, wrong|i (?:told you|said|wrote)\b[^.;]{1,60}\b(?:it's|it is|he's|she's)|corrections?\b|(?:isn't|is not|wasn't|aren't) [^.;]{1,50}, (?:it's|he's|she's|they're|it is|he is|she is)|\d+,? not \d+|ich meinte|falsch (?:gesagt|angesagt|geschrieben)|korrektur|stimmt (?:so )?nicht|war falsch|habe mich (?:vertan|geirrt)|verwechselt|je voulais dire|je me suis trompee?|je t'ai mal dit|c'etait faux|rectification|quise decir|te dije mal|me equivoque|era falso|correccion)\b|^(?:no|nein|non),|^actually\b.*\bnot\b|\bnot\b[^.;]{1,60}\bbut\b|\bnicht\b[^.;]{1,60}\bsondern\b|, (?:not|nicht|no|pas) [^,.;]{1,30}(?:[.!]?$|[,;])|\bno (\p{L}+) [^,.;]{1,40}, (?:sino|\1) |\bno \p{L}+ [^.;,]{1,40}, (?:es|son|era) /u;
/** Cues that the world changed. */
const UPDATE =
  /\b(?:now|nowadays|these days|moved|moving|switched|changed|became|no longer|any ?more|used to|as of|from now on|starting|just started|new job|promoted|since last|since the \d|from (?:the \d|\d|next|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|moves to|goes to|starts? (?:on|in|at|tomorrow|next)|(?:is|are|was|were|went|come|came) (?:down|up) to|raised to|lowered to|takes over|replaced|instead of|jetzt|inzwischen|mittlerweile|neuerdings|umgezogen|gewechselt|nicht mehr|ab sofort|seit kurzem|geht jetzt|wird ab|ab (?:dem )?\d|ab (?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|montag)|erhoht|gesenkt|statt|maintenant|desormais|a partir d|demenage|ne [^.;]{1,30} plus|ahora|actualmente|a partir de|desde (?:el \d|manana|hoy|ahora)|sub[ei]|sube|baja|se cambia|se pasa|pas[oa] a|me mude|se mudo|ya no|cambie)\b/;

/** What the sentence around a span says about earlier statements, by the user's own wording. */
export function changeOf(text: string, span: Span): ChangeKind {
  const around = sentences(text).filter((s) => s.start < span.end && s.end > span.start);
  const sentence = fold(around.map((s) => text.slice(s.start, s.end)).join(" "));
  if (CORRECTION.test(sentence)) return "correction";
  return UPDATE.test(sentence) ? "update" : "none";
}

/**
 * "Not Lyon, she lives in Lille" is one correction told as two statements: the denial is of the same kind as the
 * statement that replaces what it denies.
 */
export function alignDenials(facts: FactProposal[]): FactProposal[] {
  return facts.map((fact) => {
    if (fact.polarity !== "negative" || (fact.change !== null && fact.change !== "none")) return fact;
    const family = predicateFamily(fact.predicate);
    const partner = facts.find(
      (other) =>
        other.polarity === "positive" &&
        other.subject === fact.subject &&
        predicateFamily(other.predicate) === family &&
        other.change !== null &&
        other.change !== "none",
    );
    return partner ? { ...fact, change: partner.change } : fact;
  });
}
