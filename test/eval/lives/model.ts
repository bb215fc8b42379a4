import { createRuleModel } from "../../../src/adapters/rule-model/index.ts";
import type { Instant } from "../../../src/domain/time.ts";
import type { ChatModel, ModelRequest } from "../../../src/ports/chat-model.ts";
import { askedTurns } from "../service/asked-turns.ts";
import { configuredModel } from "../service/configured-model.ts";
import { scriptedModel, scriptedReplies } from "../service/scripted-model.ts";
import { seededRandom } from "../stats/random.ts";
import type { Extractor } from "../suite.ts";
import { castOf } from "./entities.ts";
import type { Life, LifeTurn } from "./format.ts";
import { replayedTurn } from "./replay.ts";
import { timedTurns } from "./times.ts";

const SHUFFLE_SEED = 1;

/** The model behind a life: it always replies what the life says; `extractor` tells who extracts. */
export function modelOf(life: Life, extractor: Extractor, replyOf: () => string): ChatModel {
  if (extractor === "rule") return scriptedReplies(replyOf, createRuleModel());
  if (extractor === "model") return scriptedReplies(replyOf, configuredModel());
  return scriptedModel({ reply: replyOf, extract: replay(life) });
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
