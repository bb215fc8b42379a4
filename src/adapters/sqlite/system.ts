import type { ApiKeyRecord, AuditRecord, RunRecord } from "../../ports/memory-store.ts";
import * as rows from "../store-core/rows.ts";
import { type Columns, type Connection, plain, upsertSql } from "./connection.ts";

export { pendingEmbedding } from "./vectors.ts";

/** What the service writes of its own. Its tables identify a user by name. */

function put({ db }: { db: Connection }, table: string, { user_id, ...row }: Columns): void {
  const named = plain({ ...row, user_name: user_id });
  db.run(upsertSql(table, Object.keys(named), ["id"]), named);
}

export function putKey(own: { db: Connection }, key: ApiKeyRecord): void {
  put(own, "api_keys", { ...rows.keys.toRow(key), rights: key.rights.join(",") });
}

export function putAudit(own: { db: Connection }, audit: AuditRecord): void {
  if (own.db.get("SELECT 1 FROM audits WHERE id = ?", audit.id) !== undefined) return;
  put(own, "audits", { ...rows.audits.toRow(audit), targets: JSON.stringify(audit.targets) });
}

export function putRun(own: { db: Connection }, run: RunRecord): void {
  put(own, "runs", { ...rows.runs.toRow(run) });
}
