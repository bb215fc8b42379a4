/** One line of memory as the prompt shows it. */
export interface RecallLine {
  number: number;
  verified: boolean;
  turn: boolean;
  /** It replaces an older line. */
  isNew: boolean;
  /** "3 March 2026" or null. */
  date: string | null;
  text: string;
}

export interface ChatInput {
  text: string;
  lines: RecallLine[];
}

/** Behind the block may stand one instruction of the service, in brackets. */
const BLOCK = /\n*<memory(?:\s[^>]*)?>\n([\s\S]*?)\n?<\/memory>\s*(?:\([^\n]*\)\s*)?$/;
const LINE = /^\[(\d+)\] \((verified|unverified|disputed|superseded|turn)(, new)?(?:;([^)]*))?\) (.+)$/;

/** Splits a chat message into what the user wrote and the recall lines behind it. */
export function parseChat(content: string): ChatInput {
  const block = BLOCK.exec(content);
  if (!block) return { text: content.trim(), lines: [] };
  const lines: RecallLine[] = [];
  for (const raw of (block[1] ?? "").split("\n")) {
    const match = LINE.exec(raw.trim());
    if (!match) continue;
    const about = match[4] ?? "";
    lines.push({
      number: Number(match[1]),
      verified: match[2] === "verified",
      turn: match[2] === "turn",
      isNew: match[3] !== undefined,
      date: /(\d{1,2}\.? \p{L}+\.? \d{4}|\p{L}+ \d{1,2},? \d{4}|\d{4}-\d{2}-\d{2})/u.exec(about)?.[1] ?? null,
      text: match[5] ?? "",
    });
  }
  return { text: content.slice(0, block.index).trim(), lines };
}
