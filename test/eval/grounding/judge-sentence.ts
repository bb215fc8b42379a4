import { ground } from "../../../src/domain/grounding/grounding.ts";
import { isDenial } from "../../../src/language/denial.ts";
import { locateEvidence } from "../../../src/domain/grounding/evidence.ts";
import type { Verdict } from "../../../src/domain/grounding/claim.ts";
import { bareName, words } from "../../../src/language/text.ts";

/** A sentence that claims something, and the words it is said to rest on. */
export interface Claimed {
  fact: string;
  /** Whom the sentence is about, as it names them; null when it cannot be told. */
  subject: string | null;
  said: string;
  /** Who said it, where it is known: their "I" is the subject. */
  speaker: string | null;
  /** What was said around it; never evidence. */
  around: string[];
}

export interface JudgedSentence {
  verdict: Verdict["verdict"];
  reason: string | null;
  /** 0-1. */
  support: number;
}

/**
 * Grounds a whole sentence: it is taken for a statement of unknown predicate about its subject, whose object is
 * everything else that it says.
 */
export function judgeSentence({ fact, subject, said, speaker, around }: Claimed): JudgedSentence {
  const turn = { userMessage: said, assistantReply: null, earlier: around };
  const claim = {
    subjectNames: subject === null ? [] : [subject],
    subjectIsSelf: subject === null || (speaker !== null && bareName(subject) === bareName(speaker)),
    object: subject === null ? fact : withoutName(fact, subject),
    objectNames: [],
    polarity: isDenial(fact) ? ("negative" as const) : ("positive" as const),
    predicate: "STATES",
    text: fact,
    assertedBy: speaker ?? "user",
    change: "none",
  };
  const located = locateEvidence(turn, { ...claim, quote: null });
  if (located === null) return { verdict: "unsupported", reason: "no_evidence", support: 0 };
  const { verdict, reason, support } = ground(turn, claim, located);
  return { verdict, reason, support };
}

/** The best of several: one turn that carries the sentence is enough. */
export function best(judged: JudgedSentence[]): JudgedSentence {
  const rank = { supported: 2, unclear: 1, unsupported: 0 };
  const none: JudgedSentence = { verdict: "unsupported", reason: "no_evidence", support: 0 };
  return judged.reduce(
    (a, b) => ((rank[b.verdict] - rank[a.verdict] || b.support - a.support) > 0 ? b : a),
    judged[0] ?? none,
  );
}

function withoutName(fact: string, name: string): string {
  const parts = new Set(words(name));
  return fact
    .split(/\s+/)
    .filter((word) => !words(word).some((part) => parts.has(part)))
    .join(" ");
}
