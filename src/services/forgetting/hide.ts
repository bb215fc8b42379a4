import { endsOf, turnsBehind, type Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { openReview, type Review } from "../../domain/model/review.ts";
import { languageOf, PACKS, type Language } from "../../language/index.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { allOf } from "../pages.ts";
import { EVERYTHING, isAboutFact, textOf, wordsOf, type Forgettable } from "./memories.ts";
import { factsOfEntities } from "../facts-of.ts";

/** Facts of an entity checked before it is hidden too. */
const FACTS_MAX = 200;

/** The run in which an intent hid content; undoing it restores the content. */
export function runOf(askedIn: string): string {
  return `forget.${askedIn}`;
}

/**
 * Hides the content an intent means from recall, search and prompts, and erases nothing: statements are archived, with
 * entities about which nothing else is known; turns are left out by `hiddenTurns`. Content this intent hid before is
 * left unchanged: the user may have decided about it.
 */
export async function hide(
  user: UserStore,
  askedIn: string,
  meant: readonly Forgettable[],
  now: Instant,
): Promise<void> {
  const memories = await withoutReview(user, askedIn, meant, now);
  if (memories.length === 0) return;
  const facts = memories.flatMap((memory) => (memory.kind === "fact" ? [memory.fact] : []));
  const reviews = [
    ...memories.map((memory) => reviewOf(askedIn, memory, now)),
    ...[...turnsBehind(facts)].map((id) => openReview("forget", [askedIn, id], "turn", now)),
  ];
  await user.apply({
    actor: "user",
    reason: "put_away",
    runId: runOf(askedIn),
    mutations: [
      ...reviews.map((review): Mutation => ({ op: "review.put", review })),
      ...(await holdExtraction(
        user,
        [...turnsHiddenBy(reviews)].filter((id) => id !== askedIn),
      )),
      ...facts.map((fact): Mutation => ({ op: "fact.patch", id: fact.id, set: { status: "archived" } })),
      ...(await archiveOrphans(user, facts)),
    ],
  });
}

/** Possible matches are left unchanged; the user is asked. */
export async function askAbout(
  user: UserStore,
  askedIn: string,
  maybe: readonly Forgettable[],
  now: Instant,
): Promise<void> {
  const mutations = (await withoutReview(user, askedIn, maybe, now)).map(({ id }): Mutation => ({
    op: "review.put",
    review: openReview("forget", [askedIn, id], "maybe", now),
  }));
  if (mutations.length > 0) await user.apply({ actor: "user", reason: "ask_forget", mutations });
}

function reviewOf(askedIn: string, { kind, id }: Forgettable, now: Instant): Review {
  const reason = { fact: "statement", words: "words", name: "name", everything: "maybe" } as const;
  return openReview("forget", [askedIn, id], reason[kind], now);
}

async function withoutReview(
  user: UserStore,
  askedIn: string,
  memories: readonly Forgettable[],
  now: Instant,
): Promise<Forgettable[]> {
  const known = await Promise.all(memories.map((memory) => user.review(reviewOf(askedIn, memory, now).id)));
  return memories.filter((_, at) => known[at] === null);
}

/** Archives the entities that no other fact is about. */
async function archiveOrphans(user: UserStore, facts: readonly Fact[]): Promise<Mutation[]> {
  const entities = (await user.entitiesById([...endsOf(facts)])).filter(({ isSelf }) => !isSelf);
  const going = new Set(facts.map(({ id }) => id));
  const mutations: Mutation[] = [];
  for (const { id } of entities) {
    const left = await factsOfEntities(user, [id], CURRENT_STATUSES, FACTS_MAX);
    if (left.every((fact) => going.has(fact.id)))
      mutations.push({ op: "entity.patch", id, set: { status: "archived" } });
  }
  return mutations;
}

/** Whether it is hidden; not if only asked about or not understood yet. */
export function hidesContent({ reason }: Review): boolean {
  return reason !== "maybe" && reason !== "request";
}

/** Whether it is listed separately; not if it only goes with others. */
export function isListed({ reason }: Review): boolean {
  return reason !== "turn" && reason !== "name";
}

/** Reason why a hidden turn is not extracted. */
const HIDDEN = "hidden";

async function holdExtraction(user: UserStore, ids: string[]): Promise<Mutation[]> {
  const turns = (await user.episodesById(ids)).filter(({ extraction }) => extraction.state === "pending");
  return turns.map(({ id, extraction: { attempts } }) => ({
    op: "episode.patch",
    id,
    set: { extraction: { state: "none", attempts, error: HIDDEN } },
  }));
}

/** The remaining words of turns hidden by these are extracted like any others; returns their conversations. */
export async function extractAgain(user: UserStore, decided: readonly Review[]): Promise<string[]> {
  const hidden = await hiddenTurns(user);
  const turns = (await user.episodesById([...turnsHiddenBy(decided)])).filter(
    ({ id, extraction }) => extraction.error === HIDDEN && !hidden.has(id),
  );
  const mutations = turns.map(({ id, extraction: { attempts } }): Mutation => ({
    op: "episode.patch",
    id,
    set: { extraction: { state: "pending", attempts, error: null } },
  }));
  if (mutations.length > 0) await user.apply({ actor: "user", reason: "extract_again", mutations });
  return [...new Set(turns.map(({ conversationId }) => conversationId))];
}

/** Everything waiting to be erased, or to be understood; newest first. */
export function openForgettings(user: UserStore): Promise<Review[]> {
  return allOf((page) => user.reviewPage({ kind: "forget", state: "open", ...page }));
}

/**
 * The hidden or asked-about content of one entry, in words; null for a turn that is only hidden, and for erased
 * content.
 */
export async function contentOf(user: UserStore, review: Review): Promise<string | null> {
  if (isAboutFact(review)) return (await user.fact(review.right))?.text ?? null;
  if (review.right === EVERYTHING)
    return askEverything(user, languageOf((await user.settings()).language) ?? "en");
  const words = wordsOf(review);
  const turn = words && (await user.episode(words.episodeId));
  return turn && textOf(turn, words);
}

export async function askEverything(user: UserStore, language: Language): Promise<string> {
  const { facts, episodes } = await user.stats();
  const memories = Object.values(facts).reduce((sum, count) => sum + count, 0);
  return PACKS[language].phrases.askEverything(memories, episodes);
}

/**
 * Turns left out of all searches, recall and prompts while their words wait to be erased; this includes the turn with
 * the wish, which mentions them.
 */
export async function hiddenTurns(user: UserStore): Promise<Set<string>> {
  return turnsHiddenBy(await openForgettings(user));
}

export function turnsHiddenBy(forgettings: readonly Review[]): Set<string> {
  const hidden = new Set<string>();
  for (const review of forgettings) {
    if (!hidesContent(review)) continue;
    hidden.add(review.left);
    const words = wordsOf(review);
    if (review.reason === "turn") hidden.add(review.right);
    else if (words !== null) hidden.add(words.episodeId);
  }
  return hidden;
}
