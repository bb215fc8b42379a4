import type { Community, EntityLink } from "../../domain/model/community.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import { MENTIONED_MAX } from "../store-core/listing.ts";
import { communities } from "../store-core/rows.ts";
import { communitySearchText } from "../store-core/search-text.ts";
import type { Context } from "./context.ts";
import type { Params } from "./parameters.ts";
import { foundIfChanged } from "./search-marks.ts";

/** A community as written. */
export function communityWrite(community: Community, before: Community | null): Params {
  const { id, ...columns } = communities.toRow(community);
  const words = foundIfChanged(before && communitySearchText(before), communitySearchText(community));
  return { id, set: { ...columns, ...words }, members: [...community.members] };
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
