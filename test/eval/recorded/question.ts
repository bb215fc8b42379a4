import { bareStatement, spaced, undated } from "./normalise.ts";

/** What each kind of question asks, by kind; a recorded line holds these fields and `answer`. */
interface QuestionFields {
  /** Which statements a turn makes; `before` is what was said earlier, for whoever answers. */
  extract: { reading: Reading; text: string; before?: string[] };
  verdict: { turn: string; before?: string; statement: string };
  ruling: { old: string; new: string };
  identity: { pair: string; system?: string };
  /** What of the known statements no longer holds because of the news; recorded for each pair of them. */
  change: { news: string[]; known: string[] };
  /** One such pair. */
  changed: { news: string; known: string };
  /** Whether an old statement still holds, for a second reader of all the news. */
  standing: { news: string[]; old: string };
  wish: { wish: string; memory: string };
  /** Other words in which a statement may be asked for. */
  expansion: { statement: string };
}

/** A: the live pass, which has the chat before it. B: the blind reading of the idle pass. */
export type Reading = "A" | "B";

type KnownQuestion = { [K in keyof QuestionFields]: { kind: K } & QuestionFields[K] }[keyof QuestionFields];

/** A question with a schema of any other name, which is its kind. */
interface OtherQuestion {
  kind: string;
  messages: { role: string; content: string }[];
  schema?: unknown;
}

export type Question = KnownQuestion | OtherQuestion;

/** Characters of a turn by which it is known: prompts clip what is longer. */
const TURN_CHARS = 400;

const PARTS: { [K in keyof QuestionFields]: (question: QuestionFields[K]) => string[] } = {
  extract: ({ reading, text }) => [reading, spaced(text)],
  verdict: ({ turn, statement }) => [spaced(userWords(turn).slice(0, TURN_CHARS)), bareStatement(statement)],
  ruling: (pair) => [bareStatement(pair.old), bareStatement(pair.new)],
  identity: ({ pair }) => [spaced(pair)],
  change: ({ news, known }) => [...news, ...known].map(bareStatement),
  changed: ({ news, known }) => [bareStatement(news), bareStatement(known)],
  standing: ({ news, old }) => [...news, old].map(bareStatement),
  wish: ({ wish, memory }) => [undated(wish), bareStatement(memory)],
  expansion: ({ statement }) => [bareStatement(statement)],
};

/** Two questions are one when they say the same, however a prompt numbers, batches, labels or dates them. */
export function keyOf(question: Question): string {
  return [question.kind, ...partsOf(question)].join("\u001f");
}

function partsOf(question: Question): string[] {
  if (question.kind in PARTS) {
    const parts = PARTS[question.kind as keyof QuestionFields] as (question: Question) => string[];
    return parts(question);
  }
  const { messages } = question as OtherQuestion;
  const asked = messages.length > 1 ? messages.slice(1) : messages;
  return asked.map(({ role, content }) => spaced(role + content));
}

/** The user's part of a turn as prompts show it: "user: ...\nassistant: ...". */
function userWords(turn: string): string {
  return /^\s*[^:\n]{1,40}:\s(.*?)(?:\nassistant:.*)?$/s.exec(turn)?.[1] ?? turn;
}
