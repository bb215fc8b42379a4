import { type HashKey, keyIdOf, keyed, hashKeyMismatch } from "../store-core/hash-key.ts";
import type { Connection } from "./connection.ts";
import { markPurgePending } from "./purge.ts";

/**
 * Sets this key as the database's: hashes from before there was one are rehashed, and the old ones are purged from the
 * files. Throws `store_unavailable` if they were made with another key, unless `renew` discards those.
 */
export function adoptHashKey(db: Connection, key: HashKey, renew: boolean): void {
  const id = keyIdOf(key);
  const known = db.get<{ id: string }>("SELECT id FROM hash_key")?.id;
  if (known === id) return;
  if (known !== undefined && !renew) throw hashKeyMismatch();
  db.transaction("write", () => {
    if (known === undefined) keyHashes(db, key);
    else dropHashes(db);
    db.run("DELETE FROM hash_key");
    db.run("INSERT INTO hash_key VALUES (?)", id);
  });
}

interface HashRow {
  user_id: number;
  kind: string;
  hash: Uint8Array;
  tombstone_id: string;
}

function keyHashes(db: Connection, key: HashKey): void {
  const rows = db.all<HashRow>("SELECT user_id, kind, hash, tombstone_id FROM tombstone_hashes");
  for (const { user_id, kind, hash, tombstone_id } of rows)
    db.run(
      "UPDATE tombstone_hashes SET hash = ? WHERE user_id = ? AND kind = ? AND hash = ? AND tombstone_id = ?",
      keyed(key, hash),
      user_id,
      kind,
      hash,
      tombstone_id,
    );
  if (db.get("SELECT 1 FROM episodes LIMIT 1") !== undefined) markPurgePending(db);
}

function dropHashes(db: Connection): void {
  db.run("DELETE FROM tombstone_hashes");
  db.run("UPDATE episodes SET chain_hash = NULL WHERE chain_hash IS NOT NULL");
}
