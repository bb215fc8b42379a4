import type { Community, EntityLink } from "../../domain/model/community.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Page, PageRequest } from "../../ports/memory-store.ts";
import { MENTIONED_MAX } from "../store-core/listing.ts";
import { inOrder } from "../store-core/in-order.ts";
import { type CommunityRow, communities } from "../store-core/rows.ts";
import { communitySearchText } from "../store-core/search-text.ts";
import type { Context } from "./context.ts";
import { counted, found, page } from "./cursor.ts";
import type { Params } from "./parameters.ts";
import { slices } from "../store-core/steps.ts";
import { foundIfChanged } from "./search-marks.ts";

type CommunityHit = CommunityRow & { members: string[] };

function communityOf({ members, ...row }: CommunityHit): Community {
  return communities.fromRow(row, { members });
}

export async function readCommunity(ctx: Context, id: string): Promise<Community | null> {
  return (await communitiesById(ctx, [id]))[0] ?? null;
}

export async function communitiesById(ctx: Context, ids: string[]): Promise<Community[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await found(ctx, "communities/by-id", { ids: [...new Set(ids)] }, communityOf));
}

export function communityPage(ctx: Context, request: PageRequest): Promise<Page<Community>> {
  return page<CommunityHit, Community>(ctx, request, {
    kind: "communities",
    statement: "communities/page",
    key: ["id"],
    toItems: (rows) => rows.map(communityOf),
  });
}

/** After an id, in the order of ids; read by dumps. */
export function communitiesAfter(ctx: Context, id: string, limit: number): Promise<Community[]> {
  return found(ctx, "transfer/communities", { id, limit }, communityOf);
}

export async function communitiesOf(ctx: Context, entityIds: string[]): Promise<Community[]> {
  if (entityIds.length === 0) return [];
  return found(ctx, "communities/of-entities", { ids: entityIds }, communityOf);
}

/** A community as written. */
export function communityWrite(community: Community, before: Community | null): Params {
  const { id, ...columns } = communities.toRow(community);
  const words = foundIfChanged(before && communitySearchText(before), communitySearchText(community));
  return { id, set: { ...columns, ...words }, members: [...community.members] };
}

/** Deletes communities about permanently deleted items, with their log. Returns how many changes were deleted. */
export async function purgeCommunities(ctx: Context, ids: string[]): Promise<number> {
  let changes = 0;
  for (const slice of slices(ids)) changes += await counted(ctx, "communities/purge", { ids: slice });
  return changes;
}

/** Facts between the same two ends, and turns that mention both, resolved to the current entities. */
export async function links(ctx: Context, limit: number): Promise<EntityLink[]> {
  const [told, named] = await Promise.all([
    ctx.tx.run<Omit<EntityLink, "turns">>("communities/links-of-facts", {
      statuses: [...CURRENT_STATUSES],
      limit,
    }),
    ctx.tx.run<Omit<EntityLink, "facts">>("communities/links-of-turns", { mentioned: MENTIONED_MAX, limit }),
  ]);
  const joined = new Map<string, EntityLink>();
  for (const { a, b, facts } of told) joined.set(`${a}\n${b}`, { a, b, facts, turns: 0 });
  for (const { a, b, turns } of named) {
    const known = joined.get(`${a}\n${b}`);
    joined.set(`${a}\n${b}`, { a, b, facts: known?.facts ?? 0, turns });
  }
  const order = (x: EntityLink, y: EntityLink): number =>
    y.facts - x.facts || y.turns - x.turns || (x.a < y.a ? -1 : x.a > y.a ? 1 : x.b < y.b ? -1 : 1);
  return [...joined.values()].sort(order).slice(0, limit);
}
