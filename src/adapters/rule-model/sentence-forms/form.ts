import { NAME } from "../grammar.ts";

/**
 * A sentence form that does not begin with its subject: "on Mondays I go swimming", "Tim und ich haben uns getrennt",
 * "tout le monde m'appelle Titi". Groups of the pattern: `who` is the subject (the user when there is none), `whom`
 * an object that is somebody known or named, `object` an object in the words of the turn.
 */
export interface SentenceForm {
  predicate: string;
  pattern: RegExp;
  /** Type of the object when it is an entity of its own. */
  entity?: string;
  /** The object when no group holds it. */
  object?: string;
  negative?: boolean;
  change?: "update" | "ending";
  /** Only of this kind of subject. */
  of?: "animal";
  /** Speaks of the user though no word says so: "nights from Monday", "flat in Leith from May". */
  bare?: boolean;
  confidence: number;
}

/** Words of one language that patterns speak of by name: `{day}`, `{month}`, `{number}`. */
export interface FormWords {
  day: string;
  month: string;
  number: string;
}

/** Somebody in up to four words; whoever it is must be known or named. */
const SOMEBODY = "(?:[\\p{L}'’.-]+ ){0,3}?[\\p{L}'’.-]+";
/** A place in a clause where a noun phrase may end. */
const END = "(?=\\s*(?:[.,;:!?)(…]|$))";

/** Compiles the forms of one language; `{name}`, `{who}`, `{whom}`, `{end}` and the words stand for their patterns. */
export function formsWith(words: FormWords) {
  const macros: Record<string, string> = {
    ...words,
    name: NAME,
    who: `(?<who>${SOMEBODY})`,
    whom: `(?<whom>${SOMEBODY})`,
    end: END,
  };
  return (
    predicate: string,
    source: string,
    confidence: number,
    more: Omit<SentenceForm, "predicate" | "pattern" | "confidence"> = {},
  ): SentenceForm => {
    const pattern = source.replace(/\{(\w+)\}/g, (whole, name: string) => macros[name] ?? whole);
    return {
      predicate,
      confidence,
      ...more,
      pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${pattern})(?![\\p{L}\\p{N}])`, "du"),
    };
  };
}
