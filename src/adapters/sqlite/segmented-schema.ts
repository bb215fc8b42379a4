import type { Alias, Entity } from "../../domain/model/entity.ts";
import { isUnspaced } from "../../language/text.ts";
import {
  type NamedFact,
  communitySearchText,
  entitySearchText,
  episodeSearchText,
  factSearchText,
} from "../store-core/search-text.ts";
import type { EntityRow, EpisodeRow } from "../store-core/rows.ts";
import type { Connection, Named } from "./connection.ts";

/** A table whose full text is derived from other columns. */
interface Searched {
  table: string;
  indexes: string[];
  /** The indexed text of a row, by column. */
  textsOf: (db: Connection, n: number) => Named;
}

const SEARCHED: Searched[] = [
  {
    table: "episodes",
    indexes: ["episodes_fts", "replies_fts"],
    textsOf: (db, n) => ({
      ...episodeSearchText(rowOf<EpisodeRow>(db, "SELECT * FROM episodes WHERE n = ?", n)),
    }),
  },
  {
    table: "facts",
    indexes: ["facts_fts"],
    textsOf(db, n) {
      const fact = rowOf<NamedFact>(
        db,
        `SELECT f.*, s.name AS subject_name, o.name AS object_name FROM facts f
         JOIN entities s ON s.user_id = f.user_id AND s.id = f.subject_id
         LEFT JOIN entities o ON o.user_id = f.user_id AND o.id = f.object_id WHERE f.n = ?`,
        n,
      );
      return { search_text: factSearchText(fact, fact.subject_name, fact.object_name) };
    },
  },
  {
    table: "entities",
    indexes: ["entities_fts"],
    textsOf(db, n) {
      const entity = rowOf<EntityRow>(db, "SELECT * FROM entities WHERE n = ?", n);
      const aliases = db.all<Alias>(
        `SELECT a.alias, a.kind FROM aliases a JOIN entities e ON e.user_id = a.user_id AND e.id = a.entity_id
         WHERE e.n = ? ORDER BY a.position`,
        n,
      );
      const properties = JSON.parse(entity.properties) as Entity["properties"];
      return { search_text: entitySearchText({ ...entity, properties, aliases }) };
    },
  },
  {
    table: "communities",
    indexes: ["communities_fts"],
    textsOf: (db, n) => ({
      search_text: communitySearchText(rowOf(db, "SELECT name, summary FROM communities WHERE n = ?", n)),
    }),
  },
];

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the row's shape
function rowOf<T>(db: Connection, sql: string, n: number): T {
  return db.get<T>(sql, n) as T;
}

/**
 * Texts in scripts without spaces were indexed as one word per clause: now they are segmented. Indexes are rebuilt, so that
 * no old word remains; vectors were made from other texts and stay, so no trigger runs.
 */
export function segmentTexts(db: Connection): void {
  const triggers = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_changed' ESCAPE '\\'",
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const { table, indexes, textsOf } of SEARCHED) {
    const unsegmented = unspacedRows(db, table);
    for (const n of unsegmented) {
      const texts = textsOf(db, n);
      const set = Object.keys(texts).map((column) => `${column} = $${column}`);
      db.runNamed(`UPDATE ${table} SET ${set.join(", ")} WHERE n = $n`, { ...texts, n });
    }
    if (unsegmented.length === 0) continue;
    for (const index of indexes) db.exec(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`);
  }
  for (const { sql } of triggers) db.exec(sql);
}

/** Numbers of the rows with words in a script without spaces. */
function unspacedRows(db: Connection, table: string): number[] {
  const texts = table === "episodes" ? "search_text || reply_text" : "search_text";
  const found: number[] = [];
  for (const { n, text } of db.each<{ n: number; text: string }>(`SELECT n, ${texts} AS text FROM ${table}`))
    if (isUnspaced(text)) found.push(n);
  return found;
}
