import hljs from "highlight.js/lib/common";

/** Longer code is shown without colours: highlighting it would block the page. */
const CHARS_MAX = 20_000;

/** Escaped HTML with classes; null for a language that is not known here. */
export function highlighted(code: string, language: string): string | null {
  if (code.length > CHARS_MAX || !hljs.getLanguage(language)) return null;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
