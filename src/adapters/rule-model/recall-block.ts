/** One line of memory as the prompt shows it. */
export interface RecallLine {
  number: number;
  verified: boolean;
  turn: boolean;
  /** The user said it himself. */
  byUser: boolean;
  /** It replaces an older line. */
  isNew: boolean;
  /** "3 Mar 2026" or null. */
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
const FACT = /^\[(\d+)\] \((verified|unverified|disputed|superseded)(, new)?;([^)]*)\) (.+)$/;
const TURN = /^\[(\d+)\] \((\d{1,2} \p{L}+ \d{4})\) (.+)$/u;
const AWAY = /^\(memory could not be searched just now\)$/m;
const DATE = /\d{1,2} \p{L}+ \d{4}/u;

/** Splits a chat message into what the user wrote and the recall lines behind it. */
export function parseChat(content: string): ChatInput {
  const block = BLOCK.exec(content);
  if (!block) return { text: content.trim(), lines: [], isAway: false };
  const lines: RecallLine[] = [];
  for (const raw of (block[1] ?? "").split("\n")) {
    const line = factLine(raw.trim()) ?? turnLine(raw.trim());
    if (line !== null) lines.push(line);
  }
  return { text: content.slice(0, block.index).trim(), lines, isAway: AWAY.test(block[1] ?? "") };
}

function factLine(raw: string): RecallLine | null {
  const match = FACT.exec(raw);
  if (!match) return null;
  return {
    number: Number(match[1]),
    verified: match[2] === "verified",
    turn: false,
    byUser: match[4]?.startsWith(" user said") ?? false,
    isNew: match[3] !== undefined,
    date: DATE.exec(match[4] ?? "")?.[0] ?? null,
    text: match[5] ?? "",
  };
}

function turnLine(raw: string): RecallLine | null {
  const match = TURN.exec(raw);
  if (!match) return null;
  const [, number, date = null, text = ""] = match;
  return {
    number: Number(number),
    verified: false,
    turn: true,
    byUser: text.startsWith('user: "'),
    isNew: false,
    date,
    text,
  };
}
