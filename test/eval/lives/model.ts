import { createNotebook } from "../../../src/adapters/notebook/index.ts";
import type { Instant } from "../../../src/domain/model/time.ts";
import type { ChatModel, ModelRequest } from "../../../src/ports/chat-model.ts";
import { askedTurns } from "../service/asked-turns.ts";
import { configuredModel } from "../service/configured-model.ts";
import { scriptedModel, scriptedReplies } from "../service/scripted-model.ts";
import { seededRandom } from "../stats/random.ts";
import { RECORDED_DEFAULTS, type RecordedOptions } from "../recorded/options.ts";
import { openRecorded } from "../recorded/run.ts";
import type { SuiteOptions } from "../suite.ts";
import { castOf } from "./entities.ts";
import type { Life, LifeTurn } from "./format.ts";
import { replayedTurn } from "./replay.ts";
import { timedTurns } from "./times.ts";

const SHUFFLE_SEED = 1;

/** The model behind a life: it always replies what `replyOf` says, which is what the life says. */
export type LifeModel = (replyOf: () => string) => ChatModel;

/** The models behind the lives of one run. */
export interface LifeModels {
  /** `name`: the stem of the life's file. */
  modelFor(name: string, life: Life): LifeModel;
  /** Questions that nobody could answer, by kind. */
  unanswered(): ReadonlyMap<string, number>;
}

/** Opens what extracts in a run. */
export function lifeModels({
  extractor,
  recorded = RECORDED_DEFAULTS,
}: Pick<SuiteOptions, "extractor" | "recorded">): LifeModels {
  if (extractor === "recorded") return recordedModels(recorded);
  const replies =
    (model: () => ChatModel): LifeModel =>
    (replyOf) =>
      scriptedReplies(replyOf, model());
  return {
    modelFor(_name, life) {
      if (extractor === "rule") return replies(createNotebook);
      if (extractor === "model") return replies(configuredModel);
      return (reply) => scriptedModel({ reply, extract: replay(life) });
    },
    unanswered: () => new Map(),
  };
}

function recordedModels(options: RecordedOptions): LifeModels {
  const run = openRecorded(options);
  return {
    modelFor: (name) => (replyOf) => scriptedReplies(replyOf, run.modelFor(name)),
    unanswered: () => run.unknown(),
  };
}

/** Tells how many questions had no recorded answer, and where they stand. */
export function tellUnanswered(
  models: LifeModels,
  { progress, recorded = RECORDED_DEFAULTS }: Pick<SuiteOptions, "progress" | "recorded">,
): void {
  for (const [kind, count] of models.unanswered())
    progress(`${count} of kind ${kind} without a recorded answer: ${recorded.unknownFile}`);
}

function replay(life: Life): (request: ModelRequest) => object {
  const cast = castOf(life);
  const random = seededRandom(SHUFFLE_SEED);
  const turns = new Map<Instant, LifeTurn>(timedTurns(life).map(({ at, turn }) => [at, turn]));
  return (request) => ({
    turns: askedTurns(request).map((at, n) => {
      const turn = turns.get(at);
      if (!turn) throw new Error(`nothing was said at ${at}`);
      return { turn: n + 1, ...replayedTurn(cast, turn, random) };
    }),
  });
}
