import { contentWords } from "../../../src/language/stems.ts";
import { SELF_NAME } from "../../../src/domain/model/proposal.ts";
import { bareName, words } from "../../../src/language/text.ts";
import type { Life, LifeEntity } from "./format.ts";

/** A text as it is compared. */
interface Folded {
  /** Without article or "my". */
  bare: string;
  words: string[];
  /** Those that say something, without a plural's s. */
  content: string[];
}

/** What the names in a life stand for. */
export interface Cast {
  byId: ReadonlyMap<string, LifeEntity>;
  selfId: string | undefined;
  /** Remembered: the same few names are compared at every question. */
  folded(text: string): Folded;
}

export function castOf(life: Life): Cast {
  const self = life.entities.find((e) => e.aliases.includes(SELF_NAME) || e.name === life.user.name);
  const known = new Map<string, Folded>();
  return {
    byId: new Map(life.entities.map((entity) => [entity.id, entity])),
    selfId: self?.id,
    folded(text) {
      const folded = known.get(text) ?? fold(text);
      known.set(text, folded);
      return folded;
    },
  };
}

function fold(text: string): Folded {
  return { bare: bareName(text), words: words(text), content: contentWords(text).map(singular) };
}

/** "lates" is "late"; further stemming would make Bergen of Berg. */
function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}

/** All names under which something may be known; a string that is no entity id stands for itself. */
export function namesOf(cast: Cast, id: string): string[] {
  const entity = cast.byId.get(id);
  if (!entity) return [id];
  return [entity.name, ...entity.aliases, ...(id === cast.selfId ? [SELF_NAME] : [])];
}
