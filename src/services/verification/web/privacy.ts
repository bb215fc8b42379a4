import { anySource } from "../../../language/index.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import { OFF_THE_RECORD } from "../../../domain/model/episode.ts";
import { namesOf, type Entity } from "../../../domain/model/entity.ts";
import { isPersonType, NO_TYPE, typeKey } from "../../../domain/model/entity-type.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { contentWords } from "../../../language/stems.ts";
import { STATUSES } from "../../../domain/model/status.ts";
import { findAllWords, words } from "../../../language/text.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { understand } from "../../retrieval/query.ts";
import { isOfAssistant, mentionedByOthers } from "../episode-case.ts";

/** Memories and turns compared with a query. */
const LOOKED_AT = 200;
/** Turns of a conversation searched for one off the record: as many as a history can hold. */
const TURNS_MAX = 400;
/** Shorter words in a name are particles. */
const NAME_CHARS_MIN = 3;

/**
 * Whether a claim may leave the machine. Its subject and object are already known to be impersonal; this checks the exact words to
 * be sent. If in doubt, they are not sent: an unchecked claim costs nothing.
 */
export async function isPublic(
  user: UserStore,
  episode: Episode,
  claim: Fact,
  entities: Map<string, Entity>,
  query: string,
): Promise<boolean> {
  if (speaksToSomebody(query) || CONTACT.test(query) || !standsInReply(episode, claim, entities, query)) {
    return false;
  }
  const ends = [claim.subjectId, claim.objectId].flatMap((id) => entities.get(id ?? "") ?? []);
  const named = await namedIn(user, query);
  if (named.some((entity) => entity.isSelf)) return false;
  const spoken = await mentionedByOthers(
    user,
    named.map(({ id }) => id),
  );
  if (named.some(({ id }) => spoken.has(id))) return false;
  const people = [...ends, ...named].filter(({ type }) => isPersonType(type) || typeKey(type) === NO_TYPE);
  return !(await userNamed(user, people)) && !(await holdsTold(user, query));
}

/** A single turn off the record, or with the memory off, keeps its whole conversation private: replies may repeat it. */
export async function isOnRecord(user: UserStore, { conversationId }: Episode): Promise<boolean> {
  const turns = await user.episodes({
    conversationId,
    includeReplaced: true,
    order: "newest",
    limit: TURNS_MAX,
  });
  return turns.every(
    ({ memory, userMessage, intent }) =>
      memory === "on" && !userMessage.includes(OFF_THE_RECORD) && intent?.kind !== "off_record",
  );
}

/** First and second person, and the extractors' names for the user. */
const PERSONS = new RegExp(
  `^(?:${anySource(({ words: { first, second, user } }) => `${first}|${second}|${user}`)})$`,
);
/** The polite form, distinguished from "she" and "they" by its capital within a sentence. */
const POLITE = new RegExp(`\\p{L}[,;]*\\s+(?:${anySource(({ words }) => words.polite)})\\b`, "u");

function speaksToSomebody(query: string): boolean {
  return POLITE.test(query) || words(query).some((word) => PERSONS.test(word));
}

/** Mail and web addresses, telephone and account numbers. */
const CONTACT = /@|https?:|www\.|\+\s?\d|\d{6,}|\d[\d ()/-]{8,}\d/i;

/** Names and numbers come from the reply itself, not from something an extraction added. */
function standsInReply(episode: Episode, claim: Fact, entities: Map<string, Entity>, query: string): boolean {
  const own = [claim.subjectId, claim.objectId].map((id) => entities.get(id ?? "")?.name ?? "");
  const there = new Set(words([episode.assistantReply ?? "", ...own].join(" ")));
  const telling = query.match(/(?:\p{Lu}|\p{N})[\p{L}\p{N}\p{M}]*/gu) ?? [];
  return telling.flatMap(words).every((word) => there.has(word) || contentWords(word).length === 0);
}

/** Entities whose full name occurs in the query, and people with any of their names in it. */
async function namedIn(user: UserStore, query: string): Promise<Entity[]> {
  const { nGrams, terms } = understand(query);
  const hits = await user.entitiesByAlias(nGrams);
  const alike = await user.search({ terms, kinds: ["entity"], limit: LOOKED_AT, statuses: STATUSES });
  const people = (await user.entitiesById(alike.map(({ id }) => id))).filter(({ type }) =>
    isPersonType(type),
  );
  const asked = new Set(words(query));
  const partly = people.filter((person) => nameWords(person).some((word) => asked.has(word)));
  return [...hits.map(({ entity }) => entity), ...partly];
}

function nameWords(entity: Entity): string[] {
  return namesOf(entity)
    .flatMap(contentWords)
    .filter((word) => word.length >= NAME_CHARS_MIN);
}

/** Whether the user ever mentioned one of these (people or entities of unclear type), even if no fact was extracted. */
async function userNamed(user: UserStore, people: Entity[]): Promise<boolean> {
  const terms = [...new Set(people.flatMap(nameWords))].slice(0, 32);
  if (terms.length === 0) return false;
  const hits = await user.search({ terms, kinds: ["episode"], limit: LOOKED_AT, statuses: STATUSES });
  const names = new Set(terms);
  const turns = await user.episodesById(hits.map(({ id }) => id));
  return turns.some((turn) => words(turn.userMessage).some((word) => names.has(word)));
}

/** Whether the query contains a value with a name, a number or several words that someone other than the assistant stated. */
async function holdsTold(user: UserStore, query: string): Promise<boolean> {
  const { terms } = understand(query);
  const hits = await user.search({ terms, kinds: ["fact"], limit: LOOKED_AT, statuses: STATUSES });
  const facts = await user.factsById(hits.map(({ id }) => id));
  return facts.some((fact) => {
    if (fact.value === null || isOfAssistant(fact)) return false;
    const told = words(fact.value);
    const tells = told.length >= 3 || /\p{Lu}|\p{N}/u.test(fact.value);
    return tells && findAllWords(query, told).length > 0;
  });
}
