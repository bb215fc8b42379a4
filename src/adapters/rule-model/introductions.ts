import type { Cast, Member, Subject } from "./cast.ts";
import { alternatives, type Gender, type Grammar, NAME, type Role } from "./grammar.ts";

/** A place where somebody is spoken of by a role, with the members it stands for. */
export interface Introduction {
  start: number;
  end: number;
  members: Member[];
  /** Whose role it is; null when it is somebody the text does not name. */
  owner: Subject | null;
  role: Role;
  /** True when a name is tied to the role here, so that the relation itself is stated. */
  named: boolean;
  ages: (string | null)[];
  /** The role and the name stand together without a verb: true even inside a question. */
  presupposed: boolean;
}

/** A role as it stands in the text, with what makes it somebody's. */
export interface Found {
  start: number;
  end: number;
  word: string;
  mine: boolean;
  theirs: string;
  name: string;
  count: string;
  /** Nothing stands before it in its clause. */
  opens: boolean;
}

const patterns = new WeakMap<Grammar, RegExp>();

/** Possessor, up to two adjectives, role word. */
function rolePattern(grammar: Grammar): RegExp {
  const known = patterns.get(grammar);
  if (known) return known;
  const roles = alternatives([...grammar.roles.keys()]);
  const theirs = [...grammar.theirs.keys()]
    .map((word) => `[${word[0]?.toUpperCase()}${word[0]}]${word.slice(1)}`)
    .join("|");
  const pattern = new RegExp(
    `(?<![\\p{L}'’])(?:(?:(?<mine>${grammar.mine})|(?<theirs>${theirs})|(?<name>${NAME})['’]s?|(?<count>${grammar.counts})) (?:(?!(?:${roles}) )[\\p{Ll}-]+ ){0,1}?)?(?<word>${roles}|${roles.split("|").map(capital).join("|")})(?![\\p{L}-])`,
    "gu",
  );
  patterns.set(grammar, pattern);
  return pattern;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function lookup(word: string, grammar: Grammar): Role | undefined {
  return grammar.roles.get(word) ?? grammar.roles.get(word.charAt(0).toLowerCase() + word.slice(1));
}

/** Every role word of a statement with its possessor. */
export function foundRoles(text: string, grammar: Grammar): { found: Found; role: Role }[] {
  return [...text.matchAll(rolePattern(grammar))].flatMap((match) => {
    const groups = match.groups ?? {};
    const role = lookup(groups["word"] ?? "", grammar);
    if (!role) return [];
    const found: Found = {
      start: match.index,
      end: match.index + match[0].length,
      word: groups["word"] ?? "",
      mine: groups["mine"] !== undefined,
      theirs: (groups["theirs"] ?? "").toLowerCase(),
      name: groups["name"] ?? "",
      count: (groups["count"] ?? "").toLowerCase(),
      opens: /(?:^|[,;] )$/.test(text.slice(0, match.index)),
    };
    return [{ found, role }];
  });
}

/** Reads every role in a statement: ties names to it, or resolves it to the member that holds it. */
export function introductions(text: string, offset: number, cast: Cast, grammar: Grammar): Introduction[] {
  const made: Introduction[] = [];
  for (const { found, role } of foundRoles(text, grammar)) {
    const introduction = introduce(text, found, role, cast, grammar);
    if (!introduction && !role.plural) cast.doubt();
    if (introduction) {
      made.push({ ...introduction, start: introduction.start + offset, end: introduction.end + offset });
    }
  }
  return made;
}

function introduce(
  text: string,
  found: Found,
  role: Role,
  cast: Cast,
  grammar: Grammar,
): Introduction | null {
  const other = found.count === "" ? null : pronounBefore(text.slice(0, found.start), grammar);
  const owner = other ? cast.byGender(other) : ownerOf(found, text, role, cast, grammar);
  if (other && owner === null) return null;
  const named = namesAfter(text, found, role, grammar) ?? nameBefore(text, found, role, grammar);
  if (named) {
    if (owner === null && !bareOwned(found, role, named.tight)) return null;
    const whose = owner ?? "self";
    const members = named.names.map((name) => join(cast, name, role, whose, found, grammar));
    return {
      start: named.start,
      end: named.end,
      members,
      owner: whose,
      role,
      named: true,
      ages: named.ages,
      presupposed: named.presupposed && (found.mine || found.name !== ""),
    };
  }
  const one = owner === "self" || (owner === null && found.count !== "" && OWN_KIN.test(role.predicate));
  const identified = one && !role.plural ? identifiedBefore(text, found, role, cast, grammar) : null;
  if (identified) return identified;
  if (owner !== "self" || role.plural) return null;
  const possessive = text.slice(found.start, found.end).split(" ")[0] ?? "";
  const member = cast.inRole(
    role,
    found.mine ? possessive.toLowerCase() : (grammar.mine.split("|")[0] ?? "").replace(/\[(.)(.)\]/, "$2"),
  );
  return {
    start: found.start,
    end: found.end,
    members: [member],
    owner: "self",
    role,
    named: false,
    ages: [null],
    presupposed: false,
  };
}

/** "She's my niece", "das ist meine Nichte": who was just spoken of has that role. */
function identifiedBefore(
  text: string,
  found: Found,
  role: Role,
  cast: Cast,
  grammar: Grammar,
): Introduction | null {
  const link = IDENTIFIED.exec(text.slice(0, found.start));
  const opening = new RegExp(`^(${NAME}) \\p{Ll}`, "u").exec(text)?.[1];
  const member =
    link && opening && !notAName(opening, grammar)
      ? cast.add(opening, role.type, null)
      : link
        ? cast.byGender(role.gender)
        : null;
  if (!link || !member || member.role !== null || member.name === role.word) return null;
  member.role = role;
  return {
    start: link.index,
    end: found.end,
    members: [member],
    owner: "self",
    role,
    named: true,
    ages: [null],
    presupposed: false,
  };
}

/** With "the" before them these are the user's own. */
const OWN_KIN = /^(?:HAS_CHILD|HAS_SISTER|HAS_BROTHER|HAS_MOTHER|HAS_FATHER|SPOUSE|HAS_GRANDCHILD)$/;
const IDENTIFIED =
  /(?:(?<!\p{L})(?:[Ss]he|[Hh]e|[Tt]hat|[Tt]his)(?:'s|’s| is| was)|(?<!\p{L})[Dd](?:as|ie|er) ist|(?<!\p{L})[Cc]['’]est|(?<!\p{L})(?:[Ee]lle|[Ii]l) est|(?:^|[,.;] )[Ee]s)\s$/u;

/** "She has a dog called Bruno": whose dog it is stands before it. Null when the user speaks of themselves. */
function pronounBefore(before: string, grammar: Grammar): Gender | null {
  let gender: Gender | null = null;
  const own = new RegExp(`^(?:${grammar.self})$`, "iu");
  for (const [word] of before.matchAll(/[\p{L}'’]+/gu)) {
    if (own.test(word)) gender = null;
    else gender = grammar.pronouns.get(word.toLowerCase()) ?? gender;
  }
  return gender;
}

/** Kin words without a possessive ("mum", "Papa") and counted pets or children are the user's own. */
function bareOwned(found: Found, role: Role, tight: boolean): boolean {
  if (found.theirs !== "" || found.name !== "") return false;
  if (
    found.count === "" &&
    tight &&
    found.opens &&
    /BOSS|COACH|LANDLORD|HAS_DOCTOR|FLATMATE/.test(role.predicate)
  )
    return true;
  if (found.count === "")
    return tight && /MOTHER|FATHER|CHILD|PET|GRAND|SIBLING|SISTER|BROTHER/.test(role.predicate);
  return tight && /CHILD|PET|SISTER|BROTHER|SPOUSE|GRANDCHILD/.test(role.predicate);
}

export function ownerOf(
  found: Found,
  text: string,
  role: Role,
  cast: Cast,
  grammar: Grammar,
): Subject | null {
  if (found.mine) return "self";
  if (found.name !== "") {
    const name = found.name.slice(leadLength(found.name, grammar));
    return cast.find(name) ?? (notAName(name, grammar) ? null : cast.add(name, "person", null));
  }
  if (found.theirs !== "") {
    const gender = grammar.theirs.get(found.theirs) as Gender;
    const children =
      gender === "x" ? cast.members.filter((member) => member.role?.predicate === "HAS_CHILD") : [];
    return children.at(-1) ?? nameIn(text.slice(0, found.start), gender, cast) ?? cast.byGender(gender);
  }
  if (found.count === "" && /HAS_(?:MOTHER|FATHER)/.test(role.predicate)) return "self";
  return null;
}

/** The last known person named before "his wife" in the same statement. */
function nameIn(before: string, gender: Gender, cast: Cast): Member | null {
  const names = [...before.matchAll(new RegExp(NAME, "gu"))]
    .map((match) => cast.find(match[0]))
    .filter((member) => member !== null);
  return (
    names.findLast((member) => gender === "x" || member.gender === "x" || member.gender === gender) ?? null
  );
}

export function join(
  cast: Cast,
  name: string,
  role: Role,
  owner: Subject,
  found: Found,
  grammar: Grammar,
): Member {
  const own = owner === "self" ? role : null;
  const unnamed = own
    ? cast.members.find((member) => member.role?.word === role.word && member.name === role.word)
    : undefined;
  if (unnamed && !cast.find(name)) {
    unnamed.name = name;
    unnamed.aliases.add(role.word);
    return cast.touch(unnamed);
  }
  const member = cast.add(name, role.type, own);
  if (member.gender === "x") member.gender = role.gender;
  if (own && !role.plural && found.mine) {
    const possessive = (grammar.mine.split("|")[0] ?? "").replace(/\[(.)(.)\]/, "$2");
    member.aliases.add(`${possessive} ${role.word}`);
    member.aliases.add(role.word);
  }
  return member;
}

interface Named {
  names: string[];
  ages: (string | null)[];
  start: number;
  end: number;
  /** Names stand in an apposition or after "called", not just behind the role. */
  tight: boolean;
  presupposed: boolean;
}

const ONE_NAME = new RegExp(
  `^(${NAME})(?:,? \\(?(?:aged )?(\\d{1,3})(?=[,) ])(?: (?:ans|años|Jahre?|years?|yrs)(?: old| alt)?)?[^)(]{0,40}?\\)?(?=[,. )]|$))?`,
  "u",
);

/** Length of the words before a name that only look like it: "Die Rosa", "And Ivo". */
export function leadLength(name: string, grammar: Grammar): number {
  let at = 0;
  for (;;) {
    const word = /^\S+ /u.exec(name.slice(at))?.[0];
    if (!word) return at;
    const folded = word.trim().toLowerCase();
    if (!grammar.determiners.has(folded) && !grammar.stops.has(folded) && !grammar.empty.has(folded))
      return at;
    at += word.length;
  }
}

/** "my sister Annelie", "our dog, Churro,", "my boss is Carol", "two kids, Daniela (13) and Mateo (8)". */
export function namesAfter(text: string, found: Found, role: Role, grammar: Grammar): Named | null {
  const rest = text.slice(found.end);
  const link = new RegExp(
    `^(?:(?<called>,? (?:(?:who|which|that) )?(?:${grammar.is} )?(?:${grammar.called}) |(?:['’]?s)? names? (?:is|are) | (?:on|in|at|from|with|of) [\\p{L}' ]{2,25}? (?:${grammar.called}) )|(?<is>,?(?: ${grammar.is}|'s|’s) (?!${grammar.called}))|(?<open>,? \\(|, (?:der |die |das |la |el )?|: )|(?<plain> (?:der |die |das |la |el )?))(?=\\p{Lu})`,
    "u",
  ).exec(rest);
  if (!link) return null;
  const names: string[] = [];
  const ages: (string | null)[] = [];
  let at = link[0].length;
  for (;;) {
    const one = ONE_NAME.exec(rest.slice(at));
    const name = one?.[1]?.replace(/['’]s?$/u, "");
    if (!one || !name || notAName(name, grammar)) break;
    names.push(name);
    ages.push(one[2] ?? null);
    at += one[2] ? one[0].length : name.length;
    const next = new RegExp(
      `^(?:, (?:(?:${grammar.and}) )?| (?:${grammar.and}) )(?:(?:the|die|der|la|el|le) )?(?=\\p{Lu})`,
      "u",
    ).exec(rest.slice(at));
    if (!role.plural || !next || names.length >= 6) break;
    at += next[0].length;
  }
  if (names.length === 0) return null;
  const groups = link.groups ?? {};
  const closed =
    /^\s*(?:$|[,.;:!)(?…]|(?:and|as well|too|und|auch|et|aussi|y|también)(?!\p{L}))/u.test(rest.slice(at)) ||
    ages[0] !== null;
  if ((groups["open"] !== undefined || groups["is"] !== undefined) && !closed && !role.plural) return null;
  if (role.plural && names.length === 1 && groups["open"] === undefined && groups["called"] === undefined)
    return null;
  return {
    names,
    ages,
    start: found.start,
    end: found.end + at,
    tight: groups["plain"] === undefined || found.mine,
    presupposed: groups["is"] === undefined,
  };
}

/** "Rosa, my dentist", "Ivo is my boss", "Greet (my mother)". */
function nameBefore(text: string, found: Found, role: Role, grammar: Grammar): Named | null {
  const before = text.slice(0, found.start);
  const the =
    /^(?:the|die|der|das|la|el|le)$/.test(found.count) &&
    /CHILD|SISTER|BROTHER|MOTHER|FATHER|SPOUSE|GRANDCHILD/.test(role.predicate);
  const parent = /HAS_(?:MOTHER|FATHER)$/.test(role.predicate);
  const owned = found.mine || found.theirs !== "" || found.name !== "" || the || parent;
  const match = new RegExp(
    `(?<![\\p{L}'’])((?:${NAME}(?:, | (?:${grammar.and}) )){0,3}${NAME})(?:, | \\(| ?${grammar.is} |,? which is | takes over as | becomes | que es | qui est )(?:also )?$`,
    "u",
  ).exec(before);
  if (!match?.[1] || !owned) return null;
  const names = match[1]
    .split(new RegExp(`, | (?:${grammar.and}) `, "u"))
    .map((name) => name.trim())
    .map((name) => name.slice(leadLength(name, grammar)));
  if (!role.plural && names.length > 1) names.splice(0, names.length - 1);
  const last = names.at(-1);
  if (!last || names.some((name) => notAName(name, grammar))) return null;
  const closed =
    /^\s*(?:$|[,.;:!)(?]|from|at|in|on|now|since|as of|until|and|und|et|y|who|ab|seit|desde|depuis|dès)/.test(
      text.slice(found.end),
    );
  const age = /^,? \(?(\d{1,2})(?=[,)])/.exec(text.slice(found.end))?.[1] ?? null;
  return closed
    ? {
        names,
        ages: names.map(() => age),
        start: before.lastIndexOf(names[0] ?? last),
        end: found.end,
        tight: true,
        presupposed: !new RegExp(`${grammar.is} $`, "u").test(before),
      }
    : null;
}

export function notAName(name: string, grammar: Grammar): boolean {
  const folded = name.toLowerCase();
  const first = folded.split(/[ '’]/)[0] ?? "";
  return (
    name.length < 2 ||
    /^\p{Lu}{4,}$/u.test(name) ||
    grammar.empty.has(folded) ||
    grammar.empty.has(first) ||
    grammar.stops.has(first) ||
    grammar.pronouns.has(first) ||
    grammar.roles.has(folded) ||
    lookup(name, grammar) !== undefined ||
    grammar.job.test(name) ||
    grammar.determiners.has(first)
  );
}
