import type { Routes } from "#client";
import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import { useAnswer } from "../../ui/query.ts";
import { Card, Show } from "../../ui/parts.tsx";
import { Button } from "../../ui/controls.tsx";
import { rich, t } from "../../language/text.ts";

type Sent = Routes["POST /maintenance/notifications/test"]["response"]["items"][number];

const NAMES: Record<string, string> = { webhook: "Webhook", smtp: "E-mail" };
const nameOf = (channel: string): string => NAMES[channel] ?? channel;

/** How reports and alerts reach the owner, and a way to test it. */
export function Notifications() {
  const [sent, setSent] = useState<Sent[]>([]);
  const test = async (): Promise<void> => setSent((await api("POST /maintenance/notifications/test")).items);
  return (
    <Card title={t("Notifications")}>
      <Show of={useAnswer("GET /maintenance/notifications")}>
        {({ channels }) =>
          channels.length === 0 ? (
            <p class="muted">
              {rich(
                "Reports and alerts aren't sent anywhere. Set {hook}, or {server} with {address}, to get them.",
                {
                  hook: <code>NOTIFY_WEBHOOK_URL</code>,
                  server: <code>SMTP_URL</code>,
                  address: <code>ALERT_EMAIL</code>,
                },
              )}
            </p>
          ) : (
            <>
              <div class="row">
                <p class="grow">
                  {t("Reports and alerts go out by: {channels}.", {
                    channels: channels.map(nameOf).join(", "),
                  })}
                </p>
                <Button small onClick={test}>
                  {t("Send a test")}
                </Button>
              </div>
              <div role="status">
                <ul>
                  {sent.map(({ channel, error }) => (
                    <li key={channel}>
                      {nameOf(channel)}: {error ?? t("it was taken")}
                    </li>
                  ))}
                </ul>
              </div>
            </>
          )
        }
      </Show>
    </Card>
  );
}
