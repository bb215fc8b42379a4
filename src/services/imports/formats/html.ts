import { convert } from "html-to-text";

/** The text of HTML, without pictures and addresses. */
export function htmlText(html: string, leftOut: readonly string[] = []): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      ...["img", ...leftOut].map((selector) => ({ selector, format: "skip" })),
      { selector: "a", options: { ignoreHref: true } },
    ],
  });
}
