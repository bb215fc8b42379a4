/** An unsolicited message to the owner. Counts and ids; names only if the caller included them. */
export interface Notice {
  /** Increases with time; the same for every attempt. */
  id: string;
  kind: "report" | "alert" | "reminder" | "test";
  subject: string;
  /** Plain text, or Markdown that is readable as plain text. */
  text: string;
  /** The same content for programs. */
  data: Record<string, unknown>;
}

/** Notifies the owner outside of Engram. */
export interface Notifier {
  /** Configured channels; empty: notices are not sent. */
  readonly channels: readonly string[];
  /** Retries a few times. Rejects with `NotifyError` if no channel accepted it. */
  send(notice: Notice): Promise<void>;
  /** Tries each channel once; `error` says why it did not accept the notice. */
  test(notice: Notice): Promise<{ channel: string; error: string | null }[]>;
  close(): Promise<void>;
}

/** States which channel failed and why, never the channel's response. */
export class NotifyError extends Error {
  override readonly name = "NotifyError";
  /** Retrying cannot help. */
  readonly final: boolean;

  constructor(message: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.final = options.final ?? false;
  }
}
