import type { Instant } from "../../domain/model/time.ts";
import { RIGHTS, knownRights } from "../../domain/model/rights.ts";
import type {
  ApiKeyRecord,
  AuditRecord,
  RunRecord,
  SystemNote,
  SystemStore,
} from "../../ports/memory-store.ts";
import type { RowOf } from "../../store/fields.ts";
import type { API_KEY, AUDIT } from "../../store/schema.ts";
import { EPOCH } from "./episodes.ts";
import { type Listed, type Rows, first, found, listIn, together, written } from "./verbs.ts";
import * as rows from "./rows.ts";
import type { Answer, Steps } from "./steps.ts";

/** Over all users: ids, times and counts, never text. */
type Result<K extends keyof SystemStore> = Awaited<ReturnType<SystemStore[K]>>;

export function pendingExtraction(
  db: Rows,
  limit: number,
  due: Instant | null = null,
): Answer<Result<"pendingExtraction">> {
  return db.find("system/pending-extraction", { limit, due });
}

export function* users(db: Rows): Steps<Result<"users">> {
  return yield* found(db, "system/users", {}, ({ id }: { id: string }) => id);
}

export function* lastWritten(db: Rows): Steps<Result<"lastWritten">> {
  return (yield* first<{ at: string | null }>(db, "system/last-written"))?.at ?? null;
}

export function* pendingVerification(db: Rows): Steps<Result<"pendingVerification">> {
  type Row = { userId: string; episodes: number; deferred: number; last: string | null };
  return yield* found(db, "system/pending-verification", {}, ({ last, ...row }: Row) => ({
    ...row,
    lastMessageAt: last ?? EPOCH,
  }));
}

export function* counts(db: Rows): Steps<Result<"counts">> {
  type Counts = Omit<Result<"counts">, "facts">;
  const [[row], facts] = yield* together(
    db.find<Counts>("system/counts"),
    db.find<{ status: string; count: number }>("system/facts-by-status"),
  );
  return {
    ...(row as Counts),
    facts: Object.fromEntries(facts.map(({ status, count }) => [status, count])),
  };
}

export function interruptOpenEpisodes(db: Rows): Answer<number> {
  return db.count("system/interrupt-open");
}

export function openEpisodes(db: Rows, before: Instant, limit: number): Answer<Result<"openEpisodes">> {
  return db.find("system/open-episodes", { before, limit });
}

export function abortRuns(db: Rows, at: Instant): Answer<number> {
  return db.count("system/abort-runs", { at });
}

type KeyRow = RowOf<typeof API_KEY> & {
  /** Missing in keys created before rights existed: they have all. */
  rights: Listed<string> | null;
};

export function keys(db: Rows): Steps<ApiKeyRecord[]> {
  return found(db, "system/keys", {}, (row: KeyRow) =>
    rows.keys.fromRow(row, { rights: knownRights(row.rights === null ? RIGHTS : listIn(row.rights)) }),
  );
}

type AuditRow = RowOf<typeof AUDIT> & { targets: Listed<string> };

export function audits(db: Rows, userId: string | null, limit: number): Steps<AuditRecord[]> {
  const statement = userId === null ? "system/audits" : "system/audits-of-user";
  return found(db, statement, { user_id: userId, limit }, (row: AuditRow) =>
    rows.audits.fromRow(row, { targets: listIn(row.targets) }),
  );
}

/** False if there is no such key, or it was already revoked. */
export function* revokeKey(db: Rows, id: string, at: Instant): Steps<boolean> {
  return (yield* first(db, "system/revoke-key", { id, at })) !== undefined;
}

export function* removeKey(db: Rows, id: string): Steps<boolean> {
  return (yield* first(db, "system/remove-key", { id })) !== undefined;
}

export function* run(db: Rows, id: string): Steps<RunRecord | null> {
  return (yield* found(db, "system/run", { id }, rows.runs.fromRow))[0] ?? null;
}

const RUNNING_MAX = 1_000;

export function runningRuns(db: Rows): Steps<RunRecord[]> {
  return found(db, "system/running-runs", { limit: RUNNING_MAX }, rows.runs.fromRow);
}

/** Newest first: the user's own, and those over all users. */
export function runs(db: Rows, userId: string, limit: number): Steps<RunRecord[]> {
  return found(db, "system/runs", { user_id: userId, limit }, rows.runs.fromRow);
}

export function ping(db: Rows): Steps<void> {
  return written(db, "system/ping");
}

const NOTES_MAX = 10_000;

export function notes(db: Rows, prefix: string): Steps<SystemNote[]> {
  type Row = SystemNote & { value: string };
  return found(db, "system/notes", { prefix, limit: NOTES_MAX }, ({ value, ...note }: Row) => ({
    ...note,
    value: JSON.parse(value) as unknown,
  }));
}

/** The version increases by one with each write. */
export function* putNote(db: Rows, { name, version, value }: SystemNote): Steps<boolean> {
  if (value === null) return (yield* first(db, "system/drop-note", { name, version })) !== undefined;
  const text = JSON.stringify(value);
  if (version > 0) return (yield* first(db, "system/put-note", { name, version, value: text })) !== undefined;
  return (yield* first(db, "system/add-note", { name, value: text })) !== undefined;
}
