/**
 * Where a text stops being JSON; its length if it only ends too early. The engine's own messages often lack the
 * position and quote the text, which belongs to the user. Runs only once a text is known to be broken.
 */
export function jsonErrorPosition(text: string): number {
  const problem = problemOf(text);
  if (!isToken(problem)) return Number(/ at position (\d+)/.exec(problem)?.[1] ?? text.length);
  // This message lacks the position: it follows the longest beginning that is only too short.
  let [sound, broken] = [0, text.length];
  while (broken - sound > 1) {
    const middle = Math.floor((sound + broken) / 2);
    if (isToken(problemOf(text.slice(0, middle)))) broken = middle;
    else sound = middle;
  }
  return sound;
}

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

/** V8's message for a character that may not stand there, and no other message, quotes the text. */
function isToken(problem: string): boolean {
  return problem.startsWith("Unexpected token");
}
