import type { Community, EntityLink } from "../../domain/model/community.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { inOrder } from "../store-core/in-order.ts";
import { type CommunityRow, communities } from "../store-core/rows.ts";
import { communitySearchText } from "../store-core/search-text.ts";
import { MENTIONED_MAX } from "../store-core/listing.ts";
import { type Named, insertSql, upsertSql } from "./connection.ts";
import { type Context, IN_LIST, list } from "./context.ts";
import { page } from "./cursor.ts";

type Row = CommunityRow & { members: string };

const SELECT = `SELECT c.*, (SELECT json_group_array(entity_id) FROM (
    SELECT entity_id FROM community_members m WHERE m.user_id = c.user_id AND m.community_id = c.id
    ORDER BY m.position)) AS members
  FROM communities c WHERE c.user_id = ?`;

function ofRow(row: Row): Community {
  return communities.fromRow(row, { members: JSON.parse(row.members) as string[] });
}

export function readCommunity(ctx: Context, id: string): Community | null {
  return communitiesById(ctx, [id])[0] ?? null;
}

export function communitiesById(ctx: Context, ids: string[]): Community[] {
  const rows = ctx.db.all<Row>(`${SELECT} AND c.id ${IN_LIST}`, ctx.user, list(ids));
  return inOrder(ids, rows.map(ofRow));
}

export function communityPage(ctx: Context, request: PageRequest): Page<Community> {
  return page<Row, Community>(ctx, request, {
    kind: "communities",
    select: SELECT,
    params: [ctx.user],
    key: ["id"],
    toItems: (rows) => rows.map(ofRow),
  });
}

export function communitiesOf(ctx: Context, entityIds: string[]): Community[] {
  const rows = ctx.db.all<Row>(
    `${SELECT} AND c.id IN (SELECT community_id FROM community_members WHERE user_id = ? AND entity_id ${IN_LIST})
     ORDER BY c.id`,
    ctx.user,
    ctx.user,
    list(entityIds),
  );
  return rows.map(ofRow);
}

/** After an id, in the order of ids; read by dumps. */
export function communitiesAfter(ctx: Context, id: string, limit: number): Community[] {
  return ctx.db.all<Row>(`${SELECT} AND c.id > ? ORDER BY c.id LIMIT ?`, ctx.user, id, limit).map(ofRow);
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

/** Deletes communities about permanently deleted items, with their log. Returns how many changes were deleted. */
export function purgeCommunities(ctx: Context, gone: "members" | "factIds", ids: string[]): number {
  if (ids.length === 0) return 0;
  const named =
    gone === "members"
      ? `id IN (SELECT community_id FROM community_members WHERE user_id = ?1 AND entity_id IN (SELECT value FROM json_each(?2)))`
      : `EXISTS (SELECT 1 FROM json_each(fact_ids) f JOIN json_each(?2) g ON f.value = g.value)`;
  ctx.db.run(`DELETE FROM communities WHERE user_id = ?1 AND ${named}`, ctx.user, list(ids));
  const holds = (json: string): string =>
    `EXISTS (SELECT 1 FROM json_each(${json}, '$.${gone}') f JOIN json_each(?2) g ON f.value = g.value)`;
  return ctx.db.run(
    `DELETE FROM changes WHERE user_id = ?1 AND kind = 'community'
       AND (${holds("coalesce(before_json, '{}')")} OR ${holds("coalesce(after_json, '{}')")})`,
    ctx.user,
    list(ids),
  );
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
