import { saidAt } from "../../../domain/consistency.ts";
import type { Fact } from "../../../domain/fact.ts";
import { isClosing } from "../../../domain/reconciliation.ts";
import type { Ruling, Trace } from "../../../domain/trace.ts";
import { ask, traceOfCall, type AskDeps, type AskedPurpose, type Call } from "../ask.ts";
import { knownAround } from "./around.ts";
import { nearestKnown, type NearbyDeps } from "./nearby.ts";
import { readRulings, rulingMessages, rulingSchema, type Around, type Pair } from "./questions.ts";
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

type RulingPurpose = Extract<AskedPurpose, "adjudicate" | "confirm" | "consequences">;

/** Pairs in one call; more are split. */
const PAIRS_PER_CALL = 24;
/** Closings that are confirmed, and consequences that are looked at, per episode. */
const CLOSINGS_MAX = 24;

/**
 * The next ruling that this episode needs, made; null when none is left. First each new statement against the nearest
 * known ones. Then, where that closes something, a second reader in other words and another order, who is also shown
 * what is known around it. Last, what that reader thinks is over as well. An answer that cannot be read rules nothing.
 */
export async function reconcilingPass(
  deps: AskDeps,
  reconciling: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  if (reconciling.accepted.length === 0) return null;
  const made = new Set(reconciling.traces.map(({ purpose }) => purpose));
  if (!made.has("adjudicate")) return adjudicate(deps, reconciling, signal);
  if (!made.has("confirm")) return confirm(deps, reconciling, signal);
  if (!made.has("consequences")) return consequences(deps, reconciling, signal);
  return null;
}

async function adjudicate(
  deps: AskDeps,
  { nearby, episodeId, accepted }: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  const pairs: Pair[] = [];
  for (const [at, newer] of accepted.entries()) {
    signal.throwIfAborted();
    const known = await nearestKnown(nearby, newer, accepted.slice(0, at));
    pairs.push(...known.map((older) => ({ newer, older })));
  }
  return rule(deps, episodeId, "adjudicate", pairs, null, signal);
}

async function confirm(
  deps: AskDeps,
  reconciling: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  const closing = await closings(reconciling, (rulings) => rulings.some(isClosing));
  if (closing.length === 0) return null;
  const ending = closing.filter(({ rulings }) => rulings[0] !== "correction");
  const known = await knownAround(reconciling.nearby, ending, new Set(closing.map(({ older }) => older.id)));
  const news = [...new Set(ending.map(({ newer }) => newer))];
  const around = known.length === 0 ? null : { news, known };
  return rule(deps, reconciling.episodeId, "confirm", closing.toReversed(), around, signal);
}

/** What the second reader alone takes for over. */
async function consequences(
  deps: AskDeps,
  reconciling: ReconcileCase,
  signal: AbortSignal,
): Promise<Trace | null> {
  const confirmed = reconciling.traces.find(({ purpose }) => purpose === "confirm");
  const first = reconciling.traces.find(({ purpose }) => purpose === "adjudicate");
  if (confirmed === undefined) return null;
  const over = await closings(reconciling, (rulings) => rulings.filter(isClosing).length === 1);
  const pairs = over.filter(({ key }) => {
    const [was, is] = [first?.rulings[key], confirmed.rulings[key]];
    return is !== undefined && isClosing(is) && !(was !== undefined && isClosing(was));
  });
  return rule(deps, reconciling.episodeId, "consequences", pairs, null, signal);
}

type RuledClosing = Pair & { key: string; rulings: readonly Ruling[] };

/** Pairs with rulings of this kind that code would let close: not of one turn, not older than what they would end. */
async function closings(
  { nearby, traces, accepted }: ReconcileCase,
  wanted: (rulings: readonly Ruling[]) => boolean,
): Promise<RuledClosing[]> {
  const pairs = await ruledPairs(nearby.user, traces, accepted);
  return accepted
    .flatMap((newer) =>
      (pairs?.get(newer.id) ?? []).map(({ known, rulings }) => ({
        newer,
        older: known,
        key: `${newer.id}:${known.id}`,
        rulings,
      })),
    )
    .filter(({ newer, older, rulings }) => wanted(rulings) && saidAt(older) <= saidAt(newer))
    .slice(0, CLOSINGS_MAX);
}

/** One trace of as many calls as the pairs take. Null when there is nothing to ask. */
async function rule(
  deps: AskDeps,
  episodeId: string,
  purpose: RulingPurpose,
  pairs: readonly Pair[],
  around: Around | null,
  signal: AbortSignal,
): Promise<Trace | null> {
  if (pairs.length === 0) return null;
  const prompt = deps.prompts.get(purpose === "adjudicate" ? "adjudicate" : "confirm");
  const calls: Call<Record<string, Ruling>>[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CALL) {
    const some = pairs.slice(at, at + PAIRS_PER_CALL);
    const beside = at === 0 ? around : null;
    calls.push(
      await ask(
        deps,
        {
          purpose,
          messages: rulingMessages(prompt.text, some, beside),
          schema: { name: "rulings", schema: rulingSchema(some.length, beside?.known.length ?? 0) },
          read: (json) => readRulings(json, some, beside),
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
