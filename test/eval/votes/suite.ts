import type { ModelRequest } from "../../../src/ports/chat-model.ts";
import { believes, voterAnswer, type KnownStatement, type Noise } from "../../support/noisy-voter.ts";
import { dataFiles, readLines } from "../files.ts";
import type { LabelledProposal, ProposedTurn } from "../proposals/format.ts";
import { judgeAll, type Judged } from "../proposals/judge.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Breakdown, type Suite } from "../suite.ts";

/** One proposal after the vote. */
interface VotedItem {
  id: string;
  turn: string;
  noise: string;
  good: boolean;
  error: string | null;
  outcome: Judged["outcome"];
  /** Stage and reason of a rejection. */
  reason: string | null;
  /** Model calls for its turn, and their tokens (characters / 4). */
  calls: number;
  tokens: number;
}

/** From a model that never errs to one that errs on every fourth statement in every pass, and every tenth in all. */
const NOISES: Record<string, Noise> = {
  none: { independent: 0, correlated: 0 },
  usual: { independent: 0.1, correlated: 0.05 },
  heavy: { independent: 0.25, correlated: 0.1 },
};
const USUAL = "usual";
/** Models that err at the usual rate, each elsewhere: which good statements one of them misreads in all passes is luck. */
const DRAWS = 8;
const CHARS_PER_TOKEN = 4;

/**
 * What votes add: labelled proposals judged by the whole idle pass, its model being one that errs at a known rate. The
 * figures are those of the usual noise; the table shows all.
 */
export const votes: Suite = {
  about: "labelled proposals judged with votes of a model that errs at a known rate",
  extracts: false,
  async run({ data, progress }) {
    const turns = dataFiles(data, /^proposals.*\.jsonl$/).flatMap((file) => readLines<ProposedTurn>(file));
    const all: VotedItem[] = [];
    for (const [name, noise] of Object.entries(NOISES)) {
      progress(`${turns.length} turns, noise ${name}`);
      for (let draw = 1; draw <= (name === USUAL ? DRAWS : 1); draw++)
        all.push(...(await voteOn(turns, name, { ...noise, draw })));
    }
    const usual = all.filter((item) => item.noise === USUAL);
    return resultOf(usual, MEASURES, {
      breakdowns: [byNoise(all), byError(usual)],
      clusterOf: (item) => item.turn,
    });
  },
};

async function voteOn(turns: ProposedTurn[], name: string, noise: Noise): Promise<VotedItem[]> {
  const spent = new Map<string, { calls: number; tokens: number }>();
  const judged = await judgeAll(turns, (turn, request) => {
    const answer = voterAnswer(
      request.schema?.name ?? "",
      request.messages.at(-1)?.content ?? "",
      turn.proposals.map(asKnown),
      noise,
    );
    const before = spent.get(turn.id) ?? { calls: 0, tokens: 0 };
    spent.set(turn.id, {
      calls: before.calls + 1,
      tokens: before.tokens + tokensOf(request) + (answer ?? "").length / CHARS_PER_TOKEN,
    });
    return answer ?? "";
  });
  return turns.flatMap((turn) =>
    (judged.get(turn) ?? []).map(({ proposal, outcome, reason }, n) => ({
      id: `${name}/${turn.id}/${n + 1}`,
      turn: turn.id,
      noise: name,
      good: proposal.label === "good",
      error: proposal.error,
      outcome,
      reason,
      ...(spent.get(turn.id) ?? { calls: 0, tokens: 0 }),
    })),
  );
}

function asKnown({ label, subject, predicate, object, text }: LabelledProposal): KnownStatement {
  return { subject, predicate, object, text, isTrue: label === "good" };
}

function tokensOf(request: ModelRequest): number {
  return request.messages.reduce((sum, { content }) => sum + content.length, 0) / CHARS_PER_TOKEN;
}

/** Into the archive. What stays undecided is neither believed nor refused, and is counted apart. */
const isRefused = (item: VotedItem): boolean => item.outcome === "rejected";
const isUndecided = (item: VotedItem): boolean => item.outcome === "deferred";

const MEASURES: Measure<VotedItem>[] = [
  share("bad_caught", "more", (item) => (item.good ? null : [Number(item.outcome !== "accepted"), 1])),
  share("good_refused", "less", (item) => (item.good ? [Number(isRefused(item)), 1] : null)),
  share("good_undecided", "less", (item) => (item.good ? [Number(isUndecided(item)), 1] : null)),
  share("calls_per_turn", "less", ({ calls }) => [calls, 1]),
];

function byNoise(items: VotedItem[]): Breakdown {
  return {
    title: "by noise (independent, correlated)",
    rows: Object.entries(NOISES).map(([name, noise]) => {
      const some = items.filter((item) => item.noise === name);
      const good = some.filter((item) => item.good);
      const bad = some.filter((item) => !item.good);
      const part = (few: unknown[], many: unknown[]): string =>
        (few.length / Math.max(1, many.length)).toFixed(3);
      const probe = { subject: "", predicate: "", object: "", isTrue: true };
      const wrong = some.filter(({ id }) => !believes({ ...probe, text: id }, "x", noise));
      return {
        noise: `${name} (${noise.independent}, ${noise.correlated})`,
        n: some.length,
        bad_caught: part(
          bad.filter((item) => item.outcome !== "accepted"),
          bad,
        ),
        good_refused: part(good.filter(isRefused), good),
        good_undecided: part(good.filter(isUndecided), good),
        a_single_pass_errs: part(wrong, some),
        calls: (some.reduce((sum, item) => sum + item.calls, 0) / Math.max(1, some.length)).toFixed(2),
        tokens: Math.round(some.reduce((sum, item) => sum + item.tokens, 0) / Math.max(1, some.length)),
      };
    }),
  };
}

function byError(items: VotedItem[]): Breakdown {
  const errors = [...new Set(items.map((item) => item.error ?? "good"))].sort();
  return {
    title: "usual noise, by what is wrong",
    rows: errors.map((error) => {
      const some = items.filter((item) => (item.error ?? "good") === error);
      const accepted = some.filter((item) => item.outcome === "accepted").length;
      const [refused, undecided] = [some.filter(isRefused).length, some.filter(isUndecided).length];
      return { error, n: some.length, accepted, refused, undecided };
    }),
  };
}
