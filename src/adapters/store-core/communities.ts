import type { Community } from "../../domain/model/community.ts";
import { inOrder } from "./in-order.ts";
import { type CommunityRow, communities } from "./rows.ts";
import type { Steps } from "./steps.ts";
import { type Listed, type Rows, found, listIn } from "./verbs.ts";

export type CommunityHit = CommunityRow & { members: Listed<string> };

export function communityOf({ members, ...row }: CommunityHit): Community {
  return communities.fromRow(row, { members: listIn(members) });
}

export function* communitiesById(db: Rows, ids: string[]): Steps<Community[]> {
  return inOrder(ids, yield* found(db, "communities/by-id", { ids }, communityOf));
}

export function* community(db: Rows, id: string): Steps<Community | null> {
  return (yield* communitiesById(db, [id]))[0] ?? null;
}

export function communitiesOf(db: Rows, entityIds: string[]): Steps<Community[]> {
  return found(db, "communities/of-entities", { ids: entityIds }, communityOf);
}

/** After an id, in the order of ids; read by dumps. */
export function communitiesAfter(db: Rows, id: string, limit: number): Steps<Community[]> {
  return found(db, "transfer/communities", { id, limit }, communityOf);
}
