/** One line of memory as the prompt shows it. */
export interface RecallLine {
  number: number;
  isTurn: boolean;
  verified: boolean;
  /** The user said it himself. */
  byUser: boolean;
  /** It replaces an older line. */
  isNew: boolean;
  /** "3 Mar 2026" of a turn. */
  date: string | null;
  text: string;
}

export interface ChatInput {
  text: string;
  lines: RecallLine[];
  /** The service says that memory could not be searched. */
  isAway: boolean;
}

/** Behind the block may stand one instruction of the service, in brackets. */
const BLOCK = /\n*<memory(?:\s[^>]*)?>\n([\s\S]*?)\n?<\/memory>\s*(?:\([^\n]*\)\s*)?$/;
const FACT =
  /^\[(?<n>\d+)\] \((?<mark>verified|unverified|disputed)(?<isNew>, new)?;(?<by>[^)]*)\) (?<text>.+)$/;
const TURN = /^\[(?<n>\d+)\] \((?<date>\d{1,2} \p{L}+ \d{4})\) (?<text>(?<by>user: ")?.+)$/u;
const AWAY = /^\(memory could not be searched just now\)$/m;

/** Splits a chat message into what the user wrote and the recall lines behind it. */
export function parseChat(content: string): ChatInput {
  const block = BLOCK.exec(content);
  if (!block) return { text: content.trim(), lines: [], isAway: false };
  const lines = (block[1] ?? "").split("\n").flatMap((raw) => lineOf(raw.trim()));
  return { text: content.slice(0, block.index).trim(), lines, isAway: AWAY.test(block[1] ?? "") };
}

function lineOf(raw: string): RecallLine | [] {
  const fact = FACT.exec(raw)?.groups;
  const groups = fact ?? TURN.exec(raw)?.groups;
  if (groups === undefined) return [];
  const { n, mark, isNew, by = "", date = null, text = "" } = groups;
  return {
    number: Number(n),
    isTurn: fact === undefined,
    verified: mark === "verified",
    byUser: by.startsWith(fact ? " user said" : "user"),
    isNew: isNew !== undefined,
    date,
    text,
  };
}
