type Wanted = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end" | "nothing";

const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- JSON refuses exactly these in a string
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON; its length when it only ends too early. The engine's own messages often lack the
 * position and quote the text, which belongs to the user. Runs only once a text is known to be broken.
 */
export function jsonErrorPosition(text: string): number {
  const open: string[] = [];
  let at = 0;
  let wanted: Wanted = "value";
  const matched = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  /** Piece by piece: one pattern for it all overflows the stack on a string of many megabytes. */
  const matchedString = (): boolean => {
    if (text[at] !== '"') return false;
    const start = at++;
    do matched(PLAIN);
    while (matched(ESCAPE));
    if (text[at] === '"') return ++at > start;
    return false;
  };
  const closes = (): boolean => open.at(-1) === text[at];
  const next = (to: Wanted): void => {
    at++;
    wanted = to;
  };
  const after = (): Wanted => (open.length === 0 ? "nothing" : "comma or end");
  for (;;) {
    matched(SPACE);
    const char = text[at];
    if (char === undefined || wanted === "nothing") return at;
    if (wanted !== "value" && wanted !== "key" && wanted !== "colon" && closes()) {
      open.pop();
      next(after());
    } else if (wanted === "colon") {
      if (char !== ":") return at;
      next("value");
    } else if (wanted === "comma or end") {
      if (char !== ",") return at;
      next(open.at(-1) === "}" ? "key" : "value");
    } else if (wanted === "key" || wanted === "key or }") {
      if (!matchedString()) return at;
      wanted = "colon";
    } else if (char === "{" || char === "[") {
      open.push(char === "{" ? "}" : "]");
      next(char === "{" ? "key or }" : "value or ]");
    } else {
      if (!matchedString() && !matched(SCALAR)) return at;
      wanted = after();
    }
  }
}
