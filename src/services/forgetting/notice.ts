import { type Language, PACKS } from "../../language/index.ts";
import type { EpisodeIntent } from "../../domain/model/episode.ts";
import type { Review } from "../../domain/model/review.ts";
import { clip } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { intentOf } from "../intents/plan.ts";
import type { MemoryAction } from "../intents/types.ts";
import { EVERYTHING } from "./memories.ts";
import { askEverything, isListed, contentOf } from "./hide.ts";

/** A notice shown with a reply, about intents to forget carried out since the last one. */
export interface Notice {
  /** Shown before the reply and not stored with it: it names the content to be forgotten. */
  text: string;
  /** The stored version if the reply has no other text: no words of the content to be forgotten. */
  kept: string;
  /** For the model, so that it claims nothing else. */
  note: string;
  actions: MemoryAction[];
  /** The turn's intent: a yes or no in the next turn is an answer. */
  intent: EpisodeIntent | null;
  /** The reviews reported; each is reported once. */
  reviews: Review[];
}

/** Newest questions searched for those the user has not seen. */
const RECENT_MAX = 60;
/** Maximum memories listed with their words. */
export const LISTED_MAX = 9;
const LINE_CHARS_MAX = 140;

/**
 * Null if there is nothing to report. `graceHoursOf`: hours until the content hidden by a turn is erased; null: only
 * after a yes.
 */
export async function noticeFor(
  user: UserStore,
  language: Language,
  graceHoursOf: (askedIn: string) => Promise<number | null>,
): Promise<Notice | null> {
  const { items } = await user.reviewPage({ kind: "forget", limit: RECENT_MAX });
  const untold = items.filter(
    (review) => review.askedAt === null && review.decidedBy !== "user" && isListed(review),
  );
  const memories = untold.filter(({ reason }) => reason !== "request");
  // Content being erased at once is reported when it is gone.
  const waiting = memories.filter(({ state, decidedBy }) => state === "open" && decidedBy === null);
  const maybe = waiting.filter(({ reason }) => reason === "maybe");
  const open = waiting.filter((review) => !maybe.includes(review));
  const erased = memories.filter(({ state }) => state === "accepted");
  const unfound = untold.filter(({ reason, state }) => reason === "request" && state === "rejected");
  const say = PACKS[language].forgetting;
  const hours = await Promise.all([...new Set(open.map(({ left }) => left))].map(graceHoursOf));
  const isTimed = hours.every((one) => one !== null);
  const graceHours = isTimed ? Math.max(...hours) : null;
  const sections: { head: string; lines: string[] }[] = [];
  const section = (head: string, lines: string[] = []) => sections.push({ head, lines });
  if (open.length > 0) section(say.hidden(open.length, graceHours), await linesOf(user, open, say.more));
  if (maybe.some(({ right }) => right === EVERYTHING))
    section(`${await askEverything(user, language)} ${PACKS[language].phrases.howToAnswer(1)}`);
  else if (maybe.length > 0)
    section(say.maybe(maybe.length), await linesOf(user, maybe, say.more, open.length + 1));
  if (erased.length > 0) section(say.erased(erased.length));
  if (unfound.length > 0) section(say.notFound);
  if (sections.length === 0) return null;
  const pending = [...open, ...maybe].map(({ id }) => id);
  return {
    text: sections.flatMap(({ head, lines }) => [head, ...lines]).join("\n"),
    kept: sections.map(({ head }) => head).join("\n"),
    note: noteOf(open.length, maybe.length, erased.length, unfound.length),
    actions: actionsOf(open, maybe, erased),
    intent: waiting.length > 0 ? intentOf("forget", { state: "asked", pending }) : null,
    reviews: [...open, ...maybe, ...erased, ...unfound],
  };
}

/** A numbered line for each hidden or asked-about memory. */
async function linesOf(
  user: UserStore,
  reviews: readonly Review[],
  more: (count: number) => string,
  first = 1,
): Promise<string[]> {
  const texts = await Promise.all(reviews.slice(0, LISTED_MAX).map((review) => contentOf(user, review)));
  const left = reviews.length - texts.length;
  return [
    ...numbered(
      texts.map((text) => text ?? ""),
      first,
    ),
    ...(left > 0 ? [more(left)] : []),
  ];
}

export function numbered(texts: readonly string[], first = 1): string[] {
  return texts.map((text, at) => `${first + at}. ${clip(text.replace(/\s+/g, " "), LINE_CHARS_MAX)}`);
}

function noteOf(open: number, maybe: number, erased: number, unfound: number): string {
  return [
    ...(open > 0 ? [`${open} memories are hidden at the user's wish and not erased yet.`] : []),
    ...(maybe > 0
      ? [`Whether the user's wish to forget means ${maybe} more memories is asked; they stay so far.`]
      : []),
    ...(erased > 0 ? [`${erased} memories were just forgotten for good at the user's wish.`] : []),
    ...(unfound > 0 ? ["Nothing was found that the user's wish to forget could mean."] : []),
    "The user is told so before your reply; do not repeat it.",
  ].join(" ");
}

function actionsOf(
  open: readonly Review[],
  maybe: readonly Review[],
  erased: readonly Review[],
): MemoryAction[] {
  const of = (action: MemoryAction["action"], reviews: readonly Review[]): MemoryAction[] =>
    reviews.length === 0
      ? []
      : [{ action, ids: reviews.map(({ right }) => right), counts: { memories: reviews.length } }];
  return [...of("put_away", open), ...of("asked", maybe), ...of("forgotten", erased)];
}
