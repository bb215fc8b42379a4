import type { ApiKeyRecord, AuditRecord, RunRecord } from "../../ports/memory-store.ts";
import * as rows from "../store-core/rows.ts";
import type { Tx } from "./connection.ts";

/** What the service writes of its own. */

/** Of runs and acts over all users: missing values are not indexed. */
const EVERYBODY = "";

function indexed<R extends { id: string; user_id: string | null }>({ id, user_id, ...row }: R) {
  return { id, set: { ...row, user_id: user_id ?? EVERYBODY } };
}

export async function putKey({ tx }: { tx: Tx }, key: ApiKeyRecord): Promise<void> {
  await tx.run("system/put-key", indexed({ ...rows.keys.toRow(key), rights: key.rights }));
}

export async function putAudit({ tx }: { tx: Tx }, audit: AuditRecord): Promise<void> {
  await tx.run("system/put-audit", indexed({ ...rows.audits.toRow(audit), targets: audit.targets }));
}

export async function putRun({ tx }: { tx: Tx }, run: RunRecord): Promise<void> {
  await tx.run("system/put-run", indexed(rows.runs.toRow(run)));
}

/** Users with waiting memories, including those who never had a vector of this tag. */
export function pendingEmbedding(
  { tx }: { tx: Tx },
  tag: string,
): Promise<{ userId: string; memories: number }[]> {
  return tx.run("system/pending-embedding", { tag });
}
