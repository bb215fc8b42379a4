type Piece = { type: "reasoning" | "delta"; text: string };

const OPEN = "<think>";
const CLOSE = "</think>";

/** Where a thought begins and ends, for servers that pass the tokens of a model on. */
const TAGS: [open: string, close: string][] = [
  [OPEN, CLOSE],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  // Seed-OSS; Magistral; Kimi-VL; Command A; Gemma 4.
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["\u25c1think\u25b7", "\u25c1/think\u25b7"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|channel>thought", "<channel|>"],
];
/** gpt-oss, by a server that leaves its tokens out. */
const BARE: [open: string, close: string] = ["analysis", "assistantfinal"];

/** gpt-oss: "<|channel|>analysis<|message|>", "<|start|>assistant<|channel|>final <|constrain|>json<|message|>" */
const HEADER = /^(?:<\|start\|>assistant)?<\|channel\|>(\w+)[^]{0,80}?<\|message\|>/;
const HEADER_BEGINS = ["<|channel|>", "<|start|>assistant<|channel|>"];
const HEADER_CHARS_MAX = 150;
const FINAL = /(?:<\|end\|>)?(?:<\|start\|>assistant)?<\|channel\|>final[^]{0,80}?<\|message\|>/;
/** The end of a thought that may become such a header. */
const HEADER_AT_END = /<\|(?:end|start|channel)\|>(?:(?!<\|message\|>)[^]){0,120}$|<\|?[a-z]{0,8}\|?$/;

/** The end of a text that may become a token or is half an emoji, and the tokens that end an answer. */
const TOKEN_AT_END = /<[^\s<>]{0,40}>?\s{0,20}$|[\ud800-\udbff]$/;
const STOP = /^<(?:[|\uff5c][^\s<>]{1,38}[|\uff5c]|\/s|(?:seed:)?eos|end_of_turn)>\s*$/;

/**
 * Splits a thought between tags off the beginning of a streamed answer, and a stop token off its end, even if they are
 * split. States: before (only white space so far) -> thought -> gap (white space after the thought) -> answer.
 *
 * Some templates open the thought in the prompt, so that only `</think>` arrives. Whether they do is known after the first
 * answer: `closedUnopened`. The next one then begins inside a thought; if it is never closed, it was the answer.
 */
export class ThoughtSplitter {
  #state: "before" | "thought" | "gap" | "answer";
  /** Possibly the beginning of a tag. */
  #held = "";
  /** A thought whose beginning was not seen. */
  #unended: string | null;
  /** What ends the thought; null: the header of the final channel. */
  #close: string | null = CLOSE;
  /** The end of the answer so far. */
  #tail = "";
  closedUnopened = false;
  hasThought = false;

  constructor(beginsInThought: boolean) {
    this.#state = beginsInThought ? "thought" : "before";
    this.#unended = beginsInThought ? "" : null;
  }

  *push(text: string): Generator<Piece> {
    let rest = this.#held + text;
    this.#held = "";
    if (this.#state === "before") {
      const begin = rest.trimStart();
      const [, channel] = HEADER.exec(begin) ?? [];
      if (channel === undefined && mayOpen(begin)) {
        this.#held = rest;
        return;
      }
      const tags = [...TAGS, BARE].find(([open]) => begin.startsWith(open));
      this.#state = tags === undefined && channel === undefined ? "answer" : "thought";
      if (channel !== undefined) {
        this.#close = channel === "final" ? "" : null;
        rest = begin.replace(HEADER, "");
      } else if (tags !== undefined) {
        this.#close = tags[1];
        // A word that an answer may begin with, too.
        if (tags === BARE) [this.#unended] = BARE;
        rest = begin.slice(tags[0].length);
      }
    }
    if (this.#state === "thought") {
      const close = this.#close === null ? (FINAL.exec(rest)?.[0] ?? null) : this.#close;
      const end = close === null ? -1 : rest.indexOf(close);
      const shown = end >= 0 ? end : rest.length - closeBeginning(rest, this.#close);
      yield* this.#thought(rest.slice(0, shown));
      rest = rest.slice(shown);
      if (end < 0 || close === null) {
        this.#held = rest;
        return;
      }
      this.hasThought = true;
      this.closedUnopened ||= this.#unended !== null && close === CLOSE;
      this.#unended = null;
      this.#state = "gap";
      rest = rest.slice(close.length);
    }
    if (this.#state === "gap") {
      rest = rest.trimStart();
      // A tag that the template opened, and the model again, is closed twice.
      if (rest.startsWith(CLOSE)) rest = rest.slice(CLOSE.length).trimStart();
      if (CLOSE.startsWith(rest)) {
        this.#held = rest;
        return;
      }
      this.#state = "answer";
    }
    const token = TOKEN_AT_END.exec(rest);
    if (token !== null) {
      this.#held = token[0];
      rest = rest.slice(0, token.index);
    }
    if (rest === "") return;
    const seen = this.#tail + rest;
    this.closedUnopened ||= !this.hasThought && seen.includes(CLOSE);
    this.#tail = seen.slice(1 - CLOSE.length);
    yield { type: "delta", text: rest };
  }

  /** @param isWhole whether the answer ended by itself: a cut thought is not one */
  *end(isWhole: boolean): Generator<Piece> {
    const held = this.#held;
    this.#held = "";
    if (this.#state === "thought") yield* this.#thought(held);
    else if (held !== "" && !STOP.test(held)) yield { type: "delta", text: held };
    if (this.#unended && isWhole) yield { type: "delta", text: this.#unended };
  }

  *#thought(text: string): Generator<Piece> {
    if (text === "") return;
    if (this.#unended !== null) this.#unended += text;
    yield { type: "reasoning", text };
  }
}

/** Whether the beginning of an answer may become a tag. */
function mayOpen(begin: string): boolean {
  const isHeader = HEADER_BEGINS.some((open) => begin.startsWith(open)) && begin.length < HEADER_CHARS_MAX;
  const opens = [...TAGS.map(([open]) => open), BARE[0], ...HEADER_BEGINS];
  return isHeader || opens.some((open) => open !== begin && open.startsWith(begin));
}

/** Characters at the end that may begin the closing tag. */
function closeBeginning(text: string, close: string | null): number {
  if (close === null) return HEADER_AT_END.exec(text)?.[0].length ?? 0;
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(close.slice(0, length))) return length;
  }
  return 0;
}
