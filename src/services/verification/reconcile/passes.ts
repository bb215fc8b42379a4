import type { Fact } from "../../../domain/fact.ts";
import { endingsLast, isClosing, mayConcern, mayReplace } from "../../../domain/reconciliation.ts";
import type { Ruling, Trace } from "../../../domain/trace.ts";
import { ask, traceOfCall, type AskDeps, type Call } from "../ask.ts";
import { nearestKnown, type NearbyDeps } from "./nearby.ts";
import { readRulings, rulingMessages, rulingSchema, type Pair } from "./questions.ts";
import { ruledPairs } from "./rulings.ts";

/** What reconciling the accepted statements of one episode needs. */
export interface ReconcileCase {
  nearby: NearbyDeps;
  episodeId: string;
  /** Statements that are to be believed. */
  accepted: Fact[];
  /** Passes that were made already. */
  traces: Trace[];
}

/** Pairs in one call; more are split. */
const PAIRS_PER_CALL = 24;
/** Closings that are confirmed, per episode. */
const CLOSINGS_MAX = 48;

/**
 * The next ruling that this episode needs, made; null when none is left. First each new statement against the nearest
 * known ones; then, where that would close something, a second reader in other
 * words and another order. An answer that cannot be read rules nothing.
 */
export async function reconcilingPass(
  deps: AskDeps,
  reconciling: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  if (reconciling.accepted.length === 0) return null;
  const made = new Set(reconciling.traces.map(({ purpose }) => purpose));
  if (!made.has("adjudicate")) return adjudicate(deps, reconciling, signal);
  return made.has("confirm") ? null : confirm(deps, reconciling, signal);
}

async function adjudicate(
  deps: AskDeps,
  { nearby, episodeId, accepted }: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  const pairs: Pair[] = [];
  const told = endingsLast(accepted);
  for (const [at, newer] of told.entries()) {
    signal.throwIfAborted();
    const known = await nearestKnown(nearby, newer, told.slice(0, at));
    pairs.push(...known.map((older) => ({ newer, older })));
  }
  return rule(deps, episodeId, "adjudicate", pairs, signal);
}

/** Asked about what code would let close: of one turn only endings; of what was told after it, only what took its place. */
async function confirm(
  deps: AskDeps,
  { nearby, episodeId, accepted, traces }: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  const ruled = await ruledPairs(nearby.user, traces, accepted);
  const closing = accepted.flatMap((newer) =>
    (ruled?.get(newer.id) ?? [])
      .filter(({ known, rulings }) => {
        const closes = rulings.filter(isClosing);
        return closes.length > 0 && mayConcern(newer, known, closes);
      })
      .filter(({ known }) => mayReplace(newer, known))
      .map(({ known }): Pair => ({ newer, older: known })),
  );
  return rule(deps, episodeId, "confirm", closing.slice(0, CLOSINGS_MAX).reverse(), signal);
}

/** One trace of as many calls as the pairs take. Null when there is nothing to ask. */
async function rule(
  deps: AskDeps,
  episodeId: string,
  purpose: "adjudicate" | "confirm",
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<Trace | null> {
  if (pairs.length === 0) return null;
  const prompt = deps.prompts.get(purpose);
  const calls: Call<Record<string, Ruling>>[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CALL) {
    const some = pairs.slice(at, at + PAIRS_PER_CALL);
    calls.push(
      await ask(
        deps,
        {
          purpose,
          messages: rulingMessages(prompt.text, some),
          schema: { name: "rulings", schema: rulingSchema(some.length) },
          read: (json) => readRulings(json, some),
        },
        signal,
      ),
    );
  }
  const rulings = Object.assign({}, ...calls.map(({ read }) => read ?? {})) as Record<string, Ruling>;
  return traceOfCall(deps, episodeId, purpose, prompt, joined(calls), { rulings });
}

function joined(calls: readonly Call<unknown>[]): Pick<Call<unknown>, "answer" | "seconds"> {
  const usages = calls.flatMap(({ answer }) => answer.usage ?? []);
  const [first] = usages;
  const sum = (of: (usage: NonNullable<typeof first>) => number): number =>
    usages.reduce((total, usage) => total + of(usage), 0);
  return {
    seconds: calls.reduce((total, { seconds }) => total + seconds, 0),
    answer: {
      reasoning: calls
        .map(({ answer }) => answer.reasoning)
        .filter((reasoning) => reasoning !== "")
        .join("\n\n"),
      usage:
        first === undefined
          ? null
          : {
              ...first,
              promptTokens: sum(({ promptTokens }) => promptTokens),
              completionTokens: sum(({ completionTokens }) => completionTokens),
            },
    },
  };
}
