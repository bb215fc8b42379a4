import type { Entity } from "../domain/model/entity.ts";
import { foldName } from "../language/text.ts";
import { invalidField } from "../errors.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { rootEntity } from "./review/merge.ts";

/** Maximum candidates listed when several share a name. */
const NAMED_MAX = 5;

/**
 * The entity with this id or name; "user" is the owner. Throws `not_found` if there is none, `invalid_request` if there
 * are several.
 */
export async function namedEntity(user: UserStore, field: string, name: string): Promise<Entity> {
  if (foldName(name) === "user") return user.self();
  const byId = await rootEntity(user, name);
  if (byId) return byId;
  const bearer = await onlyBearer(user, field, [name]);
  if (bearer) return bearer;
  throw invalidField(field, "nothing of this name is known", "not_found");
}

/** The entity with one of these names; null if there is none. Throws `invalid_request` if there are several. */
export async function onlyBearer(user: UserStore, field: string, names: string[]): Promise<Entity | null> {
  const hits = await user.entitiesByAlias(names);
  const found = [...new Map(hits.map(({ entity }) => [entity.id, entity])).values()];
  const [only = null] = found;
  if (found.length < 2) return only;
  const several = found.slice(0, NAMED_MAX).map(({ id, name, type }) => `${name} (${type}, id ${id})`);
  throw invalidField(field, `means several: ${several.join("; ")}`);
}
