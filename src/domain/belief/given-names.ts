import type { Entity } from "../model/entity.ts";
import type { Fact } from "../model/fact.ts";
import type { Mutation } from "../model/mutation.ts";
import { words } from "../../language/text.ts";
import { givesName } from "./predicate.ts";

/** More words are not a name. */
const NAME_WORDS_MAX = 4;

/** The person to whom a statement gives another name: "Roberto is known as Beto". */
export function nicknameGivenBy(
  { predicate, polarity, value }: Pick<Fact, "predicate" | "polarity" | "value">,
  { id, isSelf }: Pick<Entity, "id" | "isSelf">,
): Mutation[] {
  if (!givesName(predicate) || polarity === "negative" || value === null || isSelf) return [];
  if (words(value).length > NAME_WORDS_MAX) return [];
  return [{ op: "entity.alias", id, alias: { alias: value, kind: "nickname" } }];
}
