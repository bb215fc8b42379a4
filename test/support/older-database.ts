import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Connection, openConnection } from "../../src/adapters/sqlite/connection.ts";

/** Takes a SQLite database back to schema 19. */
export const TO_SCHEMA_19 = `
  DROP INDEX feedback_of_turns;
  ALTER TABLE feedback DROP COLUMN basis;
  ALTER TABLE feedback DROP COLUMN episode_id;
  ALTER TABLE feedback DROP COLUMN weight;
  DROP TABLE links;
  DROP INDEX episodes_context_type;
  PRAGMA user_version = 19;`;

/** Makes a SQLite database of the first schema, with a user. */
export function openFirstSchema(file: string, key: Uint8Array = Buffer.alloc(32, 7)): Connection {
  const db = openConnection(file, "writer");
  db.exec(readFileSync(join(import.meta.dirname, "schema-1.sql"), "utf8"));
  db.run("INSERT INTO users (user_id, name, hmac_key) VALUES (1, 'ann', ?)", key);
  return db;
}
