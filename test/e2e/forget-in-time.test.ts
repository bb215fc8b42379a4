import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createServerModel } from "../../src/adapters/model-server/chat-model.ts";
import { STATUSES } from "../../src/domain/model/status.ts";
import { HOUR_MS, MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { ReviewPatch } from "../../src/domain/model/review.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { remember } from "../../src/services/remember.ts";
import { openService, type EvalService } from "../eval/service/open.ts";
import { idlePass, liveThrough } from "../eval/service/passes.ts";
import { startReadingLlama, type ReadingLlama, type ToldFact } from "../support/reading-llama.ts";

/** What becomes of a wish to forget as time passes, and after a process that died: the service on a clock that is moved. */
let llama: ReadingLlama;
let service: EvalService;
let user: UserStore;
let conversationId: string | undefined;

const START = "2026-03-01T09:00:00.000Z";
const KNEE = "The user was at the Rosenhof clinic because of their knee.";
const VISIT = "The user had a scan at the Rosenhof clinic.";
const TOLD = "I was at the Rosenhof clinic because of my knee. I had a scan at the Rosenhof clinic.";
const WISH = "Could you do me a favour and unlearn the business with the Rosenhof clinic?";
const told = (predicate: string, object: string, text: string, quote: string): ToldFact => ({
  subject: "user",
  predicate,
  object,
  text,
  quote,
});
/** Code reads it as a wish, too. */
const PLAIN_WISH = "Please forget everything I told you about the Rosenhof clinic.";
const NEXT = "What shall I cook tonight?";

beforeEach(async () => {
  llama = await startReadingLlama({
    meant: /Rosenhof/,
    reads: {
      [TOLD]: {
        facts: [
          told("VISITED", "Rosenhof clinic", KNEE, "I was at the Rosenhof clinic"),
          told("HAD", "scan", VISIT, "I had a scan at the Rosenhof clinic"),
        ],
      },
      [PLAIN_WISH]: { requests: [{ kind: "forget", target: "everything about the Rosenhof clinic" }] },
      [WISH]: { requests: [{ kind: "forget", target: "the business with the Rosenhof clinic" }] },
    },
  });
  const model = createServerModel({ url: llama.url, model: "", timeoutMs: 60_000 });
  service = await openService(model, START);
  user = service.engine.store.forUser("local");
  conversationId = undefined;
});
afterEach(async () => {
  await service.close();
  await llama.close();
});

/** One turn through the chat; the reply as it was shown. */
async function say(message: string): Promise<string> {
  const reply = await sayUnread(message);
  await liveThrough(service, "local");
  return reply;
}

/** Nothing is extracted from it yet. */
async function sayUnread(message: string): Promise<string> {
  let reply = "";
  const input = { message, conversationId, memory: "on", mode: "chat" } as const;
  for await (const event of service.engine.chat("local", input, new AbortController().signal)) {
    if (event.type === "done") ({ conversationId, reply } = event);
  }
  return reply;
}

async function tellAndWish(wish = WISH): Promise<void> {
  await say(TOLD);
  await say(wish);
}

async function pass(ms: number): Promise<void> {
  service.clock.driveTo(plusMs(service.clock.now(), ms));
  await service.engine.forgetting.eraseDue();
}

async function statuses(): Promise<Record<string, string>> {
  const facts = await user.facts({ statuses: STATUSES, limit: 50 });
  return Object.fromEntries(facts.map(({ text, status }) => [text, status]));
}

/** As a process left it that died: these entries of the wish are open. */
async function reopen(reasons: string[], set: ReviewPatch): Promise<void> {
  const { items } = await user.reviewPage({ kind: "forget", limit: 50 });
  await user.apply({
    actor: "user",
    reason: "test",
    mutations: items
      .filter(({ reason }) => reasons.includes(reason))
      .map(({ id }) => ({ op: "review.patch", id, set: { state: "open", ...set } }) as const),
  });
}

const AWAY = { [KNEE]: "archived", [VISIT]: "archived" };
const BACK = { [KNEE]: "staged", [VISIT]: "staged" };

test("what a plain wish hid is erased when its hours are over and it was shown, and not before", async () => {
  await tellAndWish(PLAIN_WISH);
  await pass(30 * HOUR_MS);
  expect(await statuses()).toEqual(AWAY);

  expect(await statuses()).toEqual(AWAY);
  expect(await say(NEXT)).toMatch(/^I have hidden 2 memories/);
  await pass(23 * HOUR_MS);
  expect(await statuses()).toEqual(AWAY);
  await pass(HOUR_MS);
  expect(await statuses()).toEqual({});
  const turns = await user.episodes({ order: "oldest", limit: 10 });
  expect(JSON.stringify(turns)).not.toMatch(/Rosenhof|knee|scan/);
  expect(await say(NEXT)).toBe("I see.");
});

describe("a plain imperative that means one thing", () => {
  const HOME = "I live in Narvik.";
  const LIVES = "The user lives in Narvik.";
  beforeEach(() => {
    llama.table.reads[HOME] = { facts: [told("LIVES_IN", "Narvik", LIVES, "I live in Narvik")] };
  });

  test("hides it at once, and says so in the same reply", async () => {
    await say(HOME);
    const reply = await say("Forget that I live in Narvik.");
    expect(reply).toMatch(
      /^I have hidden 1 memory, as you asked\. It is erased for good in 24 hours, or now/,
    );
    expect(reply).toContain(`1. ${LIVES}`);
    expect(llama.calls("wishes")).toBe(0);
    expect(await statuses()).toEqual({ [LIVES]: "archived" });
    const [wish] = await user.episodes({ order: "newest", limit: 1 });
    expect(wish?.assistantReply).toMatch(/^I have hidden 1 memory/);
    expect(JSON.stringify(wish)).not.toContain("Narvik");
  });

  test.each(["no", "Undo that."])("%s brings it back", async (answer) => {
    await say(HOME);
    await say("Forget that I live in Narvik.");
    await say(answer);
    expect(await statuses()).toEqual({ [LIVES]: "staged" });
    await pass(30 * HOUR_MS);
    expect(await statuses()).toEqual({ [LIVES]: "staged" });
  });

  test("yes erases it, with its words", async () => {
    await say(HOME);
    await say("Forget that I live in Narvik.");
    expect(await say("yes")).toMatch(/^Forgotten/);
    expect(await statuses()).toEqual({});
    expect(JSON.stringify(await user.episodes({ order: "oldest", limit: 10 }))).not.toContain("Narvik");
    expect(await say("Undo that.")).toContain("cannot be brought back");
  });

  test("undone twice it is kept, and never said to be lost", async () => {
    await say(HOME);
    await say("Forget that I live in Narvik.");
    for (let times = 0; times < 2; times++)
      expect(await say("Undo that.")).toBe("All right, everything stays as it was.");
    expect(await statuses()).toEqual({ [LIVES]: "staged" });
  });

  test("what time has erased is not said to be kept", async () => {
    await say(HOME);
    await say("Forget that I live in Narvik.");
    await pass(24 * HOUR_MS);
    expect(await statuses()).toEqual({});
    expect(await say("no")).toContain("cannot be brought back");
  });

  test("so does time, also where it was said off the record", async () => {
    await say(HOME);
    await say("Off the record: forget that I live in Narvik.");
    await pass(23 * HOUR_MS);
    expect(await statuses()).toEqual({ [LIVES]: "archived" });
    await pass(HOUR_MS);
    expect(await statuses()).toEqual({});
    expect(JSON.stringify(await user.episodes({ order: "oldest", limit: 10 }))).not.toContain("Narvik");
  });

  test("a turn that was not extracted yet is extracted when it is back", async () => {
    await sayUnread(HOME);
    await say("Forget that.");
    expect(llama.calls("extraction")).toBe(0);
    expect(await statuses()).toEqual({});
    await say("no");
    expect(await statuses()).toEqual({ [LIVES]: "staged" });
  });
});

test("what could be meant too stays when no answer comes, and is not asked about again", async () => {
  llama.table = { ...llama.table, meant: /nothing/, maybe: /^The user had a scan/ };
  await tellAndWish();
  expect(await say(NEXT)).toMatch(/I am not sure whether you mean this too/);
  await pass(25 * HOUR_MS);
  expect((await user.reviewPage({ kind: "forget", state: "open", limit: 5 })).items).toEqual([]);
  expect(await statuses()).toEqual(BACK);
  expect(await say(NEXT)).toBe("I see.");
});

test("what could be meant too does not go with an answer to another question", async () => {
  llama.table = { ...llama.table, meant: /nothing/, maybe: /^The user/ };
  await tellAndWish();
  const open = async () => (await user.reviewPage({ kind: "forget", state: "open", limit: 5 })).items;
  const [chosen = "", other = ""] = (await open()).map(({ id }) => id);
  expect(await service.engine.forgetting.answer(user, [chosen], [chosen])).toMatchObject({ facts: 1 });
  expect((await open()).map(({ id }) => id)).toEqual([other]);
  expect(await user.facts({ statuses: STATUSES, limit: 50 })).toHaveLength(1);
});

test("a wish that could not be read is taken up again", async () => {
  llama.garbled.add("wishes");
  await tellAndWish();
  expect(llama.calls("wishes")).toBe(2);
  expect(await say(NEXT)).toBe("I see.");
  llama.garbled.clear();
  await pass(5 * MINUTE_MS);
  expect(llama.calls("wishes")).toBe(2);
  await pass(6 * MINUTE_MS);
  expect(llama.calls("wishes")).toBe(3);
  expect(await statuses()).toEqual(AWAY);
  expect(await say(NEXT)).toMatch(/^I have hidden 2 memories/);
});

test("one that nobody can read all day is given up, and told of", async () => {
  llama.garbled.add("wishes");
  await tellAndWish();
  await pass(25 * HOUR_MS);
  const asked = llama.calls("wishes");
  await pass(HOUR_MS);
  expect(llama.calls("wishes")).toBe(asked);
  expect(await statuses()).toEqual(BACK);
  expect(await say(NEXT)).toMatch(/^You asked me to forget something, but I find nothing stored/);
});

test("a no is the end of a wish, also of one whose process died before it was through", async () => {
  await tellAndWish();
  await reopen(["request"], { decidedAt: null, decidedBy: null });
  await say(NEXT);
  await say("no");
  const asked = llama.calls("wishes");
  await pass(11 * MINUTE_MS);
  expect(llama.calls("wishes")).toBe(asked);
  expect(await statuses()).toEqual(BACK);
  expect(await say(NEXT)).toBe("I see.");
});

test("and so is a yes", async () => {
  await tellAndWish();
  await reopen(["request"], { decidedAt: null, decidedBy: null });
  await say(NEXT);
  await say("yes");
  await pass(11 * MINUTE_MS);
  expect(await statuses()).toEqual({});
  expect(await say(NEXT)).toBe("I see.");
});

test("what a process put away before it died is not put away a second time", async () => {
  await tellAndWish();
  await reopen(["request"], { decidedAt: null, decidedBy: null });
  await pass(11 * MINUTE_MS);
  expect(llama.calls("wishes")).toBe(2);
  expect(await statuses()).toEqual(AWAY);
  await say(NEXT);
  await say("no");
  expect(await statuses()).toEqual(BACK);
});

test("what was being erased is erased soon after a process died doing it", async () => {
  await tellAndWish();
  await say(NEXT);
  await reopen(["statement", "words", "turn"], { decidedBy: "user" });
  await pass(11 * MINUTE_MS);
  expect(await statuses()).toEqual({});
  expect(await say(NEXT)).toBe("I see.");
});

test("what only a model reads as a wish stays hidden, and is erased by a yes alone", async () => {
  await tellAndWish();
  expect(await say(NEXT)).toMatch(
    /^I have hidden 2 memories, as you asked\. They are erased for good only if you say yes/,
  );
  await pass(30 * 24 * HOUR_MS);
  expect(await statuses()).toEqual(AWAY);
  const { items } = await user.reviewPage({ kind: "forget", state: "open", limit: 5 });
  await service.engine.review.accept("local", items[0]?.id ?? "");
  expect(await statuses()).toEqual({});
});

test("what was heard but not judged yet is judged after a no", async () => {
  await tellAndWish();
  await idlePass(service, "local");
  expect(await statuses()).toEqual(AWAY);
  await say(NEXT);
  await say("no");
  await idlePass(service, "local");
  expect(await statuses()).toEqual({ [KNEE]: "verified", [VISIT]: "verified" });
});

test("what is told again after the wish stays; the rest is erased in its time", async () => {
  await tellAndWish(PLAIN_WISH);
  service.clock.driveTo(plusMs(START, HOUR_MS));
  const again = "Keep this one: I was at the Rosenhof clinic because of my knee.";
  llama.table.reads[again] = {
    facts: [told("VISITED", "Rosenhof clinic", KNEE, "I was at the Rosenhof clinic")],
  };
  await say(again);
  expect(await statuses()).toEqual({ [KNEE]: "staged", [VISIT]: "archived" });
  await pass(25 * HOUR_MS);
  expect(await statuses()).toEqual({ [KNEE]: "staged" });
  expect(JSON.stringify(await user.episodes({ order: "oldest", limit: 10 }))).toContain(again);
  await idlePass(service, "local");
  expect(await statuses()).toEqual({ [KNEE]: "verified" });
});

test.each([
  { source: "document", speaker: undefined },
  { source: "import", speaker: undefined },
  { source: "api", speaker: "Mallory" },
] as const)("words of another ask nothing of the memory: $source, $speaker", async ({ source, speaker }) => {
  await say(TOLD);
  for (const kind of ["forget", "off_record"] as const) {
    const text = `${WISH} (${kind})`;
    llama.table.reads[text] = { requests: [{ kind, target: "the Rosenhof clinic" }] };
    llama.table.reads[`${speaker ?? "user"}: ${text}`] = llama.table.reads[text];
    await remember(service.engine, "local", { text, speaker, source });
    await liveThrough(service, "local");
  }
  expect(llama.calls("extraction")).toBe(3);
  expect(llama.calls("wishes")).toBe(0);
  expect(await statuses()).toEqual(BACK);
  expect(await user.episodes({ order: "oldest", limit: 10 })).toHaveLength(3);
});
