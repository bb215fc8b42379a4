type Wanted = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end" | "nothing";

interface Scan {
  text: string;
  at: number;
  /** The closing brackets for everything open, innermost last. */
  open: string[];
}

const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- JSON refuses exactly these in a string
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON; its length if it only ends too early. The engine's own messages often lack the
 * position and quote the text, which belongs to the user. Runs only once a text is known to be broken.
 */
export function jsonErrorPosition(text: string): number {
  const scan: Scan = { text, at: 0, open: [] };
  let wanted: Wanted | null = "value";
  while (wanted !== null && wanted !== "nothing") {
    skip(scan, SPACE);
    wanted = step(scan, wanted);
  }
  if (wanted === "nothing") skip(scan, SPACE);
  return scan.at;
}

/** What must follow the token just read; null if it was not the expected one. */
function step(scan: Scan, wanted: Wanted): Wanted | null {
  switch (wanted) {
    case "colon":
      return took(scan, ":") ? "value" : null;
    case "key":
      return tookString(scan) ? "colon" : null;
    case "key or }":
      return tookClosing(scan) ? afterValue(scan) : step(scan, "key");
    case "value or ]":
      return tookClosing(scan) ? afterValue(scan) : step(scan, "value");
    case "comma or end":
      if (tookClosing(scan)) return afterValue(scan);
      if (!took(scan, ",")) return null;
      return scan.open.at(-1) === "}" ? "key" : "value";
    default:
      return stepIntoValue(scan);
  }
}

function stepIntoValue(scan: Scan): Wanted | null {
  if (took(scan, "{")) {
    scan.open.push("}");
    return "key or }";
  }
  if (took(scan, "[")) {
    scan.open.push("]");
    return "value or ]";
  }
  const tookIt = scan.text[scan.at] === '"' ? tookString(scan) : skip(scan, SCALAR);
  return tookIt ? afterValue(scan) : null;
}

function afterValue(scan: Scan): Wanted {
  return scan.open.length === 0 ? "nothing" : "comma or end";
}

function took(scan: Scan, char: string): boolean {
  if (scan.text[scan.at] !== char) return false;
  scan.at++;
  return true;
}

function tookClosing(scan: Scan): boolean {
  const closing = scan.open.at(-1);
  if (closing === undefined || !took(scan, closing)) return false;
  scan.open.pop();
  return true;
}

/** In chunks: one pattern for all of it overflows the stack on a string of many megabytes. */
function tookString(scan: Scan): boolean {
  if (!took(scan, '"')) return false;
  do skip(scan, PLAIN);
  while (skip(scan, ESCAPE));
  return took(scan, '"');
}

function skip(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  if (!pattern.test(scan.text)) return false;
  scan.at = pattern.lastIndex;
  return true;
}
