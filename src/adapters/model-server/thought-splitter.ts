type Piece = { type: "reasoning" | "delta"; text: string };

const OPEN = "<think>";
const CLOSE = "</think>";

/** Where a thought begins and ends, for servers that pass the tokens of a model on. */
const TAGS: [open: string, close: string][] = [
  [OPEN, CLOSE],
  ["<thinking>", "</thinking>"],
  // Magistral; Gemma 4; gpt-oss, with a thought and without.
  ["[THINK]", "[/THINK]"],
  ["<|channel>thought", "<channel|>"],
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ["<|channel|>final<|message|>", ""],
];
const OPEN_CHARS_MAX = Math.max(...TAGS.map(([open]) => open.length));

/** The end of a text that may become a token, and the tokens that end an answer. */
const TOKEN_AT_END = /<[^\s<>]{0,40}>?\s{0,20}$/;
const STOP = /^<(?:[|\uff5c][^\s<>]{1,38}[|\uff5c]|\/s|eos|end_of_turn)>\s*$/;

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
  /** What ends the thought. */
  #close = CLOSE;
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
      if (begin.length < OPEN_CHARS_MAX && TAGS.some(([open]) => open !== begin && open.startsWith(begin))) {
        this.#held = rest;
        return;
      }
      const tags = TAGS.find(([open]) => begin.startsWith(open));
      this.#state = tags === undefined ? "answer" : "thought";
      if (tags !== undefined) {
        this.#close = tags[1];
        rest = begin.slice(tags[0].length);
      }
    }
    if (this.#state === "thought") {
      const end = rest.indexOf(this.#close);
      const hasEnded = end >= 0;
      const shown = hasEnded ? end : rest.length - tagBeginning(rest, this.#close);
      yield* this.#thought(rest.slice(0, shown));
      rest = rest.slice(shown);
      if (!hasEnded) {
        this.#held = rest;
        return;
      }
      this.hasThought = true;
      this.closedUnopened ||= this.#unended !== null;
      this.#unended = null;
      this.#state = "gap";
      rest = rest.slice(this.#close.length);
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

/** Characters at the end that may begin the closing tag. */
function tagBeginning(text: string, close: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(close.slice(0, length))) return length;
  }
  return 0;
}
