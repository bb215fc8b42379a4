/** What code answers to a wish, in one language. Nothing here may carry words that were to be forgotten. */
export interface Phrases {
  locale: string;
  forgotten(memories: number, turns: number): string;
  /** Nothing was found that the wish could mean. */
  notFound: string;
  nothingBefore: string;
  askWhich: string;
  askSure: string;
  askEverything: string;
  /** The same words stand elsewhere too. */
  askElsewhere(turns: number): string;
  howToAnswer(choices: number): string;
  allOfIt(memories: number): string;
  turnsOf(count: number): string;
  everythingForgotten: string;
  keptAll: string;
  remembered: string;
  notRemembered: string;
  offRecordNow: string;
  offRecordFromNowOn: string;
  onRecordAgain: string;
  because: string;
  saidBy(who: "user" | "assistant" | "other", name: string, day: string): string;
  status: Record<
    "verified" | "staged" | "disputed" | "superseded" | "corrected" | "retracted" | "archived",
    string
  >;
  entered: string;
  disputed: string;
  askWrong: string;
  undone: string;
  cannotUndo: string;
  changedSince: string;
  askUndo: string;
}
