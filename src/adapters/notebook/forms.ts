import { everyWord, LANGUAGES, PACKS, type PlainSentences } from "../../language/index.ts";
import type { Slot } from "./phrases.ts";

/** One everyday relation, named as in the predicate catalogue; its phrases are in the language packs. */
export interface Relation {
  predicate: string;
  slot: Slot;
  importance: number;
  /** Type of the object when it is an entity of its own. */
  entity?: "place" | "person" | "organization";
}

export const NAME: Relation = { predicate: "NAME", slot: "name", importance: 0.6 };
export const RELATIONS: Readonly<Record<string, Relation>> = {
  name: NAME,
  nickname: { predicate: "KNOWN_AS", slot: "name", importance: 0.4 },
  age: { predicate: "AGE", slot: "number", importance: 0.6 },
  birthday: { predicate: "BIRTHDAY", slot: "date", importance: 0.6 },
  lives: { predicate: "LIVES_IN", slot: "name", entity: "place", importance: 0.75 },
  moved: { predicate: "LIVES_IN", slot: "name", entity: "place", importance: 0.75 },
  worksAs: { predicate: "WORKS_AS", slot: "thing", importance: 0.75 },
  worksAt: { predicate: "WORKS_AT", slot: "name", entity: "organization", importance: 0.75 },
  pet: { predicate: "HAS_PET", slot: "pet", importance: 0.6 },
  likes: { predicate: "LIKES", slot: "thing", importance: 0.3 },
  dislikes: { predicate: "DISLIKES", slot: "thing", importance: 0.3 },
  hobby: { predicate: "HOBBY", slot: "thing", importance: 0.3 },
  allergic: { predicate: "ALLERGIC_TO", slot: "thing", importance: 0.8 },
};

/** One way to say a relation. */
export interface Form {
  relation: string;
  pattern: RegExp;
  /** The user's verbs, and memory's. */
  verbs: readonly (readonly [string, string])[];
}

const VERB = /\[([^/[\]]*)\/([^[\]]*)\]/;

function formsOf({ relations, verbs: others, i }: PlainSentences): Form[] {
  const own = everyWord(({ words }) => words.own);
  return [...relations.matchAll(/^ *(\w+): (.*)$/gm)].flatMap(([, relation = "", ways = ""]) =>
    ways.split(" | ").flatMap((way) => {
      const verbs = [others, way].flatMap((text) => {
        const [, first, third] = VERB.exec(text) ?? [];
        return first === undefined ? [] : [[first, third ?? ""] as const];
      });
      const [first, third] = verbs.at(-1) ?? ["", ""];
      const rest = way.replace("{o}", "(?<o>\\S.*?)").replace("{kin}", "(?<kin>\\S+)");
      const form = (source: string): Form => ({ relation, verbs, pattern: new RegExp(`^${source}$`, "iu") });
      const [my = ""] = way.split(" ");
      if (own.has(my)) return form(rest.replace(/^(\S+) (\S+)/, "(?<my>$1) (?<noun>$2)"));
      const who = way.startsWith("'") ? "(?<who>\\S+(?: \\S+){0,3}?)" : "(?<who>\\S+(?: \\S+){0,3}?) ";
      const ofOther = form(`${who}${rest.replace(VERB, `(?:${third}|${first})`)}`);
      return VERB.test(way) ? [form(`(?:${i})${rest.replace(VERB, first)}`), ofOther] : [ofOther];
    }),
  );
}

/** The languages whose plainest sentences are read. */
export const READERS = LANGUAGES.flatMap((language) => {
  const { plain } = PACKS[language];
  return plain === undefined ? [] : [{ language, plain, forms: formsOf(plain) }];
});
export type Reader = (typeof READERS)[number];
