import type { Random } from "../../eval/stats/random.ts";
import type { CallKind } from "./call.ts";
import type { Fault } from "./fault.ts";

/** What goes wrong in one conversation. */
export interface FaultPlan {
  name: string;
  /** One after another, as requests come. Without `count`, until it is lifted. */
  steps: { fault: Fault; kinds: readonly CallKind[]; count?: number }[];
  /** Between two messages. */
  pauseMs: number;
  /** Longest wait after the last message until the faults have struck; then they are lifted. */
  strikeMsMax: number;
}

/** The service under test gives a request up after this. */
export const TIMEOUT_SECONDS = 4;
const BEYOND_TIMEOUT_MS = 6_000;
const PAUSE_MS = 500;
/** All attempts at a turn: the last one may wait a minute for the sweep. */
const STRIKE_MS_MAX = 75_000;
const STEPS_MAX = 4;
const COUNT_MAX = 4;

const KINDS: readonly (readonly CallKind[])[] = [["reply"], ["extraction"], ["reply", "extraction"]];

/** Every fault that the proxy knows, with figures that hurt. */
export const FAULTS: readonly Fault[] = [
  { type: "status", status: 500 },
  { type: "context" },
  { type: "loading" },
  { type: "delay", ms: 1_500 },
  { type: "delay", ms: BEYOND_TIMEOUT_MS },
  { type: "cut", bytes: 700 },
  { type: "reset" },
  { type: "throttle", tokensPerSecond: 5 },
  { type: "length" },
];

/** Each fault for itself: upon replies or extractions, once or until it is lifted. */
export function singleFaultPlans(): FaultPlan[] {
  return FAULTS.flatMap((fault) =>
    (["reply", "extraction"] as const).flatMap((kind) =>
      [1, undefined].map((count) => ({
        name: `${faultName(fault)}, ${kind}, ${count === undefined ? "until lifted" : "once"}`,
        steps: [{ fault, kinds: [kind], ...(count === undefined ? {} : { count }) }],
        pauseMs: PAUSE_MS,
        strikeMsMax: STRIKE_MS_MAX,
      })),
    ),
  );
}

export function randomPlan(random: Random, n: number): FaultPlan {
  const steps = Array.from({ length: 1 + below(random, STEPS_MAX) }, () => ({
    fault: randomFault(random),
    kinds: KINDS[below(random, KINDS.length)] ?? [],
    count: 1 + below(random, COUNT_MAX),
  }));
  const said = steps.map(({ fault, kinds, count }) => `${count}x ${faultName(fault)} on ${kinds.join("+")}`);
  return {
    name: `${n}: ${said.join(", ")}`,
    steps,
    pauseMs: below(random, 1_500),
    strikeMsMax: below(random, 20_000),
  };
}

function randomFault(random: Random): Fault {
  const fault = FAULTS[below(random, FAULTS.length)] as Fault;
  if (fault.type === "status") return { ...fault, status: [500, 502, 429][below(random, 3)] ?? 500 };
  if (fault.type === "cut") return { ...fault, bytes: 1 + below(random, 3_000) };
  if (fault.type === "throttle") return { ...fault, tokensPerSecond: 3 + below(random, 60) };
  return fault;
}

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

export function faultName(fault: Fault): string {
  const { type, ...figures } = fault;
  return [type, ...Object.values(figures)].join(" ");
}
