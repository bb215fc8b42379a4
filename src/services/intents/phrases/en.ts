import type { Phrases } from "./phrases.ts";

const n = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const en: Phrases = {
  locale: "en-GB",
  forgotten: (memories, turns) =>
    memories === 0
      ? `Forgotten: what was said about that, in ${n(turns, "turn")}.`
      : `Forgotten: ${memories === 1 ? "1 memory" : `${memories} memories`} about that, from ${n(turns, "turn")}.`,
  notFound:
    "I find nothing in my memory that this could mean, so I have forgotten nothing. Which words did you use for it?",
  nothingBefore: "There is nothing before this that I could forget.",
  askWhich: "This could mean several things, so I have done nothing yet. Which of them shall I forget?",
  askSure: "Shall I forget this?",
  askEverything:
    "Everything that I remember of you would be gone for good, in all conversations. Shall I forget all of it?",
  askElsewhere: (turns) =>
    `It is also mentioned in ${n(turns, "other turn")}. Shall I forget ${turns === 1 ? "that" : "those"} as well?`,
  howToAnswer: (choices) => (choices === 1 ? "(yes or no)" : '(a number, "all" or "none")'),
  allOfIt: (count) => `all of it (${count} memories)`,
  turnsOf: (count) => n(count, "turn"),
  everythingForgotten: "Forgotten: everything.",
  keptAll: "All right, everything stays as it was.",
  remembered: "I will remember that.",
  notRemembered: "Memory is off for this message, so I cannot keep it. Say it again with memory on.",
  offRecordNow: "Off the record: I keep none of this.",
  offRecordFromNowOn:
    'Off the record from now on: I keep nothing of this conversation until you say "back on the record".',
  onRecordAgain: "Back on the record: from here on I keep what you tell me.",
  because: "I said so because of this:",
  saidBy: (who, name, day) => `${who === "user" ? "you" : who === "assistant" ? "I told you" : name}, ${day}`,
  status: {
    verified: "checked",
    staged: "not checked yet",
    disputed: "in doubt",
    superseded: "no longer so",
    corrected: "corrected",
    retracted: "taken back",
    archived: "archived",
  },
  entered: "entered by you",
  disputed: "Thank you. I have marked it as wrong until you tell me what is right.",
  askWrong: "Which of these is wrong?",
  undone: "Done: it is as it was before.",
  cannotUndo: "What is forgotten cannot be brought back: I have kept no copy of it.",
  changedSince: "It was changed again since, so I cannot simply undo it.",
  askUndo: "There is nothing to undo but what I took from your last words. Shall I forget those?",
};
