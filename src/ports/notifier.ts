/** Something that the owner should read without asking for it. Counts and ids; names only where the caller put them. */
export interface Notice {
  /** Grows with time; the same for every try. */
  id: string;
  kind: "report" | "alert" | "test";
  subject: string;
  /** Plain text, or Markdown that reads as such. */
  text: string;
  /** The same for programs. */
  data: Record<string, unknown>;
}

/** Tells the owner outside of Engram. */
export interface Notifier {
  /** Ways there are; none: nobody is told. */
  readonly channels: readonly string[];
  /** Tries a few times. Rejects with `NotifyError` when no channel took it. */
  send(notice: Notice): Promise<void>;
  /** Tries each channel once; `error` says why it did not take the notice. */
  test(notice: Notice): Promise<{ channel: string; error: string | null }[]>;
  close(): Promise<void>;
}

/** Says which channel failed and why, never what it answered. */
export class NotifyError extends Error {
  override readonly name = "NotifyError";
  /** Trying again cannot help. */
  readonly final: boolean;

  constructor(message: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.final = options.final ?? false;
  }
}
