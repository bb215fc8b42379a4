/** One line of memory as the prompt shows it: a fact, or a turn with its date. */
export interface RecallLine {
  number: number;
  verified: boolean;
  /** It replaces an older line. */
  isNew: boolean;
  /** The user said it himself. */
  byUser: boolean;
  /** "3 Mar 2026" of a turn; null of a fact. */
  date: string | null;
  text: string;
}

/** Behind the block may stand one instruction of the service, in brackets. */
const BLOCK = /\n*<memory(?:\s[^>]*)?>\n([\s\S]*?)\n?<\/memory>\s*(?:\([^\n]*\)\s*)?$/;
const FACT = /^ *\[(\d+)\] \((verified|unverified|disputed)(, new)?;( user said)?()[^)]*\) (.+)$/gm;
const TURN = /^ *\[(\d+)\] \(()()()(\d{1,2} \p{L}+ \d{4})\) (.+)$/gmu;
const AWAY = /^\(memory could not be searched just now\)$/m;

/** What the user wrote, the recall lines behind it, and whether memory could not be searched. */
export function parseChat(content: string): { text: string; lines: RecallLine[]; isAway: boolean } {
  const match = BLOCK.exec(content);
  const block = match?.[1] ?? "";
  const lines = [FACT, TURN].flatMap((pattern) => Array.from(block.matchAll(pattern), lineOf));
  return { text: content.slice(0, match?.index).trim(), lines, isAway: AWAY.test(block) };
}

const lineOf = ([, number, mark, isNew, by, date, text = ""]: RegExpExecArray): RecallLine => ({
  number: Number(number),
  verified: mark === "verified",
  isNew: Boolean(isNew),
  byUser: Boolean(by) || text.startsWith('user: "'),
  date: date || null,
  text,
});
