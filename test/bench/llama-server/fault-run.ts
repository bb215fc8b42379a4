import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../support/client.ts";
import { askedTurns } from "./answers.ts";
import type { Call } from "./call.ts";
import { TIMEOUT_SECONDS, type FaultPlan } from "./fault-plans.ts";
import type { StandingFault } from "./fault.ts";
import type { Rig } from "./rig.ts";
import { message, thing } from "./words.ts";

/** What became of the turns of one conversation that faults befell. */
export interface Outcome {
  plan: string;
  /** Requests that a fault met. */
  hits: number;
  turns: number;
  /** Extracted, with the one fact that the turn tells. */
  done: number;
  /** Given up after their last attempt, with their reason, and listed. */
  setAside: number;
  /** Still waiting long after the faults have ended. */
  stuck: number;
  /** Counted as extracted though their fact is missing. */
  lost: number;
  /** Their fact stands there more than once. */
  twice: number;
  /** Given up, and listed nowhere. */
  hidden: number;
  /** Most extractions that one turn was in, those left out that a message cut short; and the latter. */
  callsMax: number;
  abortedMax: number;
  /** Whether a message after the faults got its reply. */
  goesOn: boolean;
  /** From the end of the faults until nothing waited. */
  settledSeconds: number;
}

/** While faults happen; one more comes after them. */
const TURNS_AMID = 3;
export const TURNS_PER_PLAN = TURNS_AMID + 1;
const WORDS = 22;
/** Hits that are waited for where a fault stays until it is lifted: all attempts at a turn. */
const HITS_MIN = 3;
const SPEAKING_MAX = 3;
const LOOK_MS = 250;
const SETTLE_MS_MAX = 300_000;

/** A conversation that faults befall. */
interface Sufferer {
  plan: FaultPlan;
  /** What it speaks of, a thing in each turn. */
  numbers: number[];
  faults: StandingFault[];
  conversationId: string | undefined;
}

/**
 * Some conversations at the same time, in steps: all of them say something, then nobody does until the faults have
 * struck their extractions, then the faults are lifted, and once nothing waits any more the turns are counted. Their
 * things are numbered from `first`.
 */
export async function sufferTogether(rig: Rig, plans: FaultPlan[], first: number): Promise<Outcome[]> {
  const all = plans.map((plan, at) => sufferer(rig, plan, first + at * TURNS_PER_PLAN));
  await severalAtOnce(all, (one) => talkAmid(rig, one));
  await Promise.all(all.map(struck));
  for (const { faults } of all) for (const fault of faults) fault.lift();
  const goneOn = new Set<Sufferer>();
  await severalAtOnce(all, async (one) => {
    if (await say(rig, one, one.numbers.at(-1) ?? first)) goneOn.add(one);
  });
  const lifted = performance.now();
  return Promise.all(
    all.map(async (one) => {
      await settled(rig, one.conversationId ?? "");
      const settledSeconds = (performance.now() - lifted) / 1000;
      const hits = one.faults.reduce((sum, fault) => sum + fault.hits, 0);
      const goesOn = goneOn.has(one);
      return { plan: one.plan.name, hits, ...(await fateOf(rig, one)), goesOn, settledSeconds };
    }),
  );
}

/** No more conversations speak at the same time than the server can answer without a long wait. */
async function severalAtOnce(all: Sufferer[], work: (one: Sufferer) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: SPEAKING_MAX }, next));
}

function sufferer({ proxy }: Rig, plan: FaultPlan, first: number): Sufferer {
  const numbers = Array.from({ length: TURNS_PER_PLAN }, (_, n) => first + n);
  const said = numbers.map((n) => thing(n));
  const faults = plan.steps.map((step) => proxy.faults.add({ ...step, said }));
  return { plan, numbers, faults, conversationId: undefined };
}

async function talkAmid(rig: Rig, one: Sufferer): Promise<void> {
  for (const n of one.numbers.slice(0, TURNS_AMID)) {
    await say(rig, one, n);
    await sleep(one.plan.pauseMs);
  }
}

/** Whether there was a reply. */
async function say({ api }: Rig, one: Sufferer, n: number): Promise<boolean> {
  const given = one.conversationId === undefined ? {} : { conversationId: one.conversationId };
  const { status, body } = await api.post("/chat", { message: message(n, WORDS), ...given });
  one.conversationId ??= body?.conversationId as string | undefined;
  return status === 200;
}

async function struck({ plan, faults }: Sufferer): Promise<void> {
  const isStruck = async (): Promise<boolean> =>
    faults.every(({ hits }, at) => hits >= (plan.steps[at]?.count ?? HITS_MIN));
  await until(isStruck, "the faults", plan.strikeMsMax).catch(() => undefined);
}

async function fateOf(rig: Rig, { numbers, conversationId }: Sufferer): Promise<Counted & Called> {
  const turns = await turnsOf(rig, conversationId ?? "");
  const things = numbers.map((n) => thing(n));
  return { ...counted(turns), ...callsOf(rig, things) };
}

/** Also resolves when it takes too long: what still waits is then counted as stuck. */
async function settled(rig: Rig, conversationId: string): Promise<void> {
  const isSettled = async (): Promise<boolean> => {
    await sleep(LOOK_MS);
    const { items } = (
      await rig.api.get(`/memory/episodes?extraction=pending&conversationId=${conversationId}`)
    ).body;
    return items.length === 0;
  };
  await until(isSettled, "the end of all extractions", SETTLE_MS_MAX).catch(() => undefined);
}

interface Turn {
  state: string;
  facts: number;
  isListed: boolean;
}

async function turnsOf({ api }: Rig, conversationId: string): Promise<Turn[]> {
  const failed = (await api.get(`/memory/episodes?extraction=failed&conversationId=${conversationId}`)).body;
  const { episodes } = (await api.get(`/conversations/${conversationId}?limit=200`)).body;
  return Promise.all(
    (episodes as { id: string; extraction: { state: string } }[]).map(async ({ id, extraction }) => ({
      state: extraction.state,
      facts: ((await api.get(`/memory/episodes/${id}`)).body.factIds as string[]).length,
      isListed: failed.items.some((one: any) => one.id === id && one.extraction.error !== null),
    })),
  );
}

type Counted = Pick<Outcome, "turns" | "done" | "setAside" | "stuck" | "lost" | "twice" | "hidden">;

/** A turn that was never stored is lost, too. */
function counted(turns: Turn[]): Counted {
  const count = (matches: (turn: Turn) => boolean): number => turns.filter(matches).length;
  return {
    turns: TURNS_PER_PLAN,
    done: count(({ state, facts }) => state === "done" && facts === 1),
    setAside: count(({ state, isListed }) => state === "failed" && isListed),
    stuck: count(({ state }) => state === "pending"),
    lost: count(({ state, facts }) => state === "done" && facts === 0) + TURNS_PER_PLAN - turns.length,
    twice: count(({ facts }) => facts > 1),
    hidden: count(({ state, isListed }) => state === "failed" && !isListed),
  };
}

type Called = Pick<Outcome, "callsMax" | "abortedMax">;

function callsOf({ proxy }: Rig, things: string[]): Called {
  const asked = proxy.calls
    .filter(({ kind }) => kind === "extraction")
    .map((call) => ({ texts: askedTurns(call.body), isCutShort: isCutShort(call) }));
  const most = (isCutShort: boolean): number =>
    Math.max(
      ...things.map((one) => {
        const of = asked.filter(({ texts }) => texts.some((text) => text.includes(one)));
        return of.filter((call) => call.isCutShort === isCutShort).length;
      }),
    );
  return { callsMax: most(false), abortedMax: most(true) };
}

/** By a message that took the model. The service ends other calls only when they take too long. */
function isCutShort({ aborted, startedAt, endedAt }: Call): boolean {
  const seconds = ((endedAt ?? Infinity) - startedAt) / 1000;
  return aborted && seconds < TIMEOUT_SECONDS - 1;
}
