type Piece = { type: "reasoning" | "delta"; text: string };

const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Splits `<think>...</think>` off the beginning of a streamed answer, even if tags are split. States: before (only
 * white space so far) -> thought -> gap (white space after the thought) -> answer.
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
      if (begin.length < OPEN.length && OPEN.startsWith(begin)) {
        this.#held = rest;
        return;
      }
      this.#state = begin.startsWith(OPEN) ? "thought" : "answer";
      if (this.#state === "thought") rest = begin.slice(OPEN.length);
    }
    if (this.#state === "thought") {
      const end = rest.indexOf(CLOSE);
      const hasEnded = end >= 0;
      const shown = hasEnded ? end : rest.length - tagBeginning(rest);
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
      rest = rest.slice(CLOSE.length);
    }
    if (this.#state === "gap") {
      rest = rest.trimStart();
      if (rest !== "") this.#state = "answer";
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
    else if (held !== "") yield { type: "delta", text: held };
    if (this.#unended && isWhole) yield { type: "delta", text: this.#unended };
  }

  *#thought(text: string): Generator<Piece> {
    if (text === "") return;
    if (this.#unended !== null) this.#unended += text;
    yield { type: "reasoning", text };
  }
}

/** Characters at the end that may begin the closing tag. */
function tagBeginning(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return length;
  }
  return 0;
}
