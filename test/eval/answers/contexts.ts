import { estimateTokens } from "../../../src/language/text.ts";
import { RECALL_TOKENS_MAX } from "../../../src/services/chat/prompt-budget.ts";
import { LINES_MAX } from "../../../src/services/retrieval/weights.ts";
import { recallBlock } from "../../../src/services/retrieval/recall-block.ts";
import type { Life, LifeQuestion } from "../lives/format.ts";
import type { Asking } from "../lives/live.ts";
import { instantOf, timedTurns } from "../lives/times.ts";
import { bm25 } from "./bm25.ts";

/** What the answering model is given beside the question. */
export const SYSTEMS = ["memory", "none", "full", "bm25"] as const;
export type System = (typeof SYSTEMS)[number];
export type Contexts = Record<System, string>;

/** As a chat looks at them. */
const RESULTS_MAX = 100;

/** The service's recall block, and what it has to beat: nothing, all that was said, and word search in it. */
export async function contextsOf(life: Life, asking: Asking): Promise<Contexts> {
  const said = turnsBefore(life, asking.question);
  return {
    memory: await recalled(life, asking),
    none: "",
    full: said.join("\n"),
    bm25: packed(asking, said),
  };
}

async function recalled(life: Life, { service, userId, question }: Asking): Promise<string> {
  const found = await service.engine.search(userId, { query: question.q, limit: RESULTS_MAX });
  const options = {
    now: service.clock.now(),
    timeZone: life.user.timezone,
    tokensMax: RECALL_TOKENS_MAX,
    itemsMax: LINES_MAX,
    query: question.q,
  };
  return recallBlock(
    found.filter(({ isTold }) => isTold),
    options,
  ).text;
}

function turnsBefore(life: Life, question: LifeQuestion): string[] {
  return timedTurns(life)
    .filter(({ at }) => at < instantOf(question.at))
    .map(({ at, turn }) => `${at.slice(0, 10)} user: ${turn.user}\nassistant: ${turn.assistant}`);
}

/** The best turns within the budget of the recall block. */
function packed({ question }: Asking, said: string[]): string {
  let left = RECALL_TOKENS_MAX;
  const taken: string[] = [];
  for (const at of bm25(question.q, said)) {
    const turn = said[at] ?? "";
    if (estimateTokens(turn) > left) continue;
    left -= estimateTokens(turn);
    taken.push(turn);
  }
  return taken.join("\n");
}
