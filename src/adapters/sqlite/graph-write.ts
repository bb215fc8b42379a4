import type { Alias, Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { foldName } from "../../language/text.ts";
import * as rows from "../store-core/rows.ts";
import { EngramError } from "../../errors.ts";
import { type Named, insertSql, upsertSql } from "./connection.ts";
import type { Context } from "./context.ts";
import { readEntity } from "./graph-read.ts";
import { distinctAliases } from "../store-core/aliases.ts";
import type { Mention } from "../../ports/memory-store.ts";
import type { RowNumber } from "../store-core/graph.ts";
import { entitySearchText, factSearchText, type NamedFact } from "../store-core/search-text.ts";

const KEY = ["user_id", "id"];

/** Creates or overwrites an entity with its aliases, and updates the indexes that contain its name. */
export function writeEntity(
  ctx: Context,
  entity: Entity,
  place: RowNumber = {},
  before: Entity | null = readEntity(ctx, entity.id),
): void {
  const aliases = distinctAliases(entity.aliases);
  const row: Named = {
    ...place,
    user_id: ctx.user,
    ...rows.entities.toRow(entity),
    name_fold: foldName(entity.name),
    search_text: entitySearchText({ ...entity, aliases }),
  };
  ctx.db.run(upsertSql("entities", Object.keys(row), KEY), row);
  if (JSON.stringify(before?.aliases ?? []) !== JSON.stringify(aliases)) {
    if (before !== null) deleteAliases(ctx, entity.id);
    insertAliases(ctx, entity.id, aliases);
  }
  if (before && before.name !== entity.name) reindexFactsOf(ctx, entity.id);
}

const ALIAS_COLUMNS = ["user_id", "alias_fold", "entity_id", "alias", "kind", "position"];

const INSERT_ALIAS = insertSql("aliases", ALIAS_COLUMNS);

function deleteAliases(ctx: Context, entityId: string): void {
  ctx.db.run("DELETE FROM aliases WHERE user_id = ? AND entity_id = ?", ctx.user, entityId);
}

function insertAliases(ctx: Context, entityId: string, aliases: Alias[]): void {
  aliases.forEach(({ alias, kind }, position) => {
    ctx.db.run(INSERT_ALIAS, {
      user_id: ctx.user,
      alias_fold: foldName(alias),
      entity_id: entityId,
      alias,
      kind,
      position,
    });
  });
}

function reindexFactsOf(ctx: Context, entityId: string): void {
  const rows = ctx.db.all<NamedFact>(
    `SELECT f.id, f.text, f.predicate, f.value, f.expansion, s.name AS subject_name, o.name AS object_name
     FROM facts f
     JOIN entities s ON s.user_id = f.user_id AND s.id = f.subject_id
     LEFT JOIN entities o ON o.user_id = f.user_id AND o.id = f.object_id
     WHERE f.user_id = ?1 AND f.n IN (
       SELECT n FROM facts WHERE user_id = ?1 AND subject_id = ?2
       UNION SELECT n FROM facts WHERE user_id = ?1 AND object_id = ?2)`,
    ctx.user,
    entityId,
  );
  for (const row of rows) {
    ctx.db.run(
      "UPDATE facts SET search_text = ? WHERE user_id = ? AND id = ?",
      factSearchText(row, row.subject_name, row.object_name),
      ctx.user,
      row.id,
    );
  }
}

/** Creates or overwrites a fact with its evidence. A missing end is a conflict. */
export function writeFact(ctx: Context, fact: Fact, place: RowNumber = {}, isNew = false): void {
  const subject = nameOf(ctx, fact.subjectId);
  const object = fact.objectId === null ? null : nameOf(ctx, fact.objectId);
  const columns = rows.facts.toRow(fact);
  const search_text = factSearchText(columns, subject, object);
  const row: Named = { ...place, user_id: ctx.user, ...columns, search_text };
  ctx.db.run(upsertSql("facts", Object.keys(row), KEY), row);
  writeEvidence(ctx, fact, isNew);
}

function nameOf(ctx: Context, entityId: string): string {
  const row = ctx.db.get<{ name: string }>(
    "SELECT name FROM entities WHERE user_id = ? AND id = ?",
    ctx.user,
    entityId,
  );
  if (!row) throw new EngramError("conflict", "A fact names an entity that does not exist");
  return row.name;
}

const INSERT_EVIDENCE = insertSql("evidence", ["user_id", "fact_id", "position", ...rows.evidence.columns]);

function writeEvidence(ctx: Context, fact: Fact, isNew: boolean): void {
  if (!isNew) ctx.db.run("DELETE FROM evidence WHERE user_id = ? AND fact_id = ?", ctx.user, fact.id);
  fact.evidence.forEach((evidence, position) => {
    ctx.db.run(INSERT_EVIDENCE, {
      user_id: ctx.user,
      fact_id: fact.id,
      position,
      ...rows.evidence.toRow(evidence),
    });
  });
}

/** Counts once per episode for its entity. */
export function putMention(ctx: Context, mention: Mention): void {
  ctx.db.run(
    `UPDATE entities SET mention_count = mention_count + 1, last_mentioned_at = max(last_mentioned_at, e.occurred_at)
     FROM (SELECT occurred_at FROM episodes WHERE user_id = ?1 AND id = ?2) e
     WHERE entities.user_id = ?1 AND entities.id = ?3 AND NOT EXISTS
       (SELECT 1 FROM mentions m WHERE m.user_id = ?1 AND m.episode_id = ?2 AND m.entity_id = ?3)`,
    ctx.user,
    mention.episodeId,
    mention.entityId,
  );
  insertMention(ctx, mention);
}

export function insertMention(ctx: Context, mention: Mention): void {
  ctx.db.run(
    `INSERT OR IGNORE INTO mentions (user_id, episode_id, entity_id, span_start, span_end)
     SELECT e.user_id, e.id, t.id, ?, ? FROM episodes e JOIN entities t ON t.user_id = e.user_id
     WHERE e.user_id = ? AND e.id = ? AND t.id = ?`,
    mention.start,
    mention.end,
    ctx.user,
    mention.episodeId,
    mention.entityId,
  );
}
