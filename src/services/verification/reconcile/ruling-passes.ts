import { endingsLast, isClosing, mayBeClosedBy, mayReplace } from "../../../domain/belief/reconciliation.ts";
import type { Ruling, Trace } from "../../../domain/model/trace.ts";
import { together } from "../../model/collect.ts";
import { COST_COUNTED_ELSEWHERE, traceOfCall } from "../../model/trace.ts";
import { askPass, type AskDeps, type PassCall } from "../ask.ts";
import type { PassInput } from "../stages.ts";
import { nearestKnownFacts } from "./nearby.ts";
import { keyOf, readRulings, rulingMessage, rulingSchema, type Pair } from "./questions.ts";
import { ruledPairs, RULING_PURPOSES } from "./rulings.ts";
import { inGroups, partsOf } from "../../collections.ts";

type RulingPurpose = (typeof RULING_PURPOSES)[number];

/** The pairs of one episode that need a ruling. */
export interface RulingQuestion {
  episodeId: string;
  pairs: Pair[];
}

/** Maximum number of pairs per call; more are split. */
const PAIRS_PER_CALL = 24;
/** Maximum number of closings confirmed per episode. */
const CLOSINGS_MAX = 48;

/** The ruling this episode waits for; null if none is left. */
export function nextRuling({ accepted, traces }: PassInput): RulingPurpose | null {
  if (accepted.length === 0) return null;
  return RULING_PURPOSES.find((one) => !traces.some(({ purpose }) => purpose === one)) ?? null;
}

export function rulingQuestion(
  input: PassInput,
  purpose: RulingPurpose,
  signal: AbortSignal,
): Promise<RulingQuestion> {
  return purpose === "adjudicate" ? nearPairs(input, signal) : closingPairs(input);
}

/** Groups questions that fit into one call, keeping their order. */
export function groupByCall(questions: readonly RulingQuestion[]): RulingQuestion[][] {
  return inGroups(questions, (group) => pairsIn(group).length <= PAIRS_PER_CALL);
}

/**
 * One ruling over the pairs of an episode, in as many calls as they need, or of several in one call. The first carries the cost. Of
 * several, an episode with a pair missing from the answer gets no pass yet.
 */
export async function rulingPasses(
  deps: AskDeps,
  purpose: RulingPurpose,
  questions: readonly RulingQuestion[],
  signal: AbortSignal,
): Promise<Trace[]> {
  const asked = pairsIn(questions);
  const isOne = questions.length === 1;
  const calls: PassCall<Record<string, Ruling>>[] = [];
  for (const pairs of partsOf(asked, PAIRS_PER_CALL)) calls.push(await rule(deps, purpose, pairs, signal));
  const ruled = calls.flatMap(({ read, truncated }) => {
    const rulings = Object.entries(read ?? {});
    return truncated && !isOne ? rulings.slice(0, -1) : rulings;
  });
  const rulings = new Map(ruled);
  const cost = {
    answer: together(calls.map(({ answer }) => answer)),
    seconds: calls.reduce((total, { seconds }) => total + seconds, 0),
  };
  const answered = questions.filter(({ pairs }) => isOne || pairs.every((pair) => rulings.has(keyOf(pair))));
  return answered.map(({ episodeId, pairs }, at) => {
    const mine = pairs.flatMap((pair) => {
      const ruling = rulings.get(keyOf(pair));
      return ruling === undefined ? [] : [[keyOf(pair), ruling] as const];
    });
    const said = { rulings: Object.fromEntries(mine) };
    const own = at === 0 ? cost : COST_COUNTED_ELSEWHERE;
    return traceOfCall(deps, episodeId, purpose, own, said);
  });
}

async function nearPairs(
  { nearby, episode: { id: episodeId }, accepted, before, believed, nothingNear }: PassInput,
  signal: AbortSignal,
): Promise<RulingQuestion> {
  signal.throwIfAborted();
  if (nothingNear.has(episodeId)) return { episodeId, pairs: [] };
  const pairs = await nearestKnownFacts(nearby, endingsLast(accepted), { before, believed });
  if (pairs.length === 0) nothingNear.add(episodeId);
  return { episodeId, pairs };
}

/** Closings that code would allow: within one turn only endings; for known facts stated after the new one, only updates. */
async function closingPairs({
  nearby,
  episode: { id: episodeId },
  accepted,
  before,
  traces,
}: PassInput): Promise<RulingQuestion> {
  const isAnyClosing = traces.some(({ rulings }) => Object.values(rulings).some(isClosing));
  if (!isAnyClosing) return { episodeId, pairs: [] };
  const ruled = await ruledPairs(nearby.user, traces, accepted, before);
  const closing = accepted.flatMap((newer) =>
    (ruled?.get(newer.id) ?? [])
      .filter(({ known, rulings }) => {
        const closes = rulings.filter(isClosing);
        return closes.length > 0 && mayBeClosedBy(newer, known, closes);
      })
      .filter(({ known }) => mayReplace(newer, known))
      .map(({ known }): Pair => ({ newer, older: known })),
  );
  return { episodeId, pairs: closing.slice(0, CLOSINGS_MAX).reverse() };
}

function rule(
  deps: AskDeps,
  purpose: RulingPurpose,
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<PassCall<Record<string, Ruling>>> {
  return askPass(
    deps,
    {
      purpose,
      messages: [rulingMessage(pairs)],
      schema: { name: "rulings", schema: rulingSchema(pairs.length) },
      read: (json) => readRulings(json, pairs),
    },
    signal,
  );
}

function pairsIn(questions: readonly RulingQuestion[]): Pair[] {
  return questions.flatMap(({ pairs }) => pairs);
}
