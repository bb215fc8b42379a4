import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNotifier } from "../../src/adapters/notify/index.ts";
import { createSmtp } from "../../src/adapters/notify/smtp.ts";
import { createWebhook } from "../../src/adapters/notify/webhook.ts";
import type { Notice } from "../../src/ports/notifier.ts";
import { startHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { startMailServer, type MailServer } from "../support/mail-server.ts";

/** Notices, to a real receiver of webhooks and a real mail server. */
let hook: HookReceiver;
let mail: MailServer;
let failed: string[];

beforeEach(async () => {
  hook = await startHookReceiver();
  mail = await startMailServer();
  failed = [];
});
afterEach(async () => {
  await hook.close();
  await mail.close();
});

const notice: Notice = {
  id: "n1",
  kind: "report",
  subject: "Engram: report of 2026-03-04",
  text: "# Grüße\n\n- facts: 3\n",
  data: { report: { date: "2026-03-04" } },
};
const address = "owner@example.org";
const options = { onError: (channel: string) => void failed.push(channel), pausesMs: [1, 1] };

test("a webhook gets JSON, signed when there is a secret", async () => {
  const notifier = createNotifier([createWebhook({ url: hook.url, secret: "a secret" })], options);
  await notifier.send(notice);
  const [{ headers, body } = { headers: {}, body: "" }] = hook.received;
  expect(JSON.parse(body)).toEqual(notice);
  expect(headers).toMatchObject({ "content-type": "application/json", "x-engram-id": "n1" });
  const signature = createHmac("sha256", "a secret").update(body).digest("hex");
  expect(headers["x-engram-signature"]).toBe(`sha256=${signature}`);
});

test("a webhook may have a name and a password in its address", async () => {
  const url = hook.url.replace("//", "//me:p%40ss@");
  await createNotifier([createWebhook({ url })], options).send(notice);
  expect(hook.received[0]?.headers.authorization).toBe(`Basic ${btoa("me:p@ss")}`);
});

test("a webhook that fails is asked again, with the same id; what it refuses is not", async () => {
  const notifier = createNotifier([createWebhook({ url: hook.url })], options);
  hook.answers.push(503, 429);
  await notifier.send(notice);
  expect(hook.received.map(({ headers }) => headers["x-engram-id"])).toEqual(["n1", "n1", "n1"]);
  expect(hook.received[0]?.headers["x-engram-signature"]).toBeUndefined();
  hook.answers.push(410);
  await expect(notifier.send(notice)).rejects.toMatchObject({ name: "NotifyError" });
  expect(hook.received).toHaveLength(4);
  hook.answers.push(302);
  await expect(notifier.send(notice)).rejects.toMatchObject({ name: "NotifyError" });
  expect(hook.received, "a redirect is not followed").toHaveLength(5);
  hook.answers.push(500, 500, 500);
  await expect(notifier.send(notice)).rejects.toMatchObject({ name: "NotifyError" });
  expect(hook.received).toHaveLength(8);
});

test("a webhook that does not answer is given up in time", async () => {
  hook.answers.push(0);
  const notifier = createNotifier([createWebhook({ url: hook.url, timeoutMs: 50 })], {
    ...options,
    pausesMs: [],
  });
  await expect(notifier.send(notice)).rejects.toMatchObject({ name: "NotifyError" });
});

test("a mail is plain text, to its owner from its owner", async () => {
  const notifier = createNotifier([createSmtp({ url: mail.url, address })], options);
  await notifier.send(notice);
  await notifier.close();
  const [message = ""] = mail.messages;
  const [head = "", body = ""] = message.split("\n\n");
  expect(head).toMatch(/^From: Engram <owner@example\.org>$/m);
  expect(head).toMatch(/^To: owner@example\.org$/m);
  expect(head).toMatch(/^Subject: Engram: report of 2026-03-04$/m);
  expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  expect(head).toMatch(/^Message-ID: <n1@engram\.invalid>$/im);
  expect(body).toContain("Gr=C3=BC=C3=9Fe");
});

test("a mail server that cannot take it now is asked again; one that refuses it is not", async () => {
  const notifier = createNotifier([createSmtp({ url: mail.url, address })], options);
  mail.refuse.push(451, 451);
  await notifier.send(notice);
  expect(mail.messages).toHaveLength(1);
  mail.refuse.push(554, 554);
  await expect(notifier.send(notice)).rejects.toMatchObject({ name: "NotifyError" });
  expect(mail.refuse).toEqual([554]);
  await notifier.close();
});

test("one channel that takes it is enough; the other is told of", async () => {
  await mail.close();
  const channels = [createWebhook({ url: hook.url }), createSmtp({ url: mail.url, address })];
  const notifier = createNotifier(channels, options);
  expect(notifier.channels).toEqual(["webhook", "smtp"]);
  await notifier.send(notice);
  expect(failed).toEqual(["smtp"]);
  expect(hook.received).toHaveLength(1);
  await notifier.close();
});

test("without a channel nobody is told, and nothing fails", async () => {
  const notifier = createNotifier([], options);
  await notifier.send(notice);
  expect(notifier.channels).toEqual([]);
});
