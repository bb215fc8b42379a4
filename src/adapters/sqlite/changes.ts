import { v7 as uuid } from "uuid";
import type { Actor, Change } from "../../domain/change.ts";
import type { Entity } from "../../domain/entity.ts";
import type { Fact } from "../../domain/fact.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { type Value, insertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { page } from "./cursor.ts";
import { readEntity, readFact } from "./graph-read.ts";
import { type ChangeRow, toChange } from "./rows.ts";

export type Kind = Change["kind"];
export type Snapshot = Entity | Fact | null;

/** Who changes the graph, and why. */
export interface Cause {
  actor: Actor;
  reason: string;
  runId: string | null;
}

export function snapshot(ctx: Context, kind: Kind, id: string): Snapshot {
  return kind === "entity" ? readEntity(ctx, id) : readFact(ctx, id);
}

/** Equal when nothing was decided in between: how often an entity is mentioned is counted, not decided. */
export function sameSnapshot(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && uncounted(a) === uncounted(b));
}

function uncounted(json: string): string {
  const { mentionCount, lastMentionedAt, ...decided } = JSON.parse(json) as Partial<Entity>;
  return JSON.stringify(decided);
}

/** Snapshots come from one mapper, so equal ones have equal JSON. */
export function snapshotJson(value: Snapshot): string | null {
  return value === null ? null : JSON.stringify(value);
}

const COLUMNS = [
  "user_id",
  "id",
  "at",
  "actor",
  "reason",
  "run_id",
  "kind",
  "target_id",
  "before_json",
  "after_json",
  "mentions_json",
  "target_n",
  "undone",
];

/** Runs one mutation and logs what it changed; null when it changed nothing. */
export function logged(
  ctx: Context,
  cause: Cause,
  kind: Kind,
  id: string,
  mutate: () => void,
): string | null {
  const before = snapshotJson(snapshot(ctx, kind, id));
  const mentions = kind === "entity" ? mentionsOf(ctx, id) : null;
  const place = rowNumber(ctx, kind, id);
  mutate();
  const after = snapshotJson(snapshot(ctx, kind, id));
  if (before === after) return null;
  const changeId = uuid();
  ctx.db.runNamed(insertSql("changes", COLUMNS), {
    user_id: ctx.user,
    id: changeId,
    at: ctx.now,
    actor: cause.actor,
    reason: cause.reason,
    run_id: cause.runId,
    kind,
    target_id: id,
    before_json: before,
    after_json: after,
    // Only a deletion takes mentions and its place along, and only its undo brings them back.
    mentions_json: after === null ? mentions : null,
    target_n: after === null ? place : null,
    undone: 0,
  });
  return changeId;
}

const TABLE_OF = { entity: "entities", fact: "facts" } as const;

function rowNumber(ctx: Context, kind: Kind, id: string): number | null {
  const row = ctx.db.get<{ n: number }>(
    `SELECT n FROM ${TABLE_OF[kind]} WHERE user_id = ? AND id = ?`,
    ctx.user,
    id,
  );
  return row?.n ?? null;
}

/** Where a deleted row may stand again: its old place, unless another has taken it. */
export function placeOf(ctx: Context, { kind, target_n: n }: ChangeRow): { n?: number } {
  if (n === null) return {};
  const taken = ctx.db.get(`SELECT 1 FROM ${TABLE_OF[kind]} WHERE n = ?`, n);
  return taken === undefined ? { n } : {};
}

function mentionsOf(ctx: Context, entityId: string): string {
  return JSON.stringify(
    ctx.db.all(
      `SELECT episode_id AS episodeId, entity_id AS entityId, span_start AS start, span_end AS end
       FROM mentions WHERE user_id = ? AND entity_id = ?`,
      ctx.user,
      entityId,
    ),
  );
}

export function findChangeRow(ctx: Context, id: string): ChangeRow | undefined {
  return ctx.db.get<ChangeRow>("SELECT * FROM changes WHERE user_id = ? AND id = ?", ctx.user, id);
}

export function readChange(ctx: Context, id: string): Change | null {
  const row = findChangeRow(ctx, id);
  return row ? toChange(row) : null;
}

export function changePage(
  ctx: Context,
  query: { targetId?: string | undefined; runId?: string | undefined } & PageRequest,
): Page<Change> {
  const asked = { target_id: query.targetId, run_id: query.runId };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const values = given.map(([, value]) => value as Value);
  return page<ChangeRow, Change>(
    ctx,
    query,
    {
      kind: "changes",
      filters: [query.targetId ?? null, query.runId ?? null],
      select: `SELECT * FROM changes WHERE user_id = ?${given.map(([column]) => ` AND ${column} = ?`).join("")}`,
      params: [ctx.user, ...values],
      key: ["n"],
      order: "DESC",
      keyOf: (row) => [row.n],
    },
    (rows) => rows.map(toChange),
  );
}
