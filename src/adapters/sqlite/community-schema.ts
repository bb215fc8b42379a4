import { fullText } from "./schema.ts";
import { vectorTriggers } from "./vector-schema.ts";

/** Topics with their members in order; found by words and vectors like what they are made of. */
const TABLES = `
CREATE TABLE communities (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  summary TEXT NOT NULL,
  fact_ids TEXT NOT NULL,
  written_by TEXT NOT NULL,
  asked INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  search_text TEXT NOT NULL,
  UNIQUE (user_id, id)
);

CREATE TABLE community_members (
  user_id INTEGER NOT NULL,
  community_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (user_id, community_id, position),
  FOREIGN KEY (user_id, community_id) REFERENCES communities (user_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX community_members_entity ON community_members (user_id, entity_id);
`;

/** What the summary of an entity was made from. */
const BASIS = "ALTER TABLE entities ADD COLUMN summary_basis TEXT;";

/** The tag whose vectors answer while those of another one are made. */
const SERVING = "ALTER TABLE vector_sets ADD COLUMN serving TEXT;";

export const COMMUNITY_SCHEMA =
  TABLES +
  BASIS +
  SERVING +
  fullText(["communities", "communities", "search_text"]) +
  vectorTriggers(["community", "communities"]);
