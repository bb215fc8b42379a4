import type { RecordOf } from "../../ports/memory-record.ts";
import type { ChangeRow } from "./rows.ts";

/** Forms that a memory has while it is given away or taken. */

export function toChangeRow({ change, mentions }: RecordOf<"change">): Omit<ChangeRow, "n" | "target_n"> {
  return {
    id: change.id,
    at: change.at,
    actor: change.actor,
    reason: change.reason,
    run_id: change.runId,
    kind: change.kind,
    target_id: change.targetId,
    before_json: toJson(change.before),
    after_json: toJson(change.after),
    mentions_json: toJson(mentions),
    undone: change.undone ? 1 : 0,
  };
}

export function toRejectionRow({ rejection, overruledRun }: RecordOf<"rejection">) {
  return {
    id: rejection.id,
    episode_id: rejection.episodeId,
    fact_id: rejection.factId,
    stage: rejection.stage,
    reason: rejection.reason,
    detail: rejection.detail,
    proposal: JSON.stringify(rejection.proposal ?? null),
    reasoning: rejection.reasoning,
    at: rejection.at,
    overruled_at: rejection.overruledAt ?? null,
    overruled_run: overruledRun,
    overruled_fact: rejection.overruledFactId ?? null,
  };
}

/** Null stays null: JSON of something that was not kept. */
export function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJson<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}

const FLOAT_BYTES = 4;

export function vectorText(floats: Float32Array): string {
  const bytes = Buffer.alloc(floats.length * FLOAT_BYTES);
  floats.forEach((x, i) => bytes.writeFloatLE(x, i * FLOAT_BYTES));
  return bytes.toString("base64");
}

export function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / FLOAT_BYTES) }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
}
