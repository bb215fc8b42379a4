import { share, type Measure } from "../stats/measure.ts";
import { measureAll, type Measured } from "../stats/measured.ts";
import type { Breakdown } from "../suite.ts";
import { CALL_KINDS, type ModelCall } from "./calls.ts";

/** What a life cost. */
export interface LifeCost {
  turns: number;
  calls: ModelCall[];
  idleReads: number;
}

/** Calls, prompt tokens and reads of the store per turn; kinds that were never asked are left out. */
export function callFigures(costs: readonly LifeCost[]): Measured[] {
  const asked = new Set(costs.flatMap(({ calls }) => calls.filter(isIdle).map(({ kind }) => kind)));
  const kinds = CALL_KINDS.filter((kind) => asked.has(kind));
  return measureAll(costs, [
    perTurn("live_calls_per_turn", (calls) => calls.filter((call) => !isIdle(call)).length),
    perTurn("idle_calls_per_turn", (calls) => calls.filter(isIdle).length),
    ...kinds.map((kind) =>
      perTurn(
        `idle_${kind}_calls_per_turn`,
        (calls) => calls.filter((call) => isIdle(call) && call.kind === kind).length,
      ),
    ),
    perTurn("idle_prompt_tokens_per_turn", (calls) =>
      calls.filter(isIdle).reduce((sum, call) => sum + call.promptTokens, 0),
    ),
    share("idle_reads_per_turn", "less", ({ turns, idleReads }) => [idleReads, turns]),
  ]);
}

/** All calls by kind and pass. */
export function callTable(costs: readonly LifeCost[]): Breakdown {
  const all = costs.flatMap(({ calls }) => calls);
  const rows = CALL_KINDS.flatMap((kind) => {
    const mine = all.filter((call) => call.kind === kind);
    const idle = mine.filter(isIdle).length;
    const tokens = mine.reduce((sum, call) => sum + call.promptTokens, 0);
    return mine.length > 0 ? [{ kind, live: mine.length - idle, idle, "prompt tokens": tokens }] : [];
  });
  return { title: "calls of the model beside the chat", rows };
}

function isIdle({ pass }: ModelCall): boolean {
  return pass === "idle";
}

function perTurn(name: string, count: (calls: ModelCall[]) => number): Measure<LifeCost> {
  return share(name, "less", ({ turns, calls }) => [count(calls), turns]);
}
