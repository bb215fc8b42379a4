import { endingsLast, isClosing, mayBeClosedBy, mayReplace } from "../../../domain/belief/reconciliation.ts";
import { pairKey, type Ruling, type Trace } from "../../../domain/model/trace.ts";
import { together } from "../../model/collect.ts";
import { askPass, COST_COUNTED_ELSEWHERE, traceOfCall, type AskDeps, type PassCall } from "../ask.ts";
import { inGroups } from "../in-groups.ts";
import type { PassInput } from "../ensemble.ts";
import { nearestKnownFacts } from "./nearby.ts";
import { readRulings, rulingMessages, rulingSchema, type Pair } from "./questions.ts";
import { ruledPairs, RULING_PURPOSES } from "./rulings.ts";

export type RulingPurpose = (typeof RULING_PURPOSES)[number];

/** The pairs of one episode that need a ruling. */
export interface RulingQuestion {
  episodeId: string;
  pairs: Pair[];
}

/** Maximum number of pairs per call; more are split. */
const PAIRS_PER_CALL = 24;
/** Maximum number of closings confirmed per episode. */
const CLOSINGS_MAX = 48;

/**
 * Makes the next ruling that this episode needs; null if none is left. First each new statement is compared with the nearest known
 * ones; if that would close something, a second reader rules on it in other words and another order. An unreadable answer rules
 * nothing.
 */
export async function reconcilingPass(
  deps: AskDeps,
  input: PassInput,
  signal: AbortSignal,
): Promise<Trace | null> {
  const purpose = nextRuling(input);
  if (purpose === null) return null;
  const { episodeId, pairs } = await rulingQuestion(input, purpose, signal);
  if (pairs.length === 0) return null;
  const calls: PassCall<Record<string, Ruling>>[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CALL)
    calls.push(await rule(deps, purpose, pairs.slice(at, at + PAIRS_PER_CALL), signal));
  const rulings = Object.assign({}, ...calls.map(({ read }) => read ?? {})) as Record<string, Ruling>;
  const cost = {
    answer: together(calls.map(({ answer }) => answer)),
    seconds: calls.reduce((total, { seconds }) => total + seconds, 0),
  };
  return traceOfCall(deps, episodeId, purpose, deps.prompts.get(purpose), cost, { rulings });
}

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
 * One ruling over the pairs of several episodes. The first carries the cost. An episode with a pair missing from the answer gets no
 * pass yet.
 */
export async function rulingPasses(
  deps: AskDeps,
  purpose: RulingPurpose,
  questions: readonly RulingQuestion[],
  signal: AbortSignal,
): Promise<Trace[]> {
  const prompt = deps.prompts.get(purpose);
  const asked = pairsIn(questions);
  const call = await rule(deps, purpose, asked, signal);
  const ruled = Object.entries(call.read ?? {});
  const rulings = new Map(call.truncated ? ruled.slice(0, -1) : ruled);
  const answered = questions.filter(({ pairs }) => pairs.every((pair) => rulings.has(keyOf(pair))));
  return answered.map(({ episodeId, pairs }, at) => {
    const cost = at === 0 ? call : COST_COUNTED_ELSEWHERE;
    const mine = pairs.flatMap((pair) => {
      const key = keyOf(pair);
      const ruling = rulings.get(key);
      return ruling === undefined ? [] : [[key, ruling] as const];
    });
    return traceOfCall(deps, episodeId, purpose, prompt, cost, { rulings: Object.fromEntries(mine) });
  });
}

async function nearPairs(
  { nearby, episode: { id: episodeId }, accepted, before, believed, nothingNear }: PassInput,
  signal: AbortSignal,
): Promise<RulingQuestion> {
  signal.throwIfAborted();
  if (nothingNear.has(episodeId)) return { episodeId, pairs: [] };
  const near = await nearestKnownFacts(nearby, endingsLast(accepted), { before, believed });
  const pairs = near.flatMap(({ newer, known }) => known.map((older): Pair => ({ newer, older })));
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
      messages: rulingMessages(deps.prompts.get(purpose).text, pairs),
      schema: { name: "rulings", schema: rulingSchema(pairs.length) },
      read: (json) => readRulings(json, pairs),
    },
    signal,
  );
}

function pairsIn(questions: readonly RulingQuestion[]): Pair[] {
  return questions.flatMap(({ pairs }) => pairs);
}

function keyOf({ newer, older }: Pair): string {
  return pairKey(newer.id, older.id);
}
