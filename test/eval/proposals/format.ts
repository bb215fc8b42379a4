/** What an extractor proposed for one turn, each proposal labelled. */
export interface ProposedTurn {
  id: string;
  /** Earlier messages, oldest first. */
  context: { role: "user" | "assistant"; text: string; at: string }[];
  turn: { user: string; assistant: string; at: string; timezone: string };
  proposals: LabelledProposal[];
}

export interface LabelledProposal {
  subject: string;
  predicate: string;
  object: string;
  text: string;
  quote: string;
  assertedBy: string;
  validAt: string | null;
  /** As the extractor states it, 0-1. */
  confidence: number;
  label: "good" | "bad";
  /** What is wrong with a bad one. */
  error: string | null;
}
