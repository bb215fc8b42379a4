import type { Entity } from "../domain/model/entity.ts";
import { foldName } from "../language/text.ts";
import { invalidField } from "../errors.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { rootEntity } from "./review/merge.ts";

/** Others that are told by name when several bear one. */
const NAMED_MAX = 5;

/** The entity with this id or name; "user" is the owner. Throws `not_found` where there is none, `invalid_request` where there are several. */
export async function namedEntity(user: UserStore, field: string, name: string): Promise<Entity> {
  if (foldName(name) === "user") return user.self();
  const byId = await rootEntity(user, name);
  if (byId) return byId;
  const hits = await user.entitiesByAlias([foldName(name)]);
  const found = [...new Map(hits.map(({ entity }) => [entity.id, entity])).values()];
  const [only] = found;
  if (found.length === 1 && only) return only;
  const several = found.slice(0, NAMED_MAX).map(({ id, name, type }) => `${name} (${type}, id ${id})`);
  if (found.length === 0) throw invalidField(field, "nothing of this name is known", "not_found");
  throw invalidField(field, `means several: ${several.join("; ")}`);
}
