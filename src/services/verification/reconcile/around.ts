import { sharesTurn } from "../../../domain/consistency.ts";
import type { Fact } from "../../../domain/fact.ts";
import { PREDICATES, topicOf, type Topic } from "../../../domain/predicate.ts";
import { statementLikeness } from "../../../domain/statement-likeness.ts";
import { byVector, byWords, ofThings, type NearbyDeps } from "./nearby.ts";
import type { Pair } from "./questions.ts";

/** Known statements asked about beside one change. */
const AROUND_MAX = 8;
/** Below this a statement has nothing to do with the change: of 837 that were asked about, 15 were over. */
const NEAR_MIN = 0.4;
/** Facts read of one topic. */
const OF_TOPIC_MAX = 40;

/**
 * What is known around something that ends and may end with it: with a job its boss and office, with a flat the
 * neighbour. Of the same things, of the same topic, or near in words; without what was ruled on already.
 */
export async function knownAround(
  deps: NearbyDeps,
  closing: readonly Pair[],
  ruled: ReadonlySet<string>,
): Promise<Pair[]> {
  const ends = closing.flatMap(({ newer, older }) => [newer, older]);
  const found = await Promise.all([
    ofThings(
      deps,
      ends.flatMap(({ subjectId, objectId }) => [subjectId, objectId]),
    ),
    ofTopics(deps, ends),
    ...closing.flatMap(({ older }) => [byWords(deps.user, older), byVector(deps, older)]),
  ]);
  const pool = [...new Map(found.flat().map((fact) => [fact.id, fact])).values()].filter(
    (fact) => !ruled.has(fact.id) && !ends.some((end) => end.id === fact.id || sharesTurn(end, fact)),
  );
  return nearest(pool, closing).slice(0, AROUND_MAX);
}

/** Each with the change it is nearest to, nearest first. */
function nearest(pool: Fact[], closing: readonly Pair[]): Pair[] {
  const likeness = statementLikeness([...pool, ...closing.flatMap(({ newer, older }) => [newer, older])]);
  const nearTo = (fact: Fact, { newer, older }: Pair): number => {
    const topic = topicOf(fact.predicate);
    const isShared = topic !== null && [newer, older].some((end) => topicOf(end.predicate) === topic);
    return (isShared ? TOPIC_SHARED : 0) + Math.max(likeness(fact, newer), likeness(fact, older));
  };
  return pool
    .map((older) => {
      const [best] = closing
        .map(({ newer, older: ended }) => ({ newer, near: nearTo(older, { newer, older: ended }) }))
        .sort((a, b) => b.near - a.near);
      return { older, newer: best?.newer ?? older, near: best?.near ?? 0 };
    })
    .filter(({ near }) => near >= NEAR_MIN)
    .sort((a, b) => b.near - a.near);
}

/** What a shared topic counts beside the likeness of words. */
const TOPIC_SHARED = 0.3;

async function ofTopics({ user }: NearbyDeps, ends: readonly Fact[]): Promise<Fact[]> {
  const topics = [...new Set(ends.flatMap(({ predicate }) => topicOf(predicate) ?? []))];
  if (topics.length === 0) return [];
  const entityIds = [...new Set(ends.map(({ subjectId }) => subjectId))];
  const predicates = topics.flatMap(namesOfTopic);
  return user.facts({
    entityIds,
    role: "subject",
    predicates,
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
