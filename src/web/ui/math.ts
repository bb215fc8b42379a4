import katex from "katex";

/** Longer formulas are shown as source: rendering them would block the page. */
const CHARS_MAX = 5_000;

/** Sets a formula as MathML, which needs no fonts and no styles of its own; one that cannot be read stays as written. */
export function setFormula(element: HTMLElement, isBlock: boolean): void {
  const tex = element.textContent;
  if (tex.length > CHARS_MAX) return;
  try {
    katex.render(tex, element, {
      displayMode: isBlock,
      output: "mathml",
      trust: false,
      maxExpand: 200,
      maxSize: 20,
    });
  } catch {
    element.textContent = tex;
  }
}
