import type { Community, EntityLink } from "../../domain/model/community.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import { communitiesById as byId } from "../store-core/communities.ts";
import { MENTIONED_MAX } from "../store-core/listing.ts";
import { communities } from "../store-core/rows.ts";
import { communitySearchText } from "../store-core/search-text.ts";
import { runSync } from "../store-core/steps.ts";
import { type Named, insertSql, upsertSql } from "./connection.ts";
import { type Context, list } from "./context.ts";
import { rowsOf } from "./statements.ts";

export function communitiesById({ db, user }: Context, ids: string[]): Community[] {
  return runSync(byId(rowsOf(db, { user }), ids));
}

const MEMBER_COLUMNS = ["user_id", "community_id", "position", "entity_id"];

export function writeCommunity(ctx: Context, community: Community): void {
  const row: Named = {
    user_id: ctx.user,
    ...communities.toRow(community),
    search_text: communitySearchText(community),
  };
  ctx.db.run(upsertSql("communities", Object.keys(row), ["user_id", "id"]), row);
  ctx.db.run("DELETE FROM community_members WHERE user_id = ? AND community_id = ?", ctx.user, community.id);
  community.members.forEach((entity_id, position) => {
    const member = { user_id: ctx.user, community_id: community.id, position, entity_id };
    ctx.db.run(insertSql("community_members", MEMBER_COLUMNS), member);
  });
}

/** Facts between the same two ends, and turns that mention both, resolved to the current entities. */
export function links(ctx: Context, limit: number): EntityLink[] {
  return ctx.db.all<EntityLink>(
    `WITH known AS (
       SELECT id, coalesce(merged_into, id) AS root FROM entities
       WHERE user_id = ?1 AND is_self = 0 AND (status <> 'archived' OR merged_into IS NOT NULL)),
     named AS (
       SELECT DISTINCT m.episode_id AS episode, k.root AS id FROM mentions m
       JOIN known k ON k.id = m.entity_id
       JOIN episodes e ON e.user_id = m.user_id AND e.id = m.episode_id
       WHERE m.user_id = ?1 AND e.memory = 'on' AND e.replaced_by IS NULL),
     telling AS (SELECT episode FROM named GROUP BY episode HAVING count(*) BETWEEN 2 AND ${MENTIONED_MAX}),
     told AS (
       SELECT min(s.root, o.root) AS a, max(s.root, o.root) AS b, 1 AS facts, 0 AS turns
       FROM facts f JOIN known s ON s.id = f.subject_id JOIN known o ON o.id = f.object_id
       WHERE f.user_id = ?1 AND f.object_id IS NOT NULL AND f.status IN (SELECT value FROM json_each(?2))
       UNION ALL
       SELECT x.id, y.id, 0, 1 FROM telling t
       JOIN named x ON x.episode = t.episode JOIN named y ON y.episode = t.episode AND x.id < y.id)
     SELECT a, b, sum(facts) AS facts, sum(turns) AS turns FROM told WHERE a <> b
     GROUP BY a, b ORDER BY facts DESC, turns DESC, a, b LIMIT ?3`,
    ctx.user,
    list(CURRENT_STATUSES),
    limit,
  );
}
