import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofUser, startTableBench, type TableBench, type ToldTurn } from "../support/belief-bench.ts";
import { ACME, AT_WORK, IN_RETIREMENT, OVER, RETIRED } from "../support/retirement.ts";

/** Rulings over several turns share a call; what it fails at or leaves out is asked about turn by turn. */
let at: TableBench;

beforeAll(async () => {
  at = await startTableBench();
});
afterAll(() => at?.close());
beforeEach(() => at.newUser());

const HOF = ofUser("LIVES_IN", "Hof", "The user lives in Hof.");
const ULM = ofUser("LIVES_IN", "Ulm", "The user lives in Ulm.");
const GRAZ = ofUser("LIVES_IN", "Graz", "The user lives in Graz.");
const IN_HOF: ToldTurn = { says: "I live in Hof.", facts: [HOF], on: "2026-03-02" };
const IN_ULM: ToldTurn = { says: "I live in Ulm.", facts: [ULM], on: "2026-06-02" };
const IN_GRAZ: ToldTurn = { says: "I live in Graz.", facts: [GRAZ], on: "2026-07-03" };
const MOVED = { old: HOF.text, new: ULM.text, ruling: "update" } as const;

/** Told one after another, judged in one pass. */
async function tellAll(...turns: ToldTurn[]): Promise<Record<string, number>> {
  for (const { says, on, ...reading } of turns) {
    at.llama.table.reads[says] = reading;
    await at.send(says, on);
    await at.api.extracted();
  }
  return at.api.verify();
}

async function tellOfBoth(): Promise<Record<string, number>> {
  at.llama.table.rulings = [OVER, MOVED];
  await at.tell(AT_WORK);
  await at.tell(IN_HOF);
  at.llama.requests.length = 0;
  return tellAll(IN_RETIREMENT, IN_ULM);
}

const BOTH_ENDED = {
  [ACME.text]: "superseded",
  [HOF.text]: "superseded",
  [RETIRED.text]: "verified",
  [ULM.text]: "verified",
};

test("two turns of one pass are ruled on in one call by each reader", async () => {
  await tellOfBoth();
  expect(await at.statuses()).toEqual(BOTH_ENDED);
  expect(at.llama.calls("rulings")).toBe(2);
});

test("a turn that the answer leaves out is asked about alone", async () => {
  at.llama.table.leavesOut = ULM.text;
  await tellOfBoth();
  expect(await at.statuses()).toEqual(BOTH_ENDED);
  const asked = at.llama.asked("rulings");
  expect(asked.filter((text) => text.includes(RETIRED.text))).toHaveLength(2);
  expect(asked.filter((text) => text.includes(ULM.text))).toHaveLength(3);
});

test("a call that fails is an attempt at none of its turns", async () => {
  const isAboutBoth = ({ messages }: { messages: { content: string }[] }): boolean =>
    [RETIRED, ULM].every(({ text }) => messages.at(-1)?.content.includes(`: ${text}`));
  await at.llama.misbehave("peg-500", { when: isAboutBoth });
  try {
    expect(await tellOfBoth()).toMatchObject({ failed: 0 });
  } finally {
    await at.llama.restore();
  }
  expect(await at.statuses()).toEqual(BOTH_ENDED);
  const { items } = (await at.api.get("/memory/episodes?limit=10")).body;
  expect(new Set(items.map(({ verification }: any) => verification.attempts))).toEqual(new Set([2]));
});

test("a turn stands beside those before it that are about to be believed", async () => {
  await at.tell(IN_HOF);
  at.llama.requests.length = 0;
  at.llama.table.rulings = [MOVED, { ...MOVED, new: GRAZ.text }, { ...MOVED, old: ULM.text, new: GRAZ.text }];
  await tellAll(IN_ULM, IN_GRAZ);
  expect(await at.facts()).toMatchObject({
    [HOF.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-06-02/) },
    [ULM.text]: { status: "superseded", invalidAt: expect.stringMatching(/^2026-07-03/) },
    [GRAZ.text]: { status: "verified", invalidAt: null },
  });
  expect(at.llama.calls("rulings")).toBe(2);
});

test("what a turn before says already is not asked about again", async () => {
  await at.tell(IN_HOF);
  const again = { ...IN_ULM, says: "As I said, I live in Ulm.", on: "2026-06-05" };
  await tellAll(IN_ULM, again);
  expect((await at.facts())[ULM.text].evidence).toHaveLength(2);
  expect(at.llama.asked("rulings").join("\n")).not.toMatch(/old \([^)]*\): The user lives in Ulm/);
});
