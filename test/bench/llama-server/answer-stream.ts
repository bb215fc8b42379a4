import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "./call.ts";
import type { Fault } from "./fault.ts";

/** Takes figures and times out of an answer's events as they pass. */
export function recorder(call: Call): (bytes: Buffer) => void {
  let rest = "";
  return (bytes) => {
    const lines = (rest + bytes.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: {")) note(call, JSON.parse(asUtf8(line.slice(6))));
  };
}

/** Lines are split as single bytes: a character may be spread over two chunks. */
function asUtf8(line: string): string {
  return Buffer.from(line, "latin1").toString("utf8");
}

interface Chunk {
  choices?: {
    delta?: { content?: string | null; reasoning_content?: string };
    finish_reason?: string | null;
  }[];
  usage?: { prompt_tokens?: number; prompt_tokens_details?: { cached_tokens?: number } };
  timings?: { prompt_n?: number };
}

function note(call: Call, { choices, usage, timings }: Chunk): void {
  const [choice] = choices ?? [];
  if (choice?.delta?.content || choice?.delta?.reasoning_content) call.readAt ??= performance.now();
  call.finish = choice?.finish_reason ?? call.finish;
  if (usage !== undefined) {
    call.promptTokens = usage.prompt_tokens ?? null;
    call.cachedTokens = usage.prompt_tokens_details?.cached_tokens ?? null;
  }
  if (timings === undefined) return;
  call.readAt ??= performance.now();
  call.reread = timings.prompt_n ?? null;
  call.timings = timings;
}

/** Where an answer leaves for the client. Cuts and slows it as the fault wants. */
export interface Outlet {
  /** False once nothing more can be sent. */
  write(bytes: Buffer): Promise<boolean>;
}

export function outletTo(call: Call, response: ServerResponse, fault: Fault | null): Outlet {
  let sent = 0;
  return {
    async write(bytes) {
      if (fault?.type === "throttle") await sleep((eventsIn(bytes) * 1000) / fault.tokensPerSecond);
      if (response.destroyed) return false;
      const left = fault?.type === "cut" ? fault.bytes - sent : Infinity;
      sent += bytes.byteLength;
      await written(response, bytes.subarray(0, left));
      if (bytes.byteLength < left) return true;
      call.broken = true;
      response.destroy();
      return false;
    },
  };
}

function written(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

/** llama-server sends an event for each token. */
function eventsIn(bytes: Buffer): number {
  return bytes.toString("latin1").split("\n\n").length - 1;
}

const CHARS_PER_TOKEN = 4;

/** An answer as llama-server streams it, with the figures of the request that was really made. */
export function eventsOf(call: Call, content: string, finish: "stop" | "length"): Buffer[] {
  const pieces = content.match(new RegExp(`[^]{1,${CHARS_PER_TOKEN}}`, "gu")) ?? [];
  const choice = (delta: object, finish_reason: string | null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = {
    prompt_tokens: call.promptTokens ?? 0,
    completion_tokens: pieces.length,
    total_tokens: (call.promptTokens ?? 0) + pieces.length,
    prompt_tokens_details: { cached_tokens: call.cachedTokens ?? 0 },
  };
  const events = [
    choice({ role: "assistant", content: null }, null),
    ...pieces.map((piece) => choice({ content: piece }, null)),
    choice({}, finish),
    { choices: [], usage, timings: call.timings ?? undefined },
  ].map(
    (event) => `data: ${JSON.stringify({ object: "chat.completion.chunk", model: "bench", ...event })}\n\n`,
  );
  return [...events, "data: [DONE]\n\n"].map((event) => Buffer.from(event));
}
