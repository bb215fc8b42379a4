import type { Transporter } from "nodemailer";
import { NotifyError } from "../../ports/notifier.ts";
import type { Channel } from "./index.ts";

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://`. */
  url: string;
  /** Sender and receiver. */
  address: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** A 5xx error is permanent. */
const REFUSED = 500;

/** A notice as a plain text message. The package is loaded on first use. */
export function createSmtp({ url, address, timeoutMs = TIMEOUT_MS }: SmtpOptions): Channel {
  let transport: Promise<Transporter> | null = null;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    name: "smtp",
    async send({ id, kind, subject, text }) {
      try {
        const mailer = await (transport ??= open());
        await mailer.sendMail({
          from: { name: "Engram", address },
          to: address,
          subject,
          text,
          messageId: `<${id}@engram.invalid>`,
          headers: { "X-Engram-Kind": kind, "Auto-Submitted": "auto-generated" },
        });
      } catch (cause) {
        const code = (cause as { responseCode?: unknown }).responseCode;
        const final = typeof code === "number" && code >= REFUSED;
        throw new NotifyError("The mail server did not take the message; see SMTP_URL", { final, cause });
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}
