import { expect, test } from "vitest";
import type { ModelRequest } from "../../../src/ports/chat-model.ts";
import { scriptedModel } from "../service/scripted-model.ts";
import { callFigures, callTable } from "./call-figures.ts";
import { countCalls, type ModelCall, type PassName } from "./calls.ts";

function request(purpose: ModelRequest["purpose"], name?: string): ModelRequest {
  const schema = name === undefined ? undefined : { name, schema: {} };
  const messages = [{ role: "user" as const, content: "x".repeat(40) }];
  return { purpose, messages, effort: "low", temperature: 0, maxTokens: 1, schema };
}

test("calls are noted with their pass, kind and tokens; chat replies are not", () => {
  const calls: ModelCall[] = [];
  let pass: PassName = "live";
  const model = countCalls(scriptedModel({ reply: () => "", extract: () => ({}) }), calls, () => pass);
  const { signal } = new AbortController();
  model.stream(request("chat"), signal);
  model.stream(request("extract", "extraction"), signal);
  pass = "idle";
  model.stream(request("verify", "extraction"), signal);
  model.stream(request("verify", "changes"), signal);
  model.stream(request("summarise"), signal);
  expect(calls.map(({ pass, kind }) => `${pass} ${kind}`)).toEqual([
    "live live",
    "idle blind",
    "idle changes",
    "idle other",
  ]);
  expect(calls[0]?.promptTokens).toBe(10);
});

test("calls and tokens are told per turn, and by kind where a kind was asked for", () => {
  const call = (pass: PassName, kind: ModelCall["kind"]): ModelCall => ({ pass, kind, promptTokens: 100 });
  const costs = [
    {
      turns: 2,
      calls: [call("live", "live"), call("idle", "blind"), call("idle", "verdicts")],
      idleReads: 30,
    },
    { turns: 2, calls: [call("idle", "blind")], idleReads: 10 },
  ];
  const figures = Object.fromEntries(callFigures(costs).map(({ name, value }) => [name, value]));
  expect(figures).toEqual({
    live_calls_per_turn: 0.25,
    idle_calls_per_turn: 0.75,
    idle_blind_calls_per_turn: 0.5,
    idle_verdicts_calls_per_turn: 0.25,
    idle_prompt_tokens_per_turn: 75,
    idle_reads_per_turn: 10,
  });
  expect(callTable(costs).rows).toContainEqual({ kind: "blind", live: 0, idle: 2, "prompt tokens": 200 });
});
