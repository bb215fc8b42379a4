import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chromiumMissing,
  openBrowser,
  settled,
  unreadableInUse,
  violationsOf,
  type TestBrowser,
} from "../support/browser.ts";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, until } from "../support/client.ts";
import { printed } from "../support/command.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** What each tries to run: a mark in the window, or a request to another place. */
const RUN = "window.pwned=1";
const AWAY = "https://evil.example/steal";

const TEMPLATES = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${AWAY}.png">`,
  `![pixel](${AWAY}.png)`,
  `![a][b]\n\n[b]: ${AWAY}.svg`,
  `<svg onload=${RUN}><animate onbegin=${RUN} attributeName=x>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><style><img src=x onerror=${RUN}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img src=x onerror=${RUN}>-->`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="${AWAY}"></object><embed src="${AWAY}">`,
  `<link rel=stylesheet href="${AWAY}.css"><style>@import "${AWAY}.css"</style>`,
  `<div style="background:url(${AWAY}.png)">x</div>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}"><base href="${AWAY}">`,
  `<form action="${AWAY}"><button formaction="javascript:${RUN}">ok</button><input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<video autoplay src="${AWAY}" onerror=${RUN}><audio src=x onerror=${RUN}>`,
  `[click](javascript:${RUN})`,
  `[click](JaVaScRiPt:${RUN})`,
  `[click](&#106;avascript:${RUN})`,
  `[click](data:text/html,<script>${RUN}</script>)`,
  `<a href="java\tscript:${RUN}" id=app name=pwned>x</a>`,
  `"><img src=x onerror=${RUN}>`,
  `'"--></title></textarea></style><script>${RUN}</script>`,
  `\`\`\`html"onmouseover="${RUN}\n<script>${RUN}</script>\n\`\`\``,
  `| <img src=x onerror=${RUN}> | b |\n|---|---|\n| c | <svg/onload=${RUN}> |`,
  `<button class=cite data-recall="1" onclick=${RUN}>1</button>`,
  `<template><script>${RUN}</script></template><noscript><img src=x onerror=${RUN}></noscript>`,
  `Rye.[^<svg/onload=${RUN}>]\n\n[^<svg/onload=${RUN}>]: <img src=x onerror=${RUN}>`,
  `[file: <img src=x onerror=${RUN}>.md]\n\`\`\`\n</pre><script>${RUN}</script>\n\`\`\``,
  `{{constructor.constructor('${RUN}')()}}\${${RUN}}`,
];
const DIAGRAMS = [
  `graph TD\n A-->B\n click A "javascript:${RUN}"\n click B call eval("top.${RUN}")`,
  `graph TD\n A-->B\n click A href "${AWAY}" _top\n click B href "${AWAY}"`,
  `graph TD\n A["<img src=x onerror='top.${RUN}'>"] --> B["<script>top.${RUN}</script><a href='${AWAY}'>x</a>"]`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(${AWAY}.css); * { background: url(${AWAY}.png) }"}}%%\ngraph TD\n A["<img src='${AWAY}.png'>"]-->B`,
  `---\nconfig:\n  securityLevel: loose\n  fontFamily: "x; background: url(${AWAY}.png)"\n---\ngraph TD\n A-->B`,
  `classDiagram\n class Shape\n link Shape "javascript:${RUN}"\n callback Shape "${RUN}"`,
  `sequenceDiagram\n participant A\n links A: {"x": "javascript:${RUN}"}\n A->>B: <iframe src="javascript:top.${RUN}">`,
];
const UNDRAWN = [
  `graph TD\n A@{ img: "${AWAY}.png", w: 60, h: 60 } --> B`,
  "graph TD\n A--",
  "not a diagram",
  `graph TD\n A["${"x".repeat(21_000)}"]`,
];

/** Each as it is, in upper case, within a sentence, and behind what ends a tag or an attribute. */
const ATTEMPTS = TEMPLATES.flatMap((text) => [
  text,
  text.replace(/<(\w+)/g, (tag) => tag.toUpperCase()),
  `I said: ${text} and nothing else.`,
  `</p></div>" ${text}`,
]);

const PLACES = [
  "",
  "memory",
  "memory/entities",
  "memory/facts",
  "memory/graph",
  "memory/timeline",
  "memory/coming-up",
  "memory/search?q=said",
  "memory/schema",
  "memory/communities",
  "review",
  "maintenance",
  "maintenance/runs",
  "maintenance/failed",
  "maintenance/record",
  "insight",
  "insight/quality",
  "insight/speed",
  "insight/reports",
  "settings",
  "settings/preferences",
  "settings/keys",
  "settings/transfer",
];

let folder: TestFolder;
let service: TestService;
let llama: FakeLlama;
let browser: TestBrowser;
let threadId: string;
let entityId: string;
let factId: string;
let importedId: string;
let reportDate: string;

beforeAll(async () => {
  if (chromiumMissing() !== null) return;
  folder = await testFolder();
  llama = await startFakeLlama({ slots: 2 });
  llama.reply((body) =>
    body.response_format === undefined ? (body.messages.at(-1)?.content ?? "") : undefined,
  );
  service = await startService(folder.path, { LLAMA_CPP_URL: llama.url });
  const api = client(service.url);
  const first = await api.say(ATTEMPTS[0] ?? "");
  threadId = first.conversationId;
  for (const message of ATTEMPTS.slice(1)) await api.say(message, { conversationId: threadId });
  for (const text of TEMPLATES) {
    const subject = text.slice(0, 190);
    const stated = await api.post("/memory/facts", {
      subject,
      predicate: "LIKES",
      object: text,
      text,
      objectKind: "entity",
    });
    factId = stated.body.id ?? factId;
    entityId = stated.body.subjectId ?? entityId;
  }
  await api.send("PATCH", `/conversations/${threadId}`, { title: TEMPLATES[1] });
  const says = (at: number): string => ATTEMPTS[at] ?? "";
  const body = chatGptExport({ conversations: 1, turns: ATTEMPTS.length / 2, says, replies: says });
  const imported = await fetch(`${service.url}/memory/import/chats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await imported.text();
  importedId = (await api.get("/conversations?limit=200")).body.items.find(
    ({ id }: { id: string }) => id !== threadId,
  ).id;
  const { runId } = (await api.post("/maintenance/jobs/report/run", {})).body;
  await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state === "done", "the report");
  reportDate = (await api.get("/reports?limit=1")).body.items[0].date;
  await api.send("PATCH", `/memory/facts/${factId}`, { status: "disputed" });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await llama?.close();
  await folder?.remove();
});

describe.skipIf(chromiumMissing() !== null)("what others wrote", () => {
  test.each([
    ["messages and replies", () => threadId, ATTEMPTS.length],
    ["imported chats", () => importedId, ATTEMPTS.length / 2],
  ])(`${ATTEMPTS.length} attempts in %s are inert, and look nowhere else`, async (_, id, turns) => {
    const { page, foreign } = await browser.open(`${service.url}/#/chat/${id()}`);
    await page
      .locator(".turn")
      .nth(turns - 1)
      .waitFor();
    const inReplies =
      "document.querySelectorAll('.reply :is(script,img,svg,iframe,object,embed,style,link,form,input,video,audio,meta,base)').length";
    expect(await page.evaluate(inReplies)).toBe(0);
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('a[href]')].filter((a) => !/^(https?|mailto):/.test(a.href)).length",
      ),
    ).toBe(0);
    for (const link of await page.locator(".reply a").all())
      expect(await link.getAttribute("rel")).toContain("noopener");
    for (const said of await page.locator(".reply button, .reply a").all())
      await said.hover({ force: true, timeout: 2_000 });
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(foreign).toEqual([]);
    await page.context().close();
  });

  test.each(["light", "dark"] as const)(
    "no page runs it or fails on it, axe finds nothing wrong, and no control loses its label: %s",
    async (colorScheme) => {
      const reducedMotion = "reduce";
      const { page, errors, foreign } = await browser.open(service.url, { colorScheme, reducedMotion });
      const places = [
        ...PLACES,
        `memory/entities/${entityId}`,
        `memory/facts/${factId}`,
        "memory/search?q=onerror",
        `insight/reports/${reportDate}`,
      ];
      const wrong: string[] = [];
      for (const place of places) {
        await page.goto(`${service.url}/#/${place}`);
        await page.locator("main h1").first().waitFor();
        await settled(page);
        const found = [...(await violationsOf(page)), ...(await unreadableInUse(page))];
        for (const violation of found) wrong.push(`${place}: ${violation}`);
        expect(await page.evaluate("window.pwned"), place).toBeUndefined();
      }
      expect(wrong).toEqual([]);
      expect(errors).toEqual([]);
      expect(foreign).toEqual([]);
      await page.context().close();
    },
  );
});

const fenced = (diagram: string): string => `\`\`\`mermaid\n${diagram}\n\`\`\``;

describe.skipIf(chromiumMissing() !== null)("diagrams", () => {
  async function talkOf(diagrams: string[]) {
    const api = client(service.url);
    const { conversationId } = await api.say("Draw.");
    for (const one of diagrams) await api.say(fenced(one), { conversationId });
    const opened = await browser.open(service.url);
    const refused: string[] = [];
    opened.page.on("requestfailed", (request) => {
      if (request.failure()?.errorText === "csp") refused.push(request.url());
    });
    await opened.page.goto(`${service.url}/#/chat/${conversationId}`);
    const reply = opened.page.locator(".reply").nth(diagrams.length);
    await reply.waitFor();
    return { ...opened, refused };
  }

  test("what is in them runs, opens and loads nothing; what cannot be drawn stays source", async () => {
    const { page, foreign, refused } = await talkOf([...DIAGRAMS, ...UNDRAWN]);
    const undrawn = page.locator(".reply").filter({ hasText: "could not draw" });
    for (let at = 1; at <= DIAGRAMS.length + UNDRAWN.length; at++) {
      const reply = page.locator(".reply").nth(at);
      await reply.locator(".code-head").scrollIntoViewIfNeeded();
      await reply.locator("pre[hidden] + iframe, p:has-text('could not draw')").waitFor();
    }
    expect(await undrawn.locator("pre:visible").count()).toBe(UNDRAWN.length);
    expect(await page.locator("iframe:not([sandbox='allow-scripts'])").count()).toBe(0);
    const frames = page.frames().slice(1);
    expect(frames).toHaveLength(DIAGRAMS.length);
    const active =
      "[...document.querySelectorAll('a[href], iframe, img, script:not([src]), [onerror]')].map((one) => one.outerHTML)";
    for (const frame of frames) {
      const nodes = frame.locator(".node, .actor");
      for (const node of await nodes.all()) await node.dispatchEvent("click");
      expect(await frame.evaluate(`[location.pathname, origin, typeof pwned, ${active}]`)).toEqual([
        "/diagram/frame.html",
        "null",
        "undefined",
        [],
      ]);
    }
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    // Mermaid asks for pictures; the policy of the frame refuses them before anything is sent.
    expect(refused).toEqual(foreign);
    await page.context().close();
  });

  test("one that never ends is given up, and the page goes on", async () => {
    const { page } = await talkOf([]);
    await page.route("**/diagram/mermaid.js", (route) =>
      route.fulfill({
        headers: { "content-type": "text/javascript", "cross-origin-resource-policy": "cross-origin" },
        body: "globalThis.mermaid = { initialize() {}, render() { for (;;); } };",
      }),
    );
    await page.getByRole("textbox", { name: "Message" }).fill(fenced("graph TD\n A-->B"));
    await page.keyboard.press("Enter");
    await page.getByText("it took too long").waitFor();
    expect(await page.locator(".reply iframe").count()).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(chromiumMissing() !== null)("the pages themselves", () => {
  test("come with a policy that runs nothing inline and loads nothing from elsewhere", async () => {
    const { headers } = await fetch(service.url);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("default-src 'self'");
  });

  test("load in less than 150 kB, and hashed files are kept for ever", async () => {
    const { page } = await browser.open("about:blank");
    const sizes: Promise<number>[] = [];
    const caching: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith("/assets/") && pathname !== "/") return;
      const size = response.request().sizes();
      sizes.push(size.then(({ responseBodySize }) => responseBodySize));
      if (pathname.startsWith("/assets/")) caching.push(response.headers()["cache-control"] ?? "");
    });
    await page.goto(service.url);
    await settled(page);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150_000);
    expect(new Set(caching)).toEqual(new Set(["public, max-age=31536000, immutable"]));
    await page.context().close();
  });

  test("ask for a key once there is one, keep nothing of it, and sign out", async () => {
    const { keys, folder: own, service: locked } = await serviceWithKey();
    try {
      const { page } = await browser.open(locked.url);
      await page.getByLabel("API key").fill("eng_0000000000000000_wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByLabel("API key").fill(keys.anna);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("I am Engram, an assistant").waitFor();
      const kept = await page.evaluate(
        "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
      );
      expect(kept).not.toContain(keys.anna.slice(-20));
      expect(await violationsOf(page)).toEqual([]);
      await page.context().close();
    } finally {
      await locked.stop();
      await own.remove();
    }
  });

  test("keep nothing of one user for the next in the same window, nor in another one", async () => {
    const { keys, folder: own, service: locked } = await serviceWithKey();
    try {
      const { page } = await browser.open(locked.url);
      const composer = () => page.getByRole("textbox", { name: "Message" });
      const signIn = async (key: string): Promise<void> => {
        await page.getByLabel("API key").fill(key);
        await page.getByRole("button", { name: "Sign in" }).click();
        await composer().waitFor();
      };
      const end = () => client(locked.url, keys.anna).send("DELETE", "/sessions");
      const asked = () => page.getByLabel("API key").waitFor();
      await signIn(keys.anna);
      await composer().fill("Ben must not read this.");
      const other = await page.context().newPage();
      await other.goto(locked.url);
      await other.getByRole("textbox", { name: "Message" }).fill("Nor this.");
      await end();
      await asked();
      await signIn(keys.anna);
      expect(await composer().inputValue(), "the same user's draft stays").toBe("Ben must not read this.");
      await end();
      await asked();
      await signIn(keys.ben);
      expect(await composer().inputValue()).toBe("");
      await until(async () => (await other.getByRole("textbox", { name: "Message" }).count()) === 1, "ben");
      expect(await other.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");

      await composer().fill("Anna must not read this.");
      await page.goto(`${locked.url}/#/settings/keys`);
      await page.getByRole("button", { name: "Sign out of this browser" }).click();
      await asked();
      expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("Anna");
      await page.context().close();
    } finally {
      await locked.stop();
      await own.remove();
    }
  });

  test("hold no address of another place", () => {
    const built = join(import.meta.dirname, "../../dist/web/assets");
    const scripts = readdirSync(built).filter((name) => name.endsWith(".js") || name.endsWith(".css"));
    expect(scripts.length).toBeGreaterThan(2);
    for (const name of scripts) {
      expect(readFileSync(join(built, name), "utf8"), name).not.toMatch(
        /(?:cdn|unpkg|jsdelivr|googleapis|gstatic)\./,
      );
    }
  });
});

async function serviceWithKey() {
  const own = await testFolder();
  const locked = await startService(own.path, { LLAMA_CPP_URL: llama.url });
  const keyOf = (user: string): Promise<string> => printed(own.path, ["keys", "create", user]);
  return { keys: { anna: await keyOf("anna"), ben: await keyOf("ben") }, folder: own, service: locked };
}
