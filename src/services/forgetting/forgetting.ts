import { askedRequests } from "../intents/asked-requests.ts";
import { languageOf, type Language } from "../../language/index.ts";
import { EXPLICIT_IMPORTANCE, hadPlainWish, mayAskMemory, type Episode } from "../../domain/model/episode.ts";
import type { TurnExtraction } from "../../domain/model/proposal.ts";
import { openReview, type Review, type ReviewPatch } from "../../domain/model/review.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import { HOUR_MS, MINUTE_MS, plusMs, type Instant } from "../../domain/model/time.ts";
import type { ForgetOutcome, ForgetTarget } from "../../domain/model/tombstone.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { recogniseIntents } from "../intents/recognise.ts";
import type { Needs } from "../kernel.ts";
import { undoRun } from "../review/undo-run.ts";
import { retryPreempted } from "../maintenance/retry-preempted.ts";
import { isDoubted } from "../model/trust.ts";
import { erasePending } from "./erase-pending.ts";
import type { EraseContext } from "./erase.ts";
import { memoriesMeant, type MeantDeps } from "./meant.ts";
import { memoriesFor, ofTurn, type Forgettable } from "./memories.ts";
import { LISTED_MAX, noticeFor, type Notice } from "./notice.ts";
import { askAbout, extractAgain, isListed, hidesContent, openForgettings, hide, runOf } from "./hide.ts";

export interface ForgettingDeps
  extends MeantDeps, Needs<"store" | "clock" | "newId" | "graphLock" | "embedQuery"> {
  /** Forgets and notifies observers. */
  forget: (userId: string, target: ForgetTarget) => Promise<ForgetOutcome>;
  onError: (error: unknown) => void;
  /** Hours between hiding and erasing content named in the user's plain words; 0 erases at once. */
  graceHours: number;
  /** A turn in this conversation may be extracted again. */
  onExtractable: (userId: string, conversationId: string) => Promise<void>;
  /** Something is hidden, or asked about. */
  onHidden: (userId: string, counts: { memories: number; asked: number }) => void;
}

type Requests = TurnExtraction["requests"];

/** The meaning of an intent to forget. */
export interface Wish {
  sure: readonly Forgettable[];
  /** The user is asked which of these are meant. */
  maybe: readonly Forgettable[];
  /** The whole content of this turn is meant, including anything extracted from it in the meantime. */
  turn?: Episode | undefined;
  /** Code recognised it in the user's words. */
  isPlain: boolean;
}

/** Erased content, as reported in the reply. */
export interface Erased {
  facts: number;
  turns: number;
  /** Remaining turns with words like the erased ones. */
  similar: string[];
}

export type Forgetting = ReturnType<typeof createForgetting>;

/**
 * Requests to forget, in any wording. Whatever code or a model is sure of is hidden at once and reported in the same
 * reply, or in the next one if a model read it; possible matches, and above all a request for everything, are asked
 * about and stay unless the user confirms. Hidden content is erased when the user confirms, and without confirmation
 * only if code reads a plain wish in the user's words, the user was shown what it hid, and the grace period is over: a
 * model's reading never erases anything. Each state is stored as a question to the owner, so that a restart continues
 * where it was. Content the owner names by id (`Engine.forget`) is erased at once.
 */
export function createForgetting(deps: ForgettingDeps) {
  const { clock, newId, graphLock } = deps;

  const settle = async (
    user: UserStore,
    reviews: readonly Review[],
    state: "accepted" | "rejected",
    by: "user" | "code",
  ): Promise<void> => {
    await patch(user, reviews, { state, decidedAt: clock.now(), decidedBy: by });
  };

  const patch = async (user: UserStore, reviews: readonly Review[], set: ReviewPatch): Promise<void> => {
    if (reviews.length === 0) return;
    const mutations = reviews.map(({ id }) => ({ op: "review.patch", id, set }) as const);
    await graphLock.run(user.userId, () => user.apply({ actor: "user", reason: "forgetting", mutations }));
  };

  const bringBack = async (user: UserStore, reviews: readonly Review[]): Promise<void> => {
    const conversations = await graphLock.run(user.userId, () => extractAgain(user, reviews));
    for (const conversationId of conversations) await deps.onExtractable(user.userId, conversationId);
  };

  /** Decided first, so that a crash halfway is resumed. */
  const erase = async (user: UserStore, reviews: Review[], by: "user" | "code"): Promise<Erased> => {
    await patch(user, reviews, { state: "open", decidedBy: by });
    const similar = new Set<string>();
    const context: EraseContext = {
      user,
      now: clock.now(),
      newId,
      graphLock,
      async forget(target) {
        const done = await deps.forget(user.userId, target);
        for (const id of done.similar.episodeIds) similar.add(id);
        return done;
      },
    };
    const erased = await erasePending(context, reviews);
    const left = await user.episodesById([...similar]);
    await settle(user, reviews, "accepted", by);
    await bringBack(user, reviews);
    return { ...erased, similar: left.map(({ id }) => id) };
  };

  const askedFor = async (user: UserStore, askedIn: string): Promise<Review[]> => {
    const open = await openForgettings(user);
    return open.filter(({ left, reason }) => left === askedIn && reason !== "request");
  };

  /** The user has decided about an intent's hidden content: the search for more ends. */
  const endRequest = async (user: UserStore, askedIn: string, state: "accepted" | "rejected") => {
    const open = await openForgettings(user);
    const requests = open.filter(({ left, reason }) => left === askedIn && reason === "request");
    await settle(user, requests, state, "user");
  };

  /** True if something is hidden or asked about; null if it could not be read. */
  const forgetMeant = async (
    user: UserStore,
    turn: Episode,
    target: string,
    signal: AbortSignal,
  ): Promise<boolean | null> => {
    const found = await memoriesFor({ user, embedQuery: deps.embedQuery }, turn, target);
    const meant = await retryPreempted(signal, () => memoriesMeant(deps, turn, target, found, signal));
    if (meant === null) return null;
    const { memories, maybe } = meant;
    await request(user, turn.id, { sure: memories, maybe, isPlain: isPlainWish(turn) });
    return memories.length + maybe.length > 0;
  };

  const request = async (
    user: UserStore,
    askedIn: string,
    { sure, maybe, turn, isPlain }: Wish,
  ): Promise<void> => {
    const now = clock.now();
    const isMost = await isMostOfAll(user, sure.length);
    const asked = isMost ? [...sure.filter(({ kind }) => kind !== "name"), ...maybe] : maybe;
    const memories = await graphLock.run(user.userId, async () => {
      const hidden = [...(isMost ? [] : sure), ...(turn === undefined ? [] : await ofTurn(user, turn))];
      await hide(user, askedIn, hidden, now);
      await askAbout(user, askedIn, asked, now);
      return hidden.length;
    });
    if (memories + asked.length > 0) deps.onHidden(user.userId, { memories, asked: asked.length });
    if (deps.graceHours > 0 || !isPlain) return;
    const hidden = (await askedFor(user, askedIn)).filter(hidesContent);
    if (hidden.length > 0) await erase(user, hidden, "code");
  };

  /** The intent stays open, and is resumed later, unless every part of it was asked about. */
  const forgetAsked = async (
    user: UserStore,
    turn: Episode,
    targets: readonly string[],
    signal: AbortSignal,
  ): Promise<void> => {
    const request = await user.review(openReview("forget", [turn.id, "request"], "request", clock.now()).id);
    if (request?.state !== "open") return;
    const outcomes: (boolean | null)[] = [];
    try {
      for (const target of targets) outcomes.push(await forgetMeant(user, turn, target, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return deps.onError(error);
    }
    if (outcomes.includes(null) && request.at > plusMs(clock.now(), -UNREAD_MS_MAX)) return;
    await settle(user, [request], outcomes.includes(true) ? "accepted" : "rejected", "code");
  };

  /** Resumes an intent that could not be read when it was said, from its own words. */
  const resumeRequest = async (user: UserStore, { left }: Review): Promise<void> => {
    const turn = await user.episode(left);
    if (turn !== null) await forgetAsked(user, turn, [turn.userMessage], AbortSignal.timeout(TAKE_UP_MS_MAX));
  };

  const restoreHidden = async (user: UserStore, askedIn: string, reviews: Review[]): Promise<void> => {
    if (reviews.some(hidesContent))
      await undoRun({ graphLock, clock }, user, runOf(askedIn), { again: true });
    await settle(user, reviews, "rejected", "user");
    await bringBack(user, reviews);
  };

  const restore = async (user: UserStore, askedIn: string): Promise<void> => {
    await restoreHidden(user, askedIn, await askedFor(user, askedIn));
    await endRequest(user, askedIn, "rejected");
  };

  return {
    /** Hides the sure matches, and stores the question about the others; `notice` reports both. */
    request,

    /** Carries out the requests of one extracted turn. Idempotent. */
    async carryOut(user: UserStore, turn: Episode, requests: Requests, signal: AbortSignal): Promise<void> {
      if (!mayAskMemory(turn)) return;
      const asked = askedRequests(turn.userMessage, requests);
      const of = (kind: Requests[number]["kind"]): string[] =>
        asked.filter((request) => request.kind === kind).map(({ target }) => target);
      if (of("remember").length > 0 && turn.importance < EXPLICIT_IMPORTANCE) await remember(user, turn.id);
      if (isDoubted(deps.model)) return;
      // A short imperative was carried out before the reply.
      if (!hadPlainWish(turn) && of("forget").length > 0) await forgetAsked(user, turn, of("forget"), signal);
      // The whole content of a turn that was not to be kept; its words are erased once the user confirms.
      if (of("off_record").length > 0)
        await request(user, turn.id, { sure: [], maybe: [], turn, isPlain: false });
    },

    /** Erases the chosen ones of those listed, by ids of questions to the owner, and restores the rest. */
    async answer(user: UserStore, listed: readonly string[], chosen: readonly string[]): Promise<Erased> {
      const wanted = new Set(chosen);
      const open = await openForgettings(user);
      const askedIn = new Set(open.filter(({ id }) => listed.includes(id)).map(({ left }) => left));
      const total: Erased = { facts: 0, turns: 0, similar: [] };
      for (const id of askedIn) {
        const reviews = open.filter(({ left, reason }) => left === id && reason !== "request");
        const going = reviews.filter((review) => wanted.has(review.id));
        const isWhole = reviews.every(
          (review) => !isListed(review) || wanted.has(review.id) || !listed.includes(review.id),
        );
        if (!isWhole) await restoreHidden(user, id, reviews);
        if (going.length === 0) continue;
        // A turn is hidden together with content to be erased; content only asked about is erased if chosen.
        const all = reviews.filter((review) => hidesContent(review) || wanted.has(review.id));
        const { facts, turns, similar } = await erase(user, isWhole ? all : going, "user");
        total.facts += facts;
        total.turns += turns;
        total.similar.push(...similar);
      }
      for (const id of askedIn) await endRequest(user, id, wanted.size > 0 ? "accepted" : "rejected");
      return total;
    },

    /** The owner decides one question: for everything hidden with it, or for it alone if it was only asked about. */
    async decide(user: UserStore, review: Review, decision: "accepted" | "rejected"): Promise<void> {
      if (review.state !== "open") return;
      const isHidden = hidesContent(review);
      if (decision === "rejected")
        return isHidden ? restore(user, review.left) : settle(user, [review], decision, "user");
      const going = isHidden ? (await askedFor(user, review.left)).filter(hidesContent) : [review];
      await erase(user, going, "user");
      await endRequest(user, review.left, decision);
    },

    /** Restores everything hidden since then on a model's reading alone; returns the number of wishes. */
    async keepSince(user: UserStore, since: Instant): Promise<number> {
      const hidden = (await openForgettings(user)).filter(
        (review) => review.at >= since && hidesContent(review),
      );
      const turns = await user.episodesById([...new Set(hidden.map(({ left }) => left))]);
      const unstated = turns.filter((turn) => !isPlainWish(turn)).map(({ id }) => id);
      for (const id of unstated) await restore(user, id);
      return unstated.length;
    },

    /** The notice not yet shown to the user, in the language of the settings, else in this one. */
    async notice(user: UserStore, spoken: Language): Promise<Notice | null> {
      const { language } = await user.settings();
      return noticeFor(user, languageOf(language) ?? spoken, async (askedIn) => {
        const turn = await user.episode(askedIn);
        return turn !== null && isPlainWish(turn) ? deps.graceHours : null;
      });
    },

    /** Marks these as shown to the user. */
    told: (user: UserStore, reviews: readonly Review[]): Promise<void> =>
      patch(user, reviews, { askedAt: clock.now() }),

    /** Erases, for all users, content whose grace period is over and that was not said again. */
    async eraseDue(): Promise<void> {
      const before = plusMs(clock.now(), -deps.graceHours * HOUR_MS);
      const patient = plusMs(clock.now(), -Math.max(deps.graceHours, ANSWER_HOURS) * HOUR_MS);
      for (const userId of await deps.store.system.users()) {
        const user = deps.store.forUser(userId);
        const open = await openForgettings(user);
        const unread = plusMs(clock.now(), -TAKE_UP_AFTER_MS);
        for (const one of open)
          if (one.reason === "request" && one.at <= unread) await resumeRequest(user, one);
        const unanswered = open.filter(
          ({ reason, at, decidedBy }) => reason === "maybe" && decidedBy === null && at <= patient,
        );
        await settle(user, unanswered, "rejected", "code");
        const decided = open.filter(({ decidedBy }) => decidedBy !== null);
        const hidden = open.filter((one) => hidesContent(one) && one.decidedBy === null);
        for (const reviews of byWish(decided))
          if (reviews.every(({ at }) => at <= unread))
            await erase(
              user,
              reviews,
              reviews.some(({ decidedBy }) => decidedBy === "user") ? "user" : "code",
            );
        for (const reviews of byWish(hidden)) {
          if (!(await isDue(user, reviews, before))) continue;
          const again = await toldAgain(user, reviews);
          await settle(user, again, "rejected", "code");
          const rest = reviews.filter((review) => !again.includes(review));
          if (rest.length > 0) await erase(user, rest, "code");
        }
      }
    },
  };

  function remember(user: UserStore, id: string): Promise<unknown> {
    const mutations = [{ op: "episode.patch", id, set: { importance: EXPLICIT_IMPORTANCE } } as const];
    return graphLock.run(user.userId, () => user.apply({ actor: "user", reason: "remember", mutations }));
  }
}

/** Statements no longer hidden, because the user repeated them after the intent. */
async function toldAgain(user: UserStore, reviews: readonly Review[]): Promise<Review[]> {
  const statements = reviews.filter(({ reason }) => reason === "statement");
  const facts = await user.factsById(statements.map(({ right }) => right));
  const back = new Set(facts.filter(({ status }) => status !== "archived").map(({ id }) => id));
  return statements.filter(({ right }) => back.has(right));
}

/** Code itself reads, or read, a wish to forget in the user's words. */
function isPlainWish(turn: Pick<Episode, "userMessage">): boolean {
  return (
    hadPlainWish(turn) || recogniseIntents(turn.userMessage).intents.some(({ kind }) => kind === "forget")
  );
}

function byWish(reviews: readonly Review[]): Review[][] {
  return [...Map.groupBy(reviews, ({ left }) => left).values()];
}

/** The content hidden by a plain wish was shown, and there was no objection since. */
async function isDue(user: UserStore, reviews: readonly Review[], before: Instant): Promise<boolean> {
  const listed = reviews.filter(isListed);
  if (!listed.every(({ askedAt }) => askedAt !== null && askedAt <= before)) return false;
  const turn = await user.episode(reviews[0]?.left ?? "");
  return turn !== null && isPlainWish(turn);
}

/** That much is never assumed to be meant: the user is asked, with the number. */
async function isMostOfAll(user: UserStore, count: number): Promise<boolean> {
  if (count <= LISTED_MAX) return false;
  const known = await user.facts({ statuses: CURRENT_STATUSES, limit: 2 * count + 1 });
  return known.length <= 2 * count;
}

/** Uncertain matches stay if there was no answer by then. */
const ANSWER_HOURS = 24;
/** An intent still open after this was left behind by an unavailable model or a dead process. */
const TAKE_UP_AFTER_MS = 10 * MINUTE_MS;
const TAKE_UP_MS_MAX = 5 * MINUTE_MS;
/** After this, an intent without a readable answer is given up, and the user is notified that nothing was found. */
const UNREAD_MS_MAX = 24 * HOUR_MS;
