import { z } from "zod";
import { clip } from "../../language/text.ts";
import { Id } from "../../http/schemas.ts";
import { traceFact } from "../../services/review/trace.ts";
import { tool } from "../tool.ts";
import { factTeller } from "./facts.ts";
import { FactOutput } from "./schemas.ts";

const TURN_MAX = 600;

export const explain = tool({
  name: "explain",
  title: "Why is this believed?",
  description:
    "Why a fact is believed or not: the words it rests on with the turns around them, what checked it, and all that was " +
    'changed since. For "why do you think so?".',
  right: "read",
  input: z.object({ factId: Id }),
  output: z.object({
    fact: FactOutput,
    evidence: z.array(z.looseObject({ quote: z.string(), episodeId: z.string() })),
    checks: z.array(z.looseObject({})),
    changes: z.array(z.looseObject({})),
    refusals: z.array(z.looseObject({})),
  }),
  async run({ user }, { factId }) {
    const { fact, evidence, passes, changes, rejections } = await traceFact(user, factId);
    return {
      data: {
        fact: (await factTeller(user))(fact),
        evidence: evidence.map(({ quote, assertedBy, occurredAt, episodeId, turn }) => ({
          quote,
          by: assertedBy,
          at: occurredAt,
          episodeId,
          ...(turn ? { said: clip(turn.userMessage, TURN_MAX) } : {}),
        })),
        checks: passes.map(({ at, model, purpose, ballot, rulings, sources }) => {
          return { at, model, purpose, ballot, rulings, sources };
        }),
        changes: changes.map(({ at, actor, reason }) => ({ at, actor, reason })),
        refusals: rejections.map(({ stage, reason, at }) => ({ at, stage, reason })),
      },
    };
  },
});
