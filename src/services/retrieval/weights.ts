/**
 * Every number that decides which memories a question finds, their order, and which of them are shown, but for those of a recipe.
 * What each brings, and which others were tried: test/eval/NOTES.md. Other constants of this folder only bound what is read.
 */

/**
 * What counts less counts half, whatever the reason: what is past or about someone else, other forms of a word, a turn beside facts.
 * One value for all of these finds as much as one for each did.
 */
export const HALF = 0.5;
/** What hardly counts: a reply beside the user's words, a line beside the best one, being found by itself. */
export const FIFTH = 0.2;

/** Results that are read and compared with a question, however few are asked for. */
export const POOL = 100;
/** Steps from the entities that the question names. Going deeper reaches everything a person knows. */
export const GRAPH_DEPTH = 2;
/** A message of no more terms may ask for the user as a whole: "What do you know about me?" */
export const SELF_TERMS_MAX = 1;
/** A message of no more terms may refer back ("Go on with that"); one with more is clear by itself. */
export const RECENT_TERMS_MAX = 2;
/** Minutes for which a turn counts as recent (RET-1). */
export const RECENT_MINUTES = 5;

/**
 * Minimum evidence of the best memory for anything to be shown; less is enough if the message is about the user or a known entity,
 * as most of its words may only say why somebody asks. With it, 94 % of 480 unrelated questions about eight lives get nothing.
 */
export const EVIDENCE_MIN = 0.28;
export const LINES_MAX = 12;
export const FACTS_MAX = 9;
export const TURNS_MAX = HALF * LINES_MAX;
/** The best facts are shown with the turns that support them. */
export const QUOTED_FACTS = 2;
/** Values of the relation asked about that match alike are a list ("What am I allergic to?"), half of which would mislead. */
export const LIST_MAX = 40;

/** Turns between named speakers: weights in `dialogueScores`. */
export const DIALOGUE = {
  /** Turns on either side that count along. */
  radius: 2,
  /** Share of a neighbour's score, of that of its conversation, and again of the turn before if that asked a question. */
  share: 0.4,
  /** Added to a match by words alone if the question names its speaker: in half of all turns, a name has no weight in full text. */
  named: 0.1,
  /** Factors: the question names its speaker; the question names its time; it begins a conversation, where people share their news. */
  speaker: 1.8,
  time: 2.4,
  opens: 1.3,
};
