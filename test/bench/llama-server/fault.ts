import { saidIn, type Call, type CallKind } from "./call.ts";

/** What the proxy can do to a request instead of passing it on. */
export type Fault =
  /** An error answer of llama-server. */
  | { type: "status"; status: number }
  /** 400: the prompt does not fit. */
  | { type: "context" }
  /** 503: the model is being loaded; `/health` says so, too. */
  | { type: "loading" }
  /** The request waits before it is passed on. */
  | { type: "delay"; ms: number }
  /** The connection breaks after so many bytes of the answer. */
  | { type: "cut"; bytes: number }
  /** The connection is reset before any byte of an answer. */
  | { type: "reset" }
  /** The answer comes at this speed. */
  | { type: "throttle"; tokensPerSecond: number }
  /** The answer ends early with `finish_reason` `length`. */
  | { type: "length" };

interface Rule {
  fault: Fault;
  /** Requests it is for; all kinds when left out. */
  kinds?: readonly CallKind[];
  /** Only requests in which one of these words was said. */
  said?: readonly string[];
  /** How often; until it is lifted when left out. */
  count?: number;
}

/** A rule that was added. */
export interface StandingFault {
  /** Requests that met it. */
  readonly hits: number;
  lift(): void;
}

export interface FaultList {
  add(rule: Rule): StandingFault;
  /** The fault of the oldest rule that matches; it counts. */
  take(call: Call): Fault | null;
  /** Whether the server plays one that is loading its model for everybody. */
  isLoading(): boolean;
  clear(): void;
}

export function createFaultList(): FaultList {
  const rules = new Set<{ rule: Rule; hits: number }>();
  return {
    add(rule) {
      const entry = { rule, hits: 0, lift: () => void rules.delete(entry) };
      rules.add(entry);
      return entry;
    },
    take(call) {
      for (const entry of rules) {
        if (!matches(entry.rule, call)) continue;
        entry.hits += 1;
        if (entry.hits >= (entry.rule.count ?? Infinity)) rules.delete(entry);
        return entry.rule.fault;
      }
      return null;
    },
    isLoading: () => [...rules].some(({ rule }) => rule.fault.type === "loading" && rule.said === undefined),
    clear: () => rules.clear(),
  };
}

function matches({ kinds, said }: Rule, call: Call): boolean {
  if (kinds !== undefined && !kinds.includes(call.kind)) return false;
  if (said === undefined) return true;
  const text = saidIn(call.body);
  return said.some((word) => text.includes(word));
}

/** The answer that a fault gives without asking the server; null for those that concern the server's answer. */
export function errorAnswer(fault: Fault | null): { status: number; body: object } | null {
  if (fault?.type === "status") return llamaError(fault.status, "server_error", "The bench lets this fail");
  if (fault?.type === "loading") return llamaError(503, "unavailable_error", "Loading model");
  if (fault?.type !== "context") return null;
  const { status, body } = llamaError(400, "exceed_context_size_error", "The prompt exceeds the context");
  return { status, body: { error: { ...body.error, n_prompt_tokens: 99_999, n_ctx: 8_192 } } };
}

function llamaError(status: number, type: string, message: string) {
  return { status, body: { error: { code: status, message, type } } };
}
