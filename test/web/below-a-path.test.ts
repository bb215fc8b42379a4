import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumMissing, openBrowser, type TestBrowser } from "../support/browser.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** A proxy that serves the pages below `/memory-of-mine/` and takes the path away, as they are usually set up. */
const BELOW = "/memory-of-mine";

let folder: TestFolder;
let service: TestService;
let proxy: Server;
let browser: TestBrowser;
/** Answers in Engram's place. */
let guard: ((answer: ServerResponse) => void) | null = null;

function forwarded(asked: IncomingMessage) {
  const { host, port } = new URL(service.url);
  const path = asked.url?.startsWith(BELOW) ? asked.url.slice(BELOW.length) || "/" : null;
  const headers = { ...asked.headers, host, ...(asked.headers.origin ? { origin: service.url } : {}) };
  return path === null ? null : request({ host: "127.0.0.1", port, path, method: asked.method, headers });
}

function pass(asked: IncomingMessage, answer: ServerResponse): void {
  if (guard) return guard(answer);
  const onward = forwarded(asked);
  if (onward === null) return void answer.writeHead(404).end("not here");
  onward.on("response", (got) => {
    answer.writeHead(got.statusCode ?? 500, got.headers);
    got.pipe(answer);
  });
  asked.pipe(onward);
}

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  service = await startService(folder.path);
  proxy = createServer(pass);
  proxy.on("upgrade", (asked, socket) => {
    const onward = forwarded(asked);
    if (onward === null) return void socket.destroy();
    onward.on("upgrade", (got, upstream, head) => {
      const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      if (head.length > 0) socket.write(head);
      upstream.pipe(socket).pipe(upstream);
      socket.on("error", () => upstream.destroy());
      upstream.on("error", () => socket.destroy());
    });
    onward.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  proxy?.closeAllConnections();
  proxy?.close();
  await service?.stop();
  await folder?.remove();
});

describe.skipIf(chromiumMissing() !== null)("the pages below a path", () => {
  test("a message is answered, found in memory, and told live", async () => {
    const { port } = proxy.address() as AddressInfo;
    const { page } = await browser.open(`http://127.0.0.1:${port}${BELOW}/`);
    const missed: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 404) missed.push(response.url());
    });
    await page.getByRole("textbox", { name: /message/i }).fill("My sister Annelie lives in Lyon.");
    await page.keyboard.press("Enter");
    await page
      .getByText(/^Noted\./)
      .first()
      .waitFor();
    await page.goto(`http://127.0.0.1:${port}${BELOW}/#/memory/facts`);
    await page.getByText("Annelie lives in Lyon.").first().waitFor();
    await page.goto(`http://127.0.0.1:${port}${BELOW}/#/settings`);
    expect(missed).toEqual([]);
  });

  test.each([
    ["leads to another place", 302],
    ["refuses", 401],
  ])(
    "a sign-in in front of Engram that is over and %s is named, and Engram asks for no key",
    async (_, status) => {
      const { port } = proxy.address() as AddressInfo;
      const { page } = await browser.open(`http://127.0.0.1:${port}${BELOW}/`);
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      // All pages are loaded.
      await page.waitForLoadState("networkidle");
      guard = (answer) =>
        void answer
          .writeHead(status, { "content-type": "text/html", location: `${service.url}/login` })
          .end("<p>");
      await page.getByRole("link", { name: "Memory" }).click();
      await page.getByText("wants you to sign in again").first().waitFor();
      expect(await page.getByLabel("API key").count()).toBe(0);
      guard = null;
      await page.getByRole("button", { name: "Load the page again" }).click();
      await page.getByText("wants you to sign in again").first().waitFor({ state: "detached" });
      await page.context().close();
    },
  );

  test("a proxy that does not pass on WebSockets is named", async () => {
    const plain = createServer((asked, answer) => {
      asked.headers.connection = "close";
      delete asked.headers.upgrade;
      pass(asked, answer);
    }).listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { page } = await browser.open(`http://127.0.0.1:${(plain.address() as AddressInfo).port}${BELOW}/`);
    await page.getByText("does not pass on WebSockets").waitFor();
    await page.context().close();
    plain.closeAllConnections();
    plain.close();
  });
});
