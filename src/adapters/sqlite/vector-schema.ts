/** A memory's table, and whether it may be found at all: nothing of a turn off the record or replaced. */
const SOURCES = [
  ["fact", "facts"],
  ["entity", "entities"],
  ["episode", "episodes"],
] as const;

/**
 * `unembedded` names what waits for a vector, whatever embedder comes. `vector_sets` tells which tag a user's waiting
 * list counts for and whether everything had its vector once. `vectors` holds them at full length, `vector_bits` their
 * signs alone, clustered, so that a search walks 48 bytes a memory instead of 1,536.
 */
const TABLES = `
CREATE TABLE unembedded (
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) WITHOUT ROWID;

CREATE TABLE vector_sets (
  user_id INTEGER PRIMARY KEY REFERENCES users (user_id),
  tag TEXT NOT NULL,
  complete INTEGER NOT NULL
);

CREATE TABLE vectors (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  tag TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  e BLOB NOT NULL,
  UNIQUE (user_id, tag, kind, id)
);

CREATE TABLE vector_bits (
  user_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (user_id, tag, kind, n)
) WITHOUT ROWID;

CREATE TRIGGER vectors_removed AFTER DELETE ON vectors BEGIN
  DELETE FROM vector_bits WHERE user_id = old.user_id AND tag = old.tag AND kind = old.kind AND n = old.n;
END;
`;

/** A memory is put on the list when it comes and when its words change; what was made from the old words goes. */
export function vectorTriggers([kind, table]: readonly [kind: string, table: string]): string {
  const gone = `
    DELETE FROM unembedded WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;
    DELETE FROM vectors WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;`;
  const waits = `
    INSERT OR IGNORE INTO unembedded SELECT new.user_id, '${kind}', new.id WHERE new.search_text <> '';`;
  return `
CREATE TRIGGER ${table}_vector_added AFTER INSERT ON ${table} BEGIN ${waits} END;
CREATE TRIGGER ${table}_vector_removed AFTER DELETE ON ${table} BEGIN ${gone} END;
CREATE TRIGGER ${table}_vector_changed AFTER UPDATE OF search_text ON ${table}
  WHEN old.search_text IS NOT new.search_text BEGIN ${gone} ${waits} END;
INSERT INTO unembedded SELECT user_id, '${kind}', id FROM ${table} WHERE search_text <> '';
`;
}

export const VECTOR_SCHEMA = TABLES + SOURCES.map(vectorTriggers).join("");

/** A vector's number is never used again: what a reader keeps of a number stays true or is of nothing. */
export const VECTOR_NUMBERS_SCHEMA = `
CREATE TABLE vector_numbers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL
);
INSERT INTO vector_numbers SELECT 1, coalesce(max(n), 0) FROM vectors;
`;
