import { EngramError } from "../../errors.ts";

export interface LimitOptions {
  /** Without progress: until the answer begins, and between two steps (prompt processing or answer). */
  progressMs: number;
  /** Until the first byte. A queued request gets no byte at all until a slot is free, not even a ping. */
  firstByteMs: number;
  /** Between two bytes; pings count, so it must exceed the server's `--sse-ping-interval`. */
  stallMs: number;
}

/** A bound for requests that progress but never end; token limits end an answer long before. */
const WHOLE_MS = 3_600_000;
/** After the finish reason, until the usage and the end: some servers leave the stream open. */
const END_MS = 2_000;

/**
 * The timeouts of one request. States: waiting for the first byte -> reading (clocks run only while the reader waits
 * for bytes, so that a slow consumer is not a stall) -> ended. A clock that expires aborts `request`. A slow answer
 * is not a failure: only a stalled one is.
 */
export class Limits {
  readonly #options: LimitOptions;
  readonly #request: AbortController;
  #stallMs: number;
  readonly #whole: NodeJS.Timeout;
  #silence: NodeJS.Timeout | undefined;
  #standstill: NodeJS.Timeout | undefined;
  #progressLeftMs: number;
  #awaitedFrom = 0;
  #begun = false;

  constructor(options: LimitOptions, request: AbortController) {
    this.#options = options;
    this.#request = request;
    this.#stallMs = options.stallMs;
    this.#progressLeftMs = options.progressMs;
    this.#whole = this.#fireAfter(WHOLE_MS, `The model took longer than ${WHOLE_MS} ms`);
    this.#silence = this.#fireAfter(
      options.firstByteMs,
      `The model did not begin to answer within ${options.firstByteMs} ms`,
    );
  }

  /** Whether any byte of a response arrived. */
  get begun(): boolean {
    return this.#begun;
  }

  bytesCame(): void {
    this.#begun = true;
    if (this.#standstill !== undefined) this.#progressLeftMs -= performance.now() - this.#awaitedFrom;
    this.#pause();
  }

  bytesAwaited(): void {
    this.#pause();
    const stallMs = this.#stallMs;
    const { progressMs } = this.#options;
    this.#awaitedFrom = performance.now();
    this.#silence = this.#fireAfter(stallMs, `The model fell silent for ${stallMs} ms`);
    this.#standstill = this.#fireAfter(
      Math.max(0, this.#progressLeftMs),
      `The model made no progress for ${progressMs} ms`,
    );
  }

  /** A chunk of the answer arrived, or the server reported progress on the prompt. */
  progressed(): void {
    this.#progressLeftMs = this.#options.progressMs;
  }

  /** The answer is complete. */
  finished(): void {
    this.#stallMs = Math.min(this.#stallMs, END_MS);
  }

  over(): void {
    clearTimeout(this.#whole);
    this.#pause();
  }

  #pause(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#standstill);
    this.#standstill = undefined;
  }

  #fireAfter(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#request.abort(new EngramError("model_timeout", message)), ms);
  }
}
