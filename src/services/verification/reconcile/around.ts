import { sharesTurn } from "../../../domain/consistency.ts";
import type { Episode } from "../../../domain/episode.ts";
import type { Fact } from "../../../domain/fact.ts";
import { contentWords } from "../../../domain/language.ts";
import { PREDICATES, topicOf, type Topic } from "../../../domain/predicate.ts";
import { statementLikeness } from "../../../domain/statement-likeness.ts";
import { byTerms, byVector, ofThings, type NearbyDeps } from "./nearby.ts";
import type { Pair } from "./questions.ts";

/** Known statements asked about beside the pairs of one episode. */
const AROUND_MAX = 10;
/** Below this a statement has nothing to do with the news. */
const NEAR_MIN = 0.2;
/** What a shared topic counts beside the likeness of words: with a job its boss and office may go. */
const TOPIC_SHARED = 0.2;
/** Facts read of one topic. */
const OF_TOPIC_MAX = 40;

/**
 * What is known around the news of a turn and may end with it, though no statement of the turn speaks of it: who has
 * had the child is not pregnant any more. Of the things the turn mentions, of the topics of its news, or near in words
 * or meaning; without what is paired with the news already. Each with the news it is nearest to, nearest first.
 */
export async function knownAround(
  deps: NearbyDeps,
  episode: Pick<Episode, "id" | "userMessage">,
  news: readonly Fact[],
  paired: ReadonlySet<string>,
): Promise<Pair[]> {
  const mentioned = await deps.user.mentions([episode.id]);
  const things = [
    ...mentioned.map(({ entityId }) => entityId),
    ...news.flatMap(({ subjectId, objectId }) => [subjectId, objectId]),
  ];
  const found = await Promise.all([
    ofThings(deps, things),
    ofTopics(deps, news),
    byTerms(deps.user, contentWords(episode.userMessage)),
    ...news.map((fact) => byVector(deps, fact)),
  ]);
  const pool = [...new Map(found.flat().map((fact) => [fact.id, fact])).values()].filter(
    (fact) => !paired.has(fact.id) && !news.some((one) => one.id === fact.id || sharesTurn(one, fact)),
  );
  return nearest(pool, news, episode.userMessage);
}

function nearest(pool: Fact[], news: readonly Fact[], turn: string): Pair[] {
  const likeness = statementLikeness([...pool, ...news]);
  const near = (older: Fact, newer: Fact): number => {
    const topic = topicOf(older.predicate);
    const isShared = topic !== null && topicOf(newer.predicate) === topic;
    const [told, asWhole] = [
      likeness(older, newer),
      likeness(older, { ...newer, id: `${newer.id}+`, text: turn }),
    ];
    return (isShared ? TOPIC_SHARED : 0) + Math.max(told, asWhole);
  };
  return pool
    .flatMap((older) => {
      const ranked = news.map((newer) => ({ older, newer, near: near(older, newer) }));
      return ranked.sort((a, b) => b.near - a.near).slice(0, 1);
    })
    .filter((pair) => pair.near >= NEAR_MIN)
    .sort((a, b) => b.near - a.near)
    .slice(0, AROUND_MAX);
}

async function ofTopics({ user }: NearbyDeps, news: readonly Fact[]): Promise<Fact[]> {
  const topics = [...new Set(news.flatMap(({ predicate }) => topicOf(predicate) ?? []))];
  if (topics.length === 0) return [];
  return user.facts({
    entityIds: [...new Set(news.map(({ subjectId }) => subjectId))],
    role: "subject",
    predicates: topics.flatMap(namesOfTopic),
    statuses: ["verified", "disputed"],
    limit: OF_TOPIC_MAX,
  });
}

function namesOfTopic(topic: Topic): string[] {
  return PREDICATES.filter((entry) => entry.topic === topic).flatMap((entry) => [
    entry.name,
    ...entry.synonyms,
    ...entry.narrower,
  ]);
}
