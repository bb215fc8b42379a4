import { bareName, fold } from "../../domain/text.ts";
import type { Gender, Grammar, Role } from "./grammar.ts";
import { nameTags } from "./tags.ts";

/** Somebody or something a conversation speaks of. `role` is its relation to the user, when it has one. */
export interface Member {
  name: string;
  type: string;
  gender: Gender;
  aliases: Set<string>;
  role: Role | null;
  /** Index of the sentence it was last spoken of in; pronouns look for the latest. */
  lastAt: number;
  /** Nothing was stated of them so far. */
  onlyNamed?: boolean;
  /** Introduced or spoken of in the turn itself, so that it belongs into the answer. */
  fresh: boolean;
}

/** Statements that a pronoun reaches back. */
const REACH = 2;

/** The people, animals and things of one conversation, looked up by name, role or pronoun. */
export class Cast {
  readonly members: Member[] = [];
  private clock = 0;
  private doubtAt = -1;

  /** The member with this name, alias, first name or its beginning ("Manu"); null when two could be meant. */
  find(name: string): Member | null {
    const wanted = bareName(name);
    if (wanted === "") return null;
    const exact = this.members.filter((member) => bareName(member.name) === wanted);
    const similar = this.members.filter(
      (member) =>
        fold(member.name).split(" ")[0] === wanted ||
        [...member.aliases].some((other) => bareName(other) === wanted),
    );
    const all = new Set([...exact, ...similar]);
    if (all.size === 0 && wanted.length >= 3) {
      for (const member of this.members)
        if (member.type === "person" && bareName(member.name).startsWith(wanted)) all.add(member);
    }
    return all.size === 1 ? ([...all][0] ?? null) : null;
  }

  add(name: string, type: string, role: Role | null): Member {
    const held =
      role &&
      this.members.find(
        (member) => member.role?.predicate === role.predicate && bareName(member.name) === bareName(name),
      );
    const known = held ?? this.find(name);
    if (known && (role === null || known.role === null || known.role.predicate === role.predicate)) {
      known.role ??= role;
      if (role) known.type = role.type;
      delete known.onlyNamed;
      return this.touch(known);
    }
    const gender =
      role && role.gender !== "x" ? role.gender : type === "person" ? nameTags(name).gender : "x";
    const member: Member = { name, type, gender, aliases: new Set(), role, lastAt: 0, fresh: true };
    this.members.push(member);
    return this.touch(member);
  }

  /** The only member in that role ("my sister" once Annelie was introduced), else one named by the role. */
  inRole(role: Role, possessive: string): Member {
    const held = this.members.filter((member) => member.role?.word === role.word);
    const only = held.length === 1 ? held[0] : undefined;
    if (only) return this.touch(only);
    const unnamed = held.find((member) => member.name === role.word);
    if (unnamed) return this.touch(unnamed);
    const member: Member = {
      name: role.word,
      type: role.type,
      gender: role.gender,
      aliases: new Set([`${possessive} ${role.word}`]),
      role,
      lastAt: 0,
      fresh: true,
    };
    this.members.push(member);
    return this.touch(member);
  }

  /** The latest person of this gender a pronoun can mean; an animal only when no person can be meant. */
  byGender(gender: Gender): Member | null {
    const near = this.members.filter(
      (member) => member.lastAt >= this.clock - REACH && member.lastAt > this.doubtAt,
    );
    const latest = (some: Member[]): Member | null => some.sort((a, b) => a.lastAt - b.lastAt).at(-1) ?? null;
    const fits = (member: Member): boolean => gender === "x" || member.gender === gender;
    return (
      latest(near.filter((member) => member.type === "person" && fits(member))) ??
      named(
        near.filter((member) => member.onlyNamed),
        gender,
      ) ??
      latest(near.filter((member) => member.type === "animal" && (fits(member) || member.gender === "x")))
    );
  }

  /** A new statement begins; pronouns reach a few statements back. */
  tick(): void {
    this.clock++;
  }

  /** Somebody the rules cannot place was spoken of: a pronoun may mean them, so it means nobody known. */
  doubt(): void {
    this.doubtAt = this.clock;
  }

  touch(member: Member): Member {
    member.lastAt = this.clock + 0.5;
    member.fresh = true;
    return member;
  }

  /** Forgets who was just spoken of: pronouns do not reach across a message without them. */
  settle(): void {
    this.clock += 1;
    for (const member of this.members) member.fresh = false;
  }
}

/** The only one just named of whom nothing is known yet: a pronoun that fits nobody else means them. */
function named(members: Member[], gender: Gender): Member | null {
  const [member, ...others] = members;
  if (!member || others.length > 0 || (member.gender !== "x" && member.gender !== gender)) return null;
  member.gender = gender;
  return member;
}

/** "user" for the user. */
export type Subject = Member | "self";

export function subjectPhrase(subject: Subject, grammar: Grammar): string {
  if (subject === "self") return grammar.user;
  const role = subject.role;
  if (!role) return subject.name;
  return subject.name === role.word
    ? grammar.usersRole(role.word)
    : `${grammar.usersRole(singular(role))} ${subject.name}`;
}

/** "brothers" -> "brother" for a sentence about one of them; plurals of the four languages end in -s, -n or -e. */
function singular(role: Role): string {
  return role.plural ? role.word.replace(/(?<=[a-z]{3})s$/u, "") : role.word;
}
