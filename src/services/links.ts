import { createHash } from "node:crypto";
import type { Link, LinkEnd, LinkType } from "../domain/model/link.ts";
import { plusMs, type Instant } from "../domain/model/time.ts";
import { notFound } from "../errors.ts";
import type { UserStore } from "../ports/memory-store.ts";
import type { Engine } from "./engine-types.ts";

export interface LinkTo {
  kind: LinkEnd;
  id: string;
}

/** A link as a user or a program gives it. */
export interface NewLink {
  type: LinkType;
  from: LinkTo;
  to: LinkTo;
  weight: number;
  persistent: boolean;
  expiresAt: Instant | null;
}

/** A link that is not persistent, and has no end of its own. */
const TRANSIENT_MS = 86_400_000;

/** Stores a link; the same type between the same two again replaces it. Throws `not_found` for an unknown end. */
export async function putLink(engine: Engine, userId: string, given: NewLink): Promise<Link> {
  const user = engine.store.forUser(userId);
  for (const end of ["from", "to"] as const)
    if (!(await exists(user, given[end]))) throw notFound(given[end].kind, `${end}.id`);
  const now = engine.clock.now();
  const expiresAt = given.expiresAt ?? (given.persistent ? null : plusMs(now, TRANSIENT_MS));
  const link = linkOf({ ...given, expiresAt }, { derived: false, now });
  await storeLinks(engine, userId, [link]);
  return link;
}

export async function storeLinks(engine: Engine, userId: string, links: readonly Link[]): Promise<void> {
  await engine.store.forUser(userId).putLinks(links);
  for (const { id, type, fromId, toId } of links)
    engine.events.emit(userId, { type: "linked", id, link: type, fromId, toId });
}

/** A link that code derives from how two memories came about (SCH-12). */
export function derivedLink(
  type: LinkType,
  from: LinkTo,
  to: LinkTo,
  { persistent, now }: { persistent: boolean; now: Instant },
): Link {
  return linkOf({ type, from, to, weight: 1, persistent, expiresAt: null }, { derived: true, now });
}

function linkOf(
  { type, from, to, ...given }: NewLink,
  { derived, now }: { derived: boolean; now: Instant },
): Link {
  return {
    id: createHash("sha256")
      .update(JSON.stringify([type, from.id, to.id]))
      .digest("hex")
      .slice(0, 32),
    type,
    fromKind: from.kind,
    fromId: from.id,
    toKind: to.kind,
    toId: to.id,
    derived,
    createdAt: now,
    ...given,
  };
}

async function exists(user: UserStore, { kind, id }: LinkTo): Promise<boolean> {
  return (await user[kind](id)) !== null;
}
