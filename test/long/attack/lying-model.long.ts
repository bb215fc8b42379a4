import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServerModel } from "../../../src/adapters/model-server/chat-model.ts";
import { createNotebook } from "../../../src/adapters/notebook/index.ts";
import type { Fact } from "../../../src/domain/model/fact.ts";
import { STATUSES, type Status } from "../../../src/domain/model/status.ts";
import { DAY_MS, HOUR_MS, plusMs } from "../../../src/domain/model/time.ts";
import type { ChatModel } from "../../../src/ports/chat-model.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import { openService, type EvalService } from "../../eval/service/open.ts";
import { idlePass, liveThrough, runJob } from "../../eval/service/passes.ts";
import { say } from "../../eval/service/say.ts";
import { HIGH_STAKES_TEXTS, LIES, lying, TOLD, TRIFLES, type Lie } from "../../support/lies.ts";
import { startReadingLlama, type ReadingLlama } from "../../support/reading-llama.ts";

/**
 * A model that says yes to all it is asked, and makes up wishes, facts and ends: nothing is erased, what is medical or of
 * identity ends by its owner alone, and the rest can be undone. Each case is a copy of one memory, and a clock of its own.
 */
const START = "2026-03-01T09:00:00.000Z";
const NEXT = "What shall I cook tonight?";
const ME = "local";
/** Beside the pass itself. */
const JOBS = [
  "deduplicate",
  "consolidate-types",
  "consolidate",
  "infer-relations",
  "adjust-confidence",
  "communities",
  "summarise",
  "prune",
];
const CLOSED: readonly Status[] = ["superseded", "corrected", "retracted", "archived"];
/** What one turn may end, and the one value that the words of a short turn may tell anew. */
const CLOSED_MAX = 3 + 1;

let llama: ReadingLlama;
let base: EvalService;
let before: Map<string, Fact>;
let learnedUntil: string;

beforeAll(async () => {
  llama = await startReadingLlama({ reads: { ...TOLD } });
  base = await openService(createServerModel({ url: llama.url, model: "", timeoutMs: 60_000 }), START);
  for (const message of Object.keys(TOLD)) {
    base.clock.driveTo(plusMs(base.clock.now(), HOUR_MS));
    await say(base, ME, message, undefined);
    await liveThrough(base, ME);
  }
  await idlePass(base, ME);
  before = await known(base);
  learnedUntil = plusMs(base.clock.now(), HOUR_MS);
  const believed = [...before.values()].filter(({ status }) => status === "verified");
  expect(believed.map(({ text }) => text)).toHaveLength(Object.keys(TOLD).length);
});
afterAll(async () => {
  await base?.close();
  await llama?.close();
});

const userOf = ({ engine }: EvalService): UserStore => engine.store.forUser(ME);

async function known(service: EvalService): Promise<Map<string, Fact>> {
  const facts = await userOf(service).facts({ statuses: STATUSES, limit: 500 });
  return new Map(facts.map((fact) => [fact.id, fact]));
}

const shape = ({ text, status, predicate, subjectId, objectId, value, polarity, invalidAt }: Fact) => ({
  text,
  status,
  predicate,
  subjectId,
  objectId,
  value,
  polarity,
  invalidAt,
});

interface Harm {
  /** Statements that are not there any more, and turns whose words are gone. */
  erased: string[];
  /** Over, or said to be over, without a question to the owner. */
  highClosed: string[];
  /** Hidden by a wish nobody had, until the owner says no. */
  highHidden: string[];
  hidden: string[];
  closed: string[];
  changed: string[];
}

async function harmTo(service: EvalService): Promise<Harm> {
  const user = userOf(service);
  const now = await known(service);
  const turns = JSON.stringify(await user.episodes({ order: "oldest", limit: 200 }));
  const forgettings = (await user.reviewPage({ kind: "forget", state: "open", limit: 200 })).items;
  const waiting = new Set(forgettings.map(({ right }) => right));
  const harm: Harm = { erased: [], highClosed: [], highHidden: [], hidden: [], closed: [], changed: [] };
  for (const message of Object.keys(TOLD)) if (!turns.includes(message)) harm.erased.push(message);
  for (const [id, was] of before) {
    const is = now.get(id);
    const isHigh = HIGH_STAKES_TEXTS.has(was.text);
    if (is === undefined) harm.erased.push(was.text);
    else if (waiting.has(id) && is.status === "archived")
      (isHigh ? harm.highHidden : harm.hidden).push(was.text);
    else if (CLOSED.includes(is.status) || is.invalidAt !== null)
      (isHigh ? harm.highClosed : harm.closed).push(`${was.text} ${is.status} ${is.invalidAt?.at ?? ""}`);
    else if (JSON.stringify(shape(is)) !== JSON.stringify(shape(was)))
      harm.changed.push(`${was.text} -> ${JSON.stringify(shape(is))}`);
  }
  return harm;
}

/** One call undoes everything that was done. */
async function takeBack(service: EvalService): Promise<string[]> {
  await service.engine.review.undoSince(ME, learnedUntil);
  const now = await known(service);
  return [...before.values()].flatMap((was) => {
    const is = now.get(was.id);
    const same = is !== undefined && JSON.stringify(shape(is)) === JSON.stringify(shape(was));
    return same ? [] : [`${was.text}: ${is === undefined ? "gone" : JSON.stringify(shape(is))}`];
  });
}

async function pass(service: EvalService, ms: number): Promise<void> {
  service.clock.driveTo(plusMs(service.clock.now(), ms));
  await service.engine.forgetting.eraseDue();
}

/** A turn two days later, its reading, the pass and every job; then a day. */
async function live(service: EvalService, message: string, isShown: boolean): Promise<void> {
  await pass(service, 2 * DAY_MS);
  const { conversationId } = await say(service, ME, message, undefined);
  await liveThrough(service, ME);
  await idlePass(service, ME);
  if (isShown) {
    await say(service, ME, NEXT, conversationId);
    await liveThrough(service, ME);
  }
  await pass(service, 26 * HOUR_MS);
  await idlePass(service, ME);
  for (const job of JOBS) await runJob(service, ME, job);
  await pass(service, 26 * HOUR_MS);
}

const TURNS = Object.keys(TRIFLES);
const CASES = LIES.flatMap((lie, at) =>
  TURNS.map((message, n) => ({ lie, message, isShown: (at + n) % 2 === 0 })),
);

async function onCopy<T>(work: (service: EvalService) => Promise<T>, model?: ChatModel): Promise<T> {
  const service = await base.copied(model);
  try {
    return await work(service);
  } finally {
    llama.lies = null;
    await service.close();
  }
}

function judged(lie: Lie, message: string, isShown: boolean): Promise<{ harm: Harm; left: string[] }> {
  return onCopy(async (service) => {
    llama.lies = lying(lie);
    await live(service, message, isShown);
    const harm = await harmTo(service);
    llama.lies = null;
    return { harm, left: await takeBack(service) };
  });
}

describe("a model that lies", () => {
  const sum = {
    cases: 0,
    erased: 0,
    highClosed: 0,
    highHidden: 0,
    hidden: 0,
    closed: 0,
    changed: 0,
    undone: 0,
  };
  let most = 0;

  test.each(LIES)(
    "$what",
    async (lie) => {
      const harms: string[] = [];
      for (const { message, isShown } of CASES.filter((one) => one.lie === lie)) {
        const { harm, left } = await judged(lie, message, isShown);
        sum.cases += 1;
        for (const key of ["erased", "highClosed", "highHidden", "hidden", "closed", "changed"] as const)
          sum[key] += harm[key].length;
        most = Math.max(most, harm.closed.length);
        if (left.length === 0) sum.undone += 1;
        const bad = [
          ...harm.erased.map((one) => `erased: ${one}`),
          ...harm.highClosed.map((one) => `closed: ${one}`),
          ...(harm.closed.length > CLOSED_MAX ? harm.closed.map((one) => `too many: ${one}`) : []),
          ...left.map((one) => `left: ${one}`),
        ];
        harms.push(...bad.map((one) => `${message} (${isShown ? "shown" : "not shown"}): ${one}`));
      }
      expect(harms).toEqual([]);
    },
    600_000,
  );

  test("every question was put to it", () => {
    for (const schema of [
      "extraction",
      "verdicts",
      "rulings",
      "changes",
      "standings",
      "wishes",
      "identities",
      "texts",
    ])
      expect(llama.calls(schema), schema).toBeGreaterThan(0);
  });

  afterAll(() => {
    console.log(
      `lying model: ${sum.cases} cases: ${sum.erased} erased, ${sum.highClosed} high-stakes closed, ` +
        `${sum.closed} others closed (at most ${most} by one turn), ${sum.highHidden + sum.hidden} hidden until a no ` +
        `(${sum.highHidden} high-stakes), ${sum.undone} undone`,
    );
  });
});

const NO_HARM: Harm = { erased: [], highClosed: [], highHidden: [], hidden: [], closed: [], changed: [] };

test.each([
  ["an honest model", () => undefined],
  ["no model", createNotebook],
])("with %s, turns of no weight change nothing", async (_, modelOf) => {
  for (const message of TURNS)
    await onCopy(async (service) => {
      await live(service, message, false);
      expect(await harmTo(service), message).toEqual(NO_HARM);
    }, modelOf());
});

test.each([
  "Could you do me a favour and unlearn the business with penicillin?",
  "Please forget everything I told you about penicillin.",
])("an honest wish is asked about or carried out, and erased with a yes: %s", (wish) =>
  onCopy(async (service) => {
    llama.table = {
      reads: { ...TOLD, [wish]: { requests: [{ kind: "forget", target: "penicillin" }] } },
      meant: /penicillin/,
    };
    await pass(service, 2 * DAY_MS);
    const { conversationId } = await say(service, ME, wish, undefined);
    await liveThrough(service, ME);
    await say(service, ME, NEXT, conversationId);
    await say(service, ME, "yes", conversationId);
    await liveThrough(service, ME);
    const { erased, ...others } = await harmTo(service);
    expect(erased).toEqual(["I am allergic to penicillin.", "The user is allergic to penicillin."]);
    expect({ ...others, erased: [] }).toEqual(NO_HARM);
  }),
);

test("what is medical or of identity does not fade: three years without a word of it", () =>
  onCopy(async (service) => {
    for (let months = 0; months < 36; months++) {
      await pass(service, 30 * DAY_MS);
      await runJob(service, ME, "adjust-confidence");
      await runJob(service, ME, "prune");
    }
    const { highClosed, erased } = await harmTo(service);
    expect({ highClosed, erased }).toEqual({ highClosed: [], erased: [] });
  }));
