import { createHmac } from "node:crypto";
import { NotifyError } from "../../ports/notifier.ts";
import { loginOf } from "../login.ts";
import type { Channel } from "./index.ts";

export interface WebhookOptions {
  url: string;
  /** Signs the body: `X-Engram-Signature: sha256=<HMAC, hex>`. */
  secret?: string | undefined;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Statuses worth retrying. */
const PASSING = new Set([408, 425, 429]);

/** A notice as JSON by POST. Redirects are not followed: a response cannot send it to another address. */
export function createWebhook({ url: address, secret, timeoutMs = TIMEOUT_MS }: WebhookOptions): Channel {
  const { url, headers } = loginOf(address);
  return {
    name: "webhook",
    async send({ id, kind, subject, text, data }) {
      const body = JSON.stringify({ id, kind, subject, text, data });
      const signature = secret && createHmac("sha256", secret).update(body).digest("hex");
      const all = {
        ...headers,
        "content-type": "application/json",
        "x-engram-id": id,
        ...(signature === undefined ? {} : { "x-engram-signature": `sha256=${signature}` }),
      };
      const status = await post(url, { headers: all, body, signal: AbortSignal.timeout(timeoutMs) });
      if (status >= 200 && status < 300) return;
      const final = status < 500 && !PASSING.has(status);
      throw new NotifyError(`The webhook answered with status ${status}; see NOTIFY_WEBHOOK_URL`, { final });
    },
    close: async () => undefined,
  };
}

async function post(url: URL, request: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...request, method: "POST", redirect: "manual" });
    await response.body?.cancel();
    return response.status;
  } catch (cause) {
    throw new NotifyError("The webhook does not answer; see NOTIFY_WEBHOOK_URL", { cause });
  }
}
