import type { Episode } from "../../../domain/model/episode.ts";
import { endsOf, type Fact } from "../../../domain/model/fact.ts";
import { contentWords } from "../../../language/stems.ts";
import { topicOf } from "../../../domain/belief/predicate.ts";
import { statementSimilarity } from "../../../domain/belief/statement-similarity.ts";
import { BELIEVED_STATUSES } from "../../../domain/model/status.ts";
import { believedById, believedFactsOf, idsByVector, idsByWords, type NearbyDeps } from "./nearby.ts";
import { factsOfSubjects } from "../../facts-of.ts";
import { distinctById } from "../../collections.ts";

/** Known statements shown next to the news of a conversation: all of a small memory, the nearest of a large one. */
const KNOWN_MAX = 60;
/** Maximum number of statements about the user considered, newest first. */
const OWN_MAX = 120;
/** Added to the similarity for a shared topic: when a job ends, its boss and office may end too. */
const TOPIC_SHARED = 0.2;

/**
 * Known facts around the news of a conversation that may end with them though no one says so: someone who has had the child is no
 * longer pregnant. They are about entities its turns mention, about the user, or near in words or meaning.
 */
export async function knownAroundNews(
  deps: NearbyDeps,
  episodes: readonly Episode[],
  news: readonly Fact[],
): Promise<Fact[]> {
  const { user, selfId } = deps;
  const mentioned = await user.mentions(episodes.map(({ id }) => id));
  const things = [...mentioned.map(({ entityId }) => entityId), ...endsOf(news)];
  const ids = await Promise.all([
    ...episodes.map(({ userMessage }) => idsByWords(user, contentWords(userMessage))),
    ...news.map((fact) => idsByVector(deps, fact)),
  ]);
  const [ofThings, own, alike] = await Promise.all([
    believedFactsOf(deps, things),
    factsOfSubjects(user, [selfId], BELIEVED_STATUSES, OWN_MAX),
    believedById(user, ids.flat()),
  ]);
  const found = [...ofThings, ...own, ...ids.flat().flatMap((id) => alike.get(id) ?? [])];
  const told = new Set(episodes.map(({ id }) => id));
  const pool = distinctById(found).filter(
    ({ evidence }) => !evidence.some(({ episodeId }) => told.has(episodeId)),
  );
  return nearest(pool, news, episodes);
}

function nearest(pool: Fact[], news: readonly Fact[], episodes: readonly Episode[]): Fact[] {
  const similarity = statementSimilarity([...pool, ...news]);
  const [first] = news;
  const turns = episodes.map(({ id, userMessage }) => ({ ...(first as Fact), id, text: userMessage }));
  const topics = new Set(news.map(({ predicate }) => topicOf(predicate)));
  const near = (fact: Fact): number => {
    const topic = topicOf(fact.predicate);
    const shared = topic !== null && topics.has(topic) ? TOPIC_SHARED : 0;
    return shared + Math.max(...[...news, ...turns].map((one) => similarity(fact, one)));
  };
  return pool
    .map((fact) => ({ fact, near: near(fact) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, KNOWN_MAX)
    .map(({ fact }) => fact);
}
