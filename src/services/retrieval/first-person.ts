import { contentWords } from "../../language/stems.ts";
import { bareName, tokens, words, type Span, type Token } from "../../language/text.ts";
import { isSelfWord } from "../../domain/model/proposal.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { ownNames } from "../own-names.ts";

/** The suffix of a possessive name: "Edgar's", "Jonas'". */
const OWNING = /^['’]s?(?![\p{L}\p{N}])/u;

export interface ReadQuestion {
  text: string;
  /** Null if the user has said nothing yet. */
  selfId: string | null;
}

/**
 * Rewrites a question that calls the user by name in the first person: "Who is Edgar's vet?" becomes "Who is my vet?", since memory
 * knows "the user's vet". A name that someone else shares, or that is an everyday word ("Will"), is left alone.
 */
export async function inFirstPerson(user: UserStore, question: string): Promise<ReadQuestion> {
  // Found by its alias: a user who has said nothing yet has no self entity, and a search must not create one.
  const [self] = (await user.entitiesByAlias(["i"])).flatMap(({ entity }) => (entity.isSelf ? [entity] : []));
  if (self === undefined) return { text: question, selfId: null };
  return { text: await withoutOwnNames(user, self, question), selfId: self.id };
}

async function withoutOwnNames(user: UserStore, self: Entity, question: string): Promise<string> {
  // "max speed" does not mean Max, unless the whole question is in lower case.
  const hasCapitals = /\p{Lu}/u.test(question);
  const questionTokens = tokens(question);
  const own = (await ownNames(user, self)).filter((name) => !isSelfWord(bareName(name))).map(words);
  const names = own.flatMap((name) => [name, name.slice(0, 1)]);
  const found = names
    .flatMap((name) => spansOf(questionTokens, name, question))
    .filter(({ start }) => !hasCapitals || /^\p{Lu}/u.test(question.slice(start)));
  if (found.length === 0) return question;
  const hits = await user.entitiesByAlias([...new Set(found.map(({ name }) => name))]);
  // Any entity with the user's full name is the user, whoever created it.
  const wholeNames = new Set(own.map((name) => name.join(" ")));
  const others = hits.filter(
    ({ entity: { isSelf, status, name } }) =>
      !isSelf && status === "verified" && !wholeNames.has(words(name).join(" ")),
  );
  const borne = new Set(others.map(({ alias }) => words(alias).join(" ")));
  return replaced(
    question,
    found.filter(({ name }) => !borne.has(name)),
  );
}

interface OwnNameSpan extends Span {
  /** Folded. */
  name: string;
  owns: boolean;
}

function spansOf(questionTokens: readonly Token[], name: readonly string[], question: string): OwnNameSpan[] {
  const last = name.at(-1);
  if (last === undefined || (name.length === 1 && contentWords(last).length === 0)) return [];
  const isWord = ({ word }: Token, n: number): boolean =>
    word === name[n] || (n === name.length - 1 && word === `${last}s`);
  return questionTokens.flatMap((token, at): OwnNameSpan[] => {
    const parts = questionTokens.slice(at, at + name.length);
    const end = parts.at(-1)?.end;
    if (end === undefined || parts.length < name.length || !parts.every(isWord)) return [];
    const [owning = ""] = OWNING.exec(question.slice(end)) ?? [];
    const owns = owning !== "" || parts.at(-1)?.word !== last;
    return [{ name: name.join(" "), start: token.start, end: end + owning.length, owns }];
  });
}

/** Longer names first, so that "Edgar Brenner" does not become "my Brenner". */
function replaced(question: string, found: readonly OwnNameSpan[]): string {
  const taken: OwnNameSpan[] = [];
  for (const span of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!taken.some(({ start, end }) => span.start < end && start < span.end)) taken.push(span);
  return taken
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, owns }) => `${text.slice(0, start)}${owns ? "my" : "I"}${text.slice(end)}`,
      question,
    );
}
