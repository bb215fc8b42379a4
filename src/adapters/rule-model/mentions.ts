import type { Cast, Member, Subject } from "./cast.ts";
import { alternatives, type Grammar, NAME } from "./grammar.ts";
import { leadLength, notAName, type Introduction } from "./introductions.ts";
import { isPlainWord, nameTags } from "./tags.ts";

/** A place in the message where somebody is spoken of who can be the subject of what follows. */
export interface Mention {
  start: number;
  end: number;
  subject: Subject;
  kind: "self" | "pronoun" | "name" | "role" | "bare";
  /** Named without having been introduced. */
  stranger?: boolean;
  /** Not a subject; only what stands beside the name is read. */
  aside?: boolean;
}

const patterns = new WeakMap<Grammar, RegExp>();

function pattern(grammar: Grammar): RegExp {
  const known = patterns.get(grammar);
  if (known) return known;
  const pronouns = alternatives(grammar.pronouns.keys());
  const capitals = alternatives(
    [...grammar.pronouns.keys()].map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  );
  const made = new RegExp(
    `(?<![\\p{L}\\p{N}'’-])(?:(?<self>${grammar.self})(?![\\p{L}])|(?<pronoun>${pronouns}|${capitals})(?![\\p{L}])|(?<name>${NAME}))`,
    "gu",
  );
  patterns.set(grammar, made);
  return made;
}

/** Mentions of one statement in order; `found` are the roles already read there. */
export function mentions(
  own: string,
  start: number,
  end: number,
  found: Introduction[],
  cast: Cast,
  grammar: Grammar,
): Mention[] {
  const list: Mention[] = [];
  for (const introduction of found) {
    const member = introduction.members.at(-1);
    if (member && introduction.members.length === 1) {
      list.push({
        start: introduction.start,
        end: introduction.end,
        subject: member,
        kind: introduction.named ? "name" : "role",
      });
    }
  }
  const covered = (at: number): boolean => found.some((other) => at >= other.start && at < other.end);
  for (const match of own.slice(start, end).matchAll(pattern(grammar))) {
    const at = start + match.index;
    if (covered(at)) continue;
    const mention = resolve(match, at, cast, grammar);
    if (mention) list.push(mention);
  }
  return list.sort((a, b) => a.start - b.start);
}

function resolve(match: RegExpMatchArray, at: number, cast: Cast, grammar: Grammar): Mention | null {
  const groups = match.groups ?? {};
  const end = at + match[0].length;
  if (groups["self"] !== undefined) return { start: at, end, subject: "self", kind: "self" };
  const pronoun = groups["pronoun"];
  if (pronoun !== undefined) {
    const member = cast.byGender(grammar.pronouns.get(pronoun.toLowerCase()) ?? "x");
    return member ? { start: at, end, subject: cast.touch(member), kind: "pronoun" } : null;
  }
  const whole = (groups["name"] ?? "").replace(/['’]s?$/u, "");
  const lead = leadLength(whole, grammar);
  const name = whole.slice(lead);
  if (notAName(name, grammar)) return null;
  const start = at + lead;
  const member = cast.find(name);
  if (member) return { start, end: start + name.length, subject: cast.touch(member), kind: "name" };
  return stranger(name, start, match.input ?? "", (match.index ?? 0) + lead, lead > 0, grammar);
}

/** Words before the name of a person. */
const TITLE = /^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Monsieur|Madame|Don|Doña|Sra?)\.? /u;

/** A capitalised name nobody introduced can still be a subject at the start of a clause. */
function stranger(
  name: string,
  at: number,
  text: string,
  index: number,
  led: boolean,
  grammar: Grammar,
): Mention | null {
  const tags = nameTags(name);
  if ((tags.place && !tags.person) || /\d $/.test(text.slice(0, index))) return null;
  const before = text.slice(0, index);
  const article =
    led ||
    /(?:^|[,.:]\s)(?:[Dd]er|[Dd]ie|[Mm]eine?|[Uu]nsere?|[Ll]a|[Ee]l|[Mm]i|[Dd]on|[Dd]oña)\s$/u.test(before);
  const opens =
    index === 0 ||
    article ||
    /(?:[.!?,;:\n(]\s*|\s(?:and|but|then|und|aber|dann|et|mais|puis|y|pero|luego)\s)$/u.test(before);
  const titled = TITLE.test(name);
  const german = grammar.language === "de" && !article && !tags.person && !titled;
  const aside =
    !opens ||
    german ||
    (index === 0 &&
      !tags.person &&
      !titled &&
      (isPlainWord(name) || (grammar.language !== "en" && !name.includes(" "))));
  const subject: Member = {
    name,
    type: "person",
    gender: tags.gender,
    aliases: new Set(),
    role: null,
    lastAt: 0,
    fresh: true,
  };
  return { start: at, end: at + name.length, subject, kind: "name", stranger: true, aside };
}
