import { EngramError } from "../../errors.ts";

/** A bound for requests that progress but never end; token limits end an answer long before. */
const WHOLE_MS = 3_600_000;
/** After the finish reason, until the usage and the end: some servers leave the stream open. */
const END_MS = 2_000;

/**
 * The timeouts of one request. States: waiting for the first byte, without any until a slot is free -> reading (the clock runs only
 * while the reader waits for bytes, so that a slow consumer is not a stall) -> ended. A clock that expires aborts `request`. A slow
 * answer is not a failure, nor is a silent one: most servers send nothing while they read a long prompt, or write a call of a tool.
 */
export class Limits {
  readonly #progressMs: number;
  readonly #request: AbortController;
  readonly #whole: NodeJS.Timeout;
  #clock: NodeJS.Timeout | undefined;
  #leftMs: number;
  #awaitedFrom = 0;
  #begun = false;
  #isFinished = false;

  /** @param progressMs without progress: until the answer begins, and between two steps (prompt processing or answer) */
  constructor(progressMs: number, request: AbortController) {
    this.#progressMs = progressMs;
    this.#request = request;
    this.#leftMs = progressMs;
    this.#whole = this.#fireAfter(WHOLE_MS, `The model took longer than ${WHOLE_MS} ms`);
  }

  /** Whether any byte of a response arrived. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Also those of a request in place of a refused one. */
  bytesAwaited(): void {
    clearTimeout(this.#clock);
    this.#awaitedFrom = performance.now();
    const failed = this.#begun ? "made no progress for" : "did not begin to answer within";
    const leftMs = Math.max(0, this.#isFinished ? Math.min(END_MS, this.#leftMs) : this.#leftMs);
    this.#clock = this.#fireAfter(leftMs, `The model ${failed} ${this.#progressMs} ms`);
  }

  bytesCame(): void {
    clearTimeout(this.#clock);
    if (this.#begun) this.#leftMs -= performance.now() - this.#awaitedFrom;
    this.#begun = true;
  }

  /** A chunk of the answer arrived, or the server reported progress on the prompt. */
  progressed(): void {
    this.#leftMs = this.#progressMs;
  }

  /** The answer is complete. */
  finished(): void {
    this.#isFinished = true;
  }

  over(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#clock);
  }

  #fireAfter(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#request.abort(new EngramError("model_timeout", message)), ms);
  }
}
