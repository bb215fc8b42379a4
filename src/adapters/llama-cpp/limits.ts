import { modelSilent } from "./model-errors.ts";

export interface LimitOptions {
  /** The whole request, queueing and thinking included. */
  timeoutMs: number;
  /** Until the first byte. A queued request gets no byte at all until a slot is free, not even a ping. */
  firstByteMs: number;
  /** Between two bytes; pings count, so it must exceed the server's `--sse-ping-interval`. */
  stallMs: number;
}

/**
 * The clocks of one request. States: waiting for the first byte -> reading (the stall clock runs only while the
 * reader waits for bytes, so that a slow consumer is no stall) -> over. A clock that runs out aborts `request`.
 */
export class Limits {
  readonly #options: LimitOptions;
  readonly #request: AbortController;
  readonly #whole: NodeJS.Timeout;
  #silence: NodeJS.Timeout | undefined;
  #begun = false;

  constructor(options: LimitOptions, request: AbortController) {
    this.#options = options;
    this.#request = request;
    this.#whole = this.#fireAfter(options.timeoutMs, `The model took longer than ${options.timeoutMs} ms`);
    this.#silence = this.#fireAfter(options.firstByteMs, `No answer began within ${options.firstByteMs} ms`);
  }

  /** Whether any byte of an answer came. */
  get begun(): boolean {
    return this.#begun;
  }

  bytesCame(): void {
    this.#begun = true;
    clearTimeout(this.#silence);
  }

  bytesAwaited(): void {
    clearTimeout(this.#silence);
    this.#silence = this.#fireAfter(
      this.#options.stallMs,
      `The model fell silent for ${this.#options.stallMs} ms`,
    );
  }

  over(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#silence);
  }

  #fireAfter(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#request.abort(modelSilent(message)), ms);
  }
}
