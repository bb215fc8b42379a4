import DOMPurify, { type Config } from "dompurify";
import { Marked, Tokenizer, type Token, type TokenizerAndRendererExtension } from "marked";
import { memo } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import remend from "remend";
import { copyText } from "./clipboard.ts";
import { plainButton } from "./plain-button.ts";
import { t } from "../language/text.ts";

/** A model writes these itself. */
const TAGS = "br b i u s sub sup kbd".split(" ");
/** These are left out, and what is in them stays; any other tag is words, such as "<your name>" or "List<String>". */
const LEFT_OUT = "!-- p a div span center font details summary".split(" ");

const STRUCTURE =
  "p hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td a button";

/**
 * A reply is not trusted: what is left after cleaning is text with structure, without pictures, forms, styles or
 * anything that is loaded or runs.
 */
const CLEAN: Config = {
  ALLOWED_TAGS: [...TAGS, ...STRUCTURE.split(" ")],
  ALLOWED_ATTR: ["href", "title", "class", "start", "type", "align", "data-recall", "aria-label"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // None of these is an address.
  ADD_URI_SAFE_ATTR: ["start", "type", "align", "data-recall", "aria-label"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};
const CLASSES = /^(?:language-[\w+#-]{1,30}|cite|math|math block)$/;

/** Each block has the direction of its own text; one inside another has that of the whole. */
const BLOCKS = new Set("P H1 H2 H3 H4 H5 H6 UL OL BLOCKQUOTE TABLE".split(" "));

const purify = DOMPurify(window);
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.hasAttribute("class") && !CLASSES.test(node.className)) node.removeAttribute("class");
  if (BLOCKS.has(node.tagName) && node.parentElement?.closest("[dir]") == null)
    node.setAttribute("dir", "auto");
  if (node.tagName === "BUTTON" && node.className !== "cite") node.remove();
  // Code has one direction in every script, and decides none for the text around it.
  if (node.tagName === "PRE" || node.tagName === "CODE") node.setAttribute("dir", "ltr");
  // What scrolls must be reachable by the keyboard.
  if (node.tagName === "PRE" || node.tagName === "TABLE") node.setAttribute("tabindex", "0");
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
});

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
    `<button type="button" class="cite" data-recall="${String(n)}" aria-label="${t("memory {n}", { n: String(n) })}">${String(n)}</button>`,
};

/** `[^1]` and `[^1]: text`: numbers without links, since the two may be far apart while a reply streams. */
const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "inline",
  start: (text) => text.indexOf("[^"),
  tokenizer(text) {
    const found = /^\[\^([^\]\s]{1,30})\]:?/.exec(text);
    return found ? { type: "footnote", raw: found[0], mark: found[1] } : undefined;
  },
  renderer: ({ mark }) => `<sup>${escaped(String(mark))}</sup>`,
};

/** `\(x\)`, `\[x\]`, `$$x$$`, and `$x$` as pandoc reads it: no space or code inside the dollars, no digit behind them. */
const INLINE_MATH =
  /^(?:\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]|\$\$([^$\n]{1,2000})\$\$|\$(?![\s$])((?:\\.|[^\\$`\n]){1,2000}?)(?<!\s)\$(?![\d$]))/;
const BLOCK_MATH = /^ {0,3}(?:\$\$([\s\S]{1,5000}?)\$\$|\\\[([\s\S]{1,5000}?)\\\])[ \t]*(?:\n|$)/;

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** `**「重要」**です`: the rules of emphasis expect a space beside punctuation, where these languages have none. */
const strong: TokenizerAndRendererExtension = {
  name: "cjkStrong",
  level: "inline",
  tokenizer(text) {
    const [raw, inner = ""] = /^\*\*(?!\s)([^*\n]{1,500})(?<!\s)\*\*(?!\*)/.exec(text) ?? [];
    if (raw === undefined || !/^[\p{P}\p{S}]|[\p{P}\p{S}]$/u.test(inner)) return undefined;
    if (!CJK.test(inner + text.charAt(raw.length))) return undefined;
    return { type: "strong", raw, text: inner, tokens: this.lexer.inlineTokens(inner) };
  },
};

/** A formula is shown as code until its renderer is loaded. */
function math(level: "inline" | "block", begins: RegExp, found: RegExp): TokenizerAndRendererExtension {
  const name = `${level}Math`;
  return {
    name,
    level,
    start: (text) => begins.exec(text)?.index,
    tokenizer(text) {
      const match = found.exec(text);
      if (match === null) return undefined;
      const tex = match.slice(1).find((one) => one !== undefined) ?? "";
      return { type: name, raw: match[0], tex: tex.trim() };
    },
    renderer: ({ tex }) =>
      level === "inline"
        ? `<code class="math">${escaped(String(tex))}</code>`
        : `<p><code class="math block">${escaped(String(tex))}</code></p>`,
  };
}

const marked = new Marked({
  extensions: [
    cite,
    footnote,
    strong,
    math("block", /\n {0,3}(?:\$\$|\\\[)/, BLOCK_MATH),
    math("inline", /\$|\\[([]/, INLINE_MATH),
  ],
  tokenizer: {
    // The text of a footnote may be an address alone, which is no reference of a link.
    def: (text) => (/^ {0,3}\[\^/.test(text) ? undefined : false),
    // A document in a reply has code of its own, whose fences name a language: the last fence ends it.
    fences(text) {
      const [opened] = /^ {0,3}```(?:markdown|md)\b[^`\n]*\n/i.exec(text) ?? [];
      if (opened === undefined) return false;
      let depth = 0;
      const fences = [...text.matchAll(/^ {0,3}`{3,}([^`\n]*)(?:\n|$)/gm)];
      const last = fences.find(([, info = ""]) => (depth += info.trim() === "" ? -1 : 1) === 0);
      const raw = text.slice(0, last && last.index + last[0].length);
      return { type: "code", raw, lang: "markdown", text: raw.slice(opened.length, last?.index) };
    },
    // "3~5 days, 100~200 euros" strikes nothing out.
    del: (text) => (text.startsWith("~~") ? false : undefined),
    // Full-width punctuation ends an address.
    url(text) {
      return Tokenizer.prototype.url.call(this, text.replace(/[\u3000-\u303F\uFF01-\uFF60][^]*/, ""));
    },
  },
  gfm: true,
  breaks: true,
  renderer: {
    html({ text, block }) {
      const tag = /^\s*<\/?(!--|[a-z]\w*(?=[\s/>]))/i.exec(text)?.[1]?.toLowerCase() ?? "";
      if (TAGS.includes(tag) || LEFT_OUT.includes(tag)) return text;
      return block ? `<p>${escaped(text.trim())}</p>` : escaped(text);
    },
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    // An image on another host would reveal the reader to it.
    image: ({ href, text }) =>
      `<a href="${escaped(href)}">${escaped(text || t("image"))} (${t("image, not loaded")})</a>`,
  },
});

/** Only what names a memory is a button: "[7]" may be a literature reference, or an index. */
function htmlOf(tokens: Token[], memories: number): string {
  void marked.walkTokens(tokens, (token) => {
    if (token.type === "cite" && !(Number(token.n) <= memories))
      Object.assign(token, { type: "text", text: token.raw });
  });
  return purify.sanitize(marked.parser(tokens), CLEAN);
}

interface Read {
  /** Blocks that later text cannot change. */
  html: string[];
  chars: number;
  from: string;
}

const NOTHING: Read = { html: [], chars: 0, from: "" };

/** Parses from the last stable block on: each chunk of a long reply costs only its last block. */
function readOn(was: Read, text: string, memories: number): { read: Read; open: string } {
  const known = text.startsWith(was.from) ? was : NOTHING;
  const tokens = marked.lexer(text.slice(known.chars));
  const last = tokens.findLastIndex(({ type }) => type !== "space");
  const closed = tokens.slice(0, Math.max(last, 0));
  const chars = known.chars + closed.reduce((sum, { raw }) => sum + raw.length, 0);
  const html = [
    ...known.html,
    ...closed.filter(({ type }) => type !== "space").map((token) => htmlOf([token], memories)),
  ];
  return { read: { html, chars, from: text.slice(0, chars) }, open: text.slice(chars) };
}

interface MarkdownProps {
  text: string;
  streaming?: boolean;
  /** `[1]` up to this name memories. */
  memories?: number;
}

export const Markdown = memo(function Markdown({ text, streaming = false, memories = 0 }: MarkdownProps) {
  const was = useRef<Read>(NOTHING);
  let last: string;
  try {
    const { read, open } = readOn(was.current, text, memories);
    was.current = read;
    last = htmlOf(marked.lexer(streaming ? remend(open) : open), memories);
  } catch {
    // It nests deeper than can be parsed, as what a model repeats without end.
    was.current = NOTHING;
    last = `<p>${escaped(text)}</p>`;
  }
  const { html } = was.current;
  return (
    <div class="markdown">
      {html.map((block, at) => (
        <Block key={at} html={block} />
      ))}
      <Block key={html.length} html={last} isWhole={!streaming} />
    </div>
  );
});

const Block = memo(function Block({ html, isWhole = true }: { html: string; isWhole?: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const now = document.createElement("template");
    now.innerHTML = html;
    follow(element.current, now.content);
    if (isWhole) finish(element.current);
  }, [html, isWhole]);
  return <div ref={element} />;
});

/** Makes one like the other. What was alike stays, with the selection in it, and as far as it was scrolled. */
function follow(from: Node, to: Node): void {
  const [before, after] = [[...from.childNodes], [...to.childNodes]];
  for (const [at, now] of after.entries()) {
    const was = before[at];
    if (was === undefined) from.appendChild(now);
    else if (was instanceof Text && now instanceof Text) {
      const kept = alike(was.data, now.data);
      if (kept < was.length || kept < now.length) was.replaceData(kept, was.length, now.data.slice(kept));
    } else if (was instanceof Element && was.cloneNode().isEqualNode(now.cloneNode())) follow(was, now);
    else from.replaceChild(now, was);
  }
  for (const was of before.slice(after.length)) from.removeChild(was);
}

/** Length of the common beginning. */
function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

const CODE_HEAD = "code-head small muted";

/** Colours, formulas, diagrams and copy buttons of a finished block. */
function finish(block: HTMLElement): void {
  const formulas = block.querySelectorAll<HTMLElement>("code.math");
  if (formulas.length > 0)
    void import("./math.ts").then(({ setFormula }) => {
      for (const formula of formulas) setFormula(formula, formula.classList.contains("block"));
    });
  for (const code of block.querySelectorAll<HTMLElement>("pre > code")) {
    const language = code.className.replace("language-", "");
    const pre = code.parentElement;
    if (pre?.previousElementSibling?.className !== CODE_HEAD) {
      const head = codeHead(language, code.textContent.trimEnd());
      pre?.before(head);
      if (pre && language === "mermaid")
        void import("./diagram.ts").then(({ drawDiagram }) => drawDiagram(pre, head));
    }
    if (language === "" || language === "mermaid") continue;
    void import("./highlight.ts").then(({ highlighted }) => {
      const coloured = highlighted(code.textContent, language);
      if (coloured !== null) code.innerHTML = coloured;
    });
  }
}

function codeHead(language: string, text: string): HTMLElement {
  const head = document.createElement("div");
  head.className = CODE_HEAD;
  head.dir = "ltr";
  head.append(
    language,
    plainButton(t("Copy code"), () => copyText(text)),
  );
  return head;
}
