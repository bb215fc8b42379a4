import type { Instant } from "../../domain/model/time.ts";
import { knownRights, RIGHTS } from "../../domain/model/rights.ts";
import type {
  ApiKeyRecord,
  AuditRecord,
  RunRecord,
  SystemNote,
  SystemStore,
} from "../../ports/memory-store.ts";
import type { RowOf } from "../../store/fields.ts";
import type { API_KEY, AUDIT, RUN } from "../../store/schema.ts";
import { EPOCH } from "../store-core/episodes.ts";
import * as rows from "../store-core/rows.ts";
import type { Tx } from "./connection.ts";
import { counted, found } from "./cursor.ts";

/** Over all users: ids, times and counts, never text. */
type Result<K extends keyof SystemStore> = Awaited<ReturnType<SystemStore[K]>>;

/** Placeholder for runs and acts over all users: missing values are not indexed. */
const EVERYBODY = "";

export function pendingExtraction(
  tx: Tx,
  limit: number,
  due?: Instant,
): Promise<Result<"pendingExtraction">> {
  return tx.run("system/pending-extraction", { limit, due: due ?? null });
}

export async function lastWritten(tx: Tx): Promise<Result<"lastWritten">> {
  return (await tx.one<{ at: string | null }>("system/last-written"))?.at ?? null;
}

export async function users(tx: Tx): Promise<Result<"users">> {
  return (await tx.run<{ id: string }>("system/users")).map((row) => row.id);
}

export async function pendingVerification(tx: Tx): Promise<Result<"pendingVerification">> {
  const rows = await tx.run<{ userId: string; episodes: number; deferred: number; last: string | null }>(
    "system/pending-verification",
  );
  return rows.map(({ last, ...row }) => ({ ...row, lastMessageAt: last ?? EPOCH }));
}

interface CountsRow {
  extraction: number;
  retrying: number;
  failed: number;
  verification: number;
  failedVerification: number;
  entities: number;
  facts: [status: string, count: number][];
}

export async function counts(tx: Tx): Promise<Result<"counts">> {
  const row = await tx.one<CountsRow>("system/counts");
  return {
    pendingExtraction: row?.extraction ?? 0,
    retryingExtraction: row?.retrying ?? 0,
    failedExtraction: row?.failed ?? 0,
    pendingVerification: row?.verification ?? 0,
    failedVerification: row?.failedVerification ?? 0,
    facts: Object.fromEntries(row?.facts ?? []),
    entities: row?.entities ?? 0,
    pendingPurges: 0,
  };
}

export function interruptOpenEpisodes(tx: Tx): Promise<number> {
  return counted({ tx }, "system/interrupt-open");
}

export function openEpisodes(tx: Tx, before: Instant, limit: number): Promise<Result<"openEpisodes">> {
  return tx.run("system/open-episodes", { before, limit });
}

export function abortRuns(tx: Tx, at: Instant): Promise<number> {
  return counted({ tx }, "system/abort-runs", { at });
}

/** Missing values are not indexed. */
function indexed<R extends { id: string; user_id: string | null }>({ id, user_id, ...row }: R) {
  return { id, set: { ...row, user_id: user_id ?? EVERYBODY } };
}

function unindexed<R extends { user_id: string | null }>(row: R): R {
  return { ...row, user_id: row.user_id === EVERYBODY ? null : row.user_id };
}

type KeyRow = RowOf<typeof API_KEY> & {
  /** Missing in keys created before rights existed: they have all. */
  rights: string[] | null;
};

export function keys(tx: Tx): Promise<ApiKeyRecord[]> {
  return found({ tx }, "system/keys", {}, (row: KeyRow) =>
    rows.keys.fromRow(row, { rights: knownRights(row.rights ?? RIGHTS) }),
  );
}

export async function putKey(tx: Tx, key: ApiKeyRecord): Promise<void> {
  await tx.run("system/put-key", indexed({ ...rows.keys.toRow(key), rights: key.rights }));
}

/** False if there is no such key, or it was already revoked. */
export async function revokeKey(tx: Tx, id: string, at: Instant): Promise<boolean> {
  return (await tx.one("system/revoke-key", { id, at })) !== undefined;
}

export async function removeKey(tx: Tx, id: string): Promise<boolean> {
  return (await tx.one("system/remove-key", { id })) !== undefined;
}

type AuditRow = RowOf<typeof AUDIT> & { targets: string[] };

export async function putAudit(tx: Tx, audit: AuditRecord): Promise<void> {
  await tx.run("system/put-audit", indexed({ ...rows.audits.toRow(audit), targets: audit.targets }));
}

export function audits(tx: Tx, userId: string | null, limit: number): Promise<AuditRecord[]> {
  const statement = userId === null ? "system/audits" : "system/audits-of-user";
  return found({ tx }, statement, { user_id: userId, limit }, (row: AuditRow) =>
    rows.audits.fromRow(unindexed(row), { targets: row.targets }),
  );
}

type RunRow = RowOf<typeof RUN>;

export async function putRun(tx: Tx, run: RunRecord): Promise<void> {
  await tx.run("system/put-run", indexed(rows.runs.toRow(run)));
}

export async function run(tx: Tx, id: string): Promise<RunRecord | null> {
  return (await found({ tx }, "system/run", { id }, toRun))[0] ?? null;
}

const RUNNING_MAX = 1_000;

export function runningRuns(tx: Tx): Promise<RunRecord[]> {
  return found({ tx }, "system/running-runs", { limit: RUNNING_MAX }, toRun);
}

/** Newest first: the user's own, and those over all users. */
export function runs(tx: Tx, userId: string, limit: number): Promise<RunRecord[]> {
  return found({ tx }, "system/runs", { user_id: userId, limit }, toRun);
}

function toRun(row: RunRow): RunRecord {
  return rows.runs.fromRow(unindexed(row));
}

export async function ping(tx: Tx): Promise<void> {
  await tx.run("system/ping");
}

const NOTES_MAX = 10_000;

export function notes(tx: Tx, prefix: string): Promise<SystemNote[]> {
  type Row = SystemNote & { value: string };
  return found({ tx }, "system/notes", { prefix, limit: NOTES_MAX }, ({ value, ...note }: Row) => ({
    ...note,
    value: JSON.parse(value) as unknown,
  }));
}

/** The version increases by one with each write. */
export async function putNote(tx: Tx, { name, version, value }: SystemNote): Promise<boolean> {
  if (value === null) return (await tx.one("system/drop-note", { name, version })) !== undefined;
  const text = JSON.stringify(value);
  if (version === 0)
    return (await tx.one<{ added: boolean }>("system/add-note", { name, value: text }))?.added ?? false;
  return (await tx.one("system/put-note", { name, version, value: text })) !== undefined;
}
