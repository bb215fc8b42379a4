import type { Cast, Subject } from "./cast.ts";
import type { Grammar, Language, Role } from "./grammar.ts";
import { foundRoles, join, type Found, type Introduction, namesAfter, ownerOf } from "./introductions.ts";
import { nameTags } from "./tags.ts";

/** Somebody spoken of by a role whose name may come in the next sentence: "we adopted a dog. Rex, a beagle." */
export interface Unnamed {
  found: Found;
  role: Role;
  owner: Subject;
}

/** "Her name is", "sie heißt", "elle s'appelle", "se llama" at the start of a sentence. */
const NAMING: Readonly<Record<Language, RegExp>> = {
  en: /^(?:(?:[Hh]er|[Hh]is|[Ii]ts|[Tt]heir) names?(?:'s|’s| is| are)|(?:[Ss]he|[Hh]e|[Ii]t)(?:'s|’s| is) (?:called|named)|[Nn]ame(?:'s|’s| is)|[Ww]e (?:called|named) (?:her|him|it)|(?:[Mm]eet|[Cc]alled|[Nn]amed)) /u,
  de: /^(?:(?:[Ee]r|[Ss]ie|[Ee]s) (?:heißt|heisst)|[Hh]eißt|(?:[Ss]ein|[Ii]hr) Name ist) /u,
  fr: /^(?:(?:[Ii]ls?|[Ee]lles?) s['’]appelle(?:nt)?|[Oo]n l['’]a appelée?) /u,
  es: /^(?:[Ss]e llaman?|[Ll][eo] pusimos|[Ss]u nombre es) /u,
};

/** "Bär heißt er." */
const NAME_FIRST = /^(\p{Lu}[\p{L}'’-]*) (?:heißt|heisst) (?:er|sie|es)(?!\p{L})/u;

/** Roles that somebody has few of, so that a name behind "a dog" or "the girl" is the user's own. */
const OWN = /^(?:HAS_PET|HAS_CHILD|PARTNER|SPOUSE|HAS_GRANDCHILD)$/;

/** The last role of a statement that got no name there. */
export function unnamedIn(text: string, cast: Cast, grammar: Grammar): Unnamed | null {
  const last = foundRoles(text, grammar).at(-1);
  if (!last) return null;
  const { found, role } = last;
  if (namesAfter(text, found, role, grammar)) return null;
  const known = cast.members.some((member) => member.role === role && member.name !== role.word);
  if (found.name !== "") return null;
  if (found.theirs !== "") {
    const owner = ownerOf(found, text, role, cast, grammar);
    return owner === null || owner === "self" || role.plural ? null : { found, role, owner };
  }
  if (found.mine) return known ? null : { found, role, owner: "self" };
  if (found.count === "" || !OWN.test(role.predicate) || known) return null;
  return othersBefore(text.slice(0, found.start), grammar) ? null : { found, role, owner: "self" };
}

/** Somebody else is the subject: "my neighbour has a dog". */
function othersBefore(before: string, grammar: Grammar): boolean {
  if (foundRoles(before, grammar).length > 0) return true;
  return new RegExp(`(?<!\\p{L})(?:${[...grammar.pronouns.keys()].join("|")})(?!\\p{L})`, "iu").test(before);
}

/** The name that a statement gives to who the one before it spoke of. */
export function namedNext(
  text: string,
  offset: number,
  unnamed: Unnamed,
  cast: Cast,
  grammar: Grammar,
): Introduction | null {
  if (text.search(grammar.selfName) >= 0 && text.search(grammar.selfName) < 3) return null;
  const naming = NAMING[grammar.language].exec(text)?.[0] ?? "";
  const first = NAME_FIRST.exec(text)?.[1];
  const rest = first ?? text.slice(naming.length);
  const link = ": ";
  const names = namesAfter(link + rest, { ...unnamed.found, end: 0 }, unnamed.role, grammar);
  const [name] = names?.names ?? [];
  if (!names || name === undefined) return null;
  const told = naming !== "" || first !== undefined;
  if (!told && (cast.find(name) !== null || isPlace(name))) return null;
  const end = first ? first.length : naming.length + names.end - link.length;
  return {
    start: offset,
    end: offset + end,
    members: names.names.map((one) => join(cast, one, unnamed.role, unnamed.owner, unnamed.found, grammar)),
    owner: unnamed.owner,
    role: unnamed.role,
    named: true,
    ages: names.ages,
    presupposed: false,
  };
}

function isPlace(name: string): boolean {
  const tags = nameTags(name);
  return tags.place && !tags.person;
}
