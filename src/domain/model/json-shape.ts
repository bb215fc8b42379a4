/** Maximum nesting of any JSON sent to Engram or returned by a model: its readers are recursive. */
export const JSON_DEPTH_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];

/**
 * Nesting depth and number of objects and arrays of a JSON text; linear, before parsing. Brackets in strings do not
 * count. Meaningless for text that is not JSON.
 */
export function jsonShape(text: string): { depth: number; containers: number } {
  let level = 0;
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      containers += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) level -= 1;
  }
  return { depth, containers };
}

export function isTooDeep(text: string): boolean {
  return jsonShape(text).depth > JSON_DEPTH_MAX;
}

/** Index of the quote that closes the string opened at `start`; the end of the text if unclosed. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
