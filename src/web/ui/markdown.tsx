import DOMPurify, { type Config } from "dompurify";
import { Marked, type Token, type TokenizerAndRendererExtension } from "marked";
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import remend from "remend";

/**
 * A reply is not trusted: what is left after cleaning is text with structure, without pictures, forms, styles or
 * anything that is loaded or runs.
 */
const CLEAN: Config = {
  ALLOWED_TAGS:
    "p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td a button".split(
      " ",
    ),
  ALLOWED_ATTR: ["href", "title", "class", "start", "type", "data-recall", "aria-label"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // None of these is an address.
  ADD_URI_SAFE_ATTR: ["start", "type", "data-recall", "aria-label"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};
const CLASSES = /^(?:language-[\w+#-]{1,30}|cite)$/;

/** Each block has the direction of its own text; one inside another has that of the whole. */
const BLOCKS = new Set("P H1 H2 H3 H4 H5 H6 UL OL BLOCKQUOTE TABLE".split(" "));

const purify = DOMPurify(window);
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.hasAttribute("class") && !CLASSES.test(node.className)) node.removeAttribute("class");
  if (BLOCKS.has(node.tagName) && node.parentElement?.closest("[dir]") == null)
    node.setAttribute("dir", "auto");
  if (node.tagName === "BUTTON" && node.className !== "cite") node.remove();
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
});

/** `[2]` names the second memory that was recalled. */
const cite: TokenizerAndRendererExtension = {
  name: "cite",
  level: "inline",
  start: (text) => text.indexOf("["),
  tokenizer(text) {
    const found = /^\[(\d{1,2})\](?![([])/.exec(text);
    return found ? { type: "cite", raw: found[0], n: found[1] } : undefined;
  },
  renderer: ({ n }) =>
    `<button type="button" class="cite" data-recall="${String(n)}" aria-label="memory ${String(n)}">${String(n)}</button>`,
};
const marked = new Marked({ extensions: [cite], gfm: true, breaks: true });

const htmlOf = (tokens: Token[]): string => purify.sanitize(marked.parser(tokens), CLEAN);

interface Read {
  /** Blocks that nothing that follows can change. */
  html: string[];
  chars: number;
  from: string;
}

const NOTHING: Read = { html: [], chars: 0, from: "" };

/** Reads on from the last block that stood: a long reply costs per piece what its last block costs. */
function readOn(was: Read, text: string): { read: Read; open: string } {
  const known = text.startsWith(was.from) ? was : NOTHING;
  const tokens = marked.lexer(text.slice(known.chars));
  const last = tokens.findLastIndex(({ type }) => type !== "space");
  const closed = tokens.slice(0, Math.max(last, 0));
  const chars = known.chars + closed.reduce((sum, { raw }) => sum + raw.length, 0);
  const html = [
    ...known.html,
    ...closed.filter(({ type }) => type !== "space").map((token) => htmlOf([token])),
  ];
  return { read: { html, chars, from: text.slice(0, chars) }, open: text.slice(chars) };
}

export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const was = useRef<Read>(NOTHING);
  const { read, open } = readOn(was.current, text);
  was.current = read;
  return (
    <div class="markdown">
      {read.html.map((html, at) => (
        <Block key={at} html={html} />
      ))}
      <Block html={htmlOf(marked.lexer(streaming ? remend(open) : open))} highlight={!streaming} />
    </div>
  );
}

const Block = memo(function Block({ html, highlight = true }: { html: string; highlight?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const codes = element.current?.querySelectorAll<HTMLElement>("pre code[class^=language-]") ?? [];
    if (!highlight || codes.length === 0) return;
    void import("./highlight.ts").then(({ highlighted }) => {
      for (const code of codes) {
        const coloured = highlighted(code.textContent, code.className.replace("language-", ""));
        if (coloured !== null) code.innerHTML = coloured;
      }
    });
  }, [html, highlight]);
  return <div ref={element} dangerouslySetInnerHTML={{ __html: html }} />;
});
