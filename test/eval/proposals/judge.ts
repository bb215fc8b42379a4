import type { Fact } from "../../../src/domain/model/fact.ts";
import { STATUSES } from "../../../src/domain/model/status.ts";
import { DEFAULT_SETTINGS } from "../../../src/domain/model/user.ts";
import type { ModelRequest } from "../../../src/ports/chat-model.ts";
import { instantOf } from "../lives/times.ts";
import { openService, type EvalService } from "../service/open.ts";
import { idlePass, liveThrough } from "../service/passes.ts";
import { refusals } from "../service/refusals.ts";
import { say } from "../service/say.ts";
import { scriptedModel } from "../service/scripted-model.ts";
import { storeContext } from "./context.ts";
import type { LabelledProposal, ProposedTurn } from "./format.ts";

/** What became of a proposal. `merged`: it said nothing that another one of the turn had not said. */
export type Outcome = "accepted" | "deferred" | "rejected" | "merged";

export interface Judged {
  proposal: LabelledProposal;
  outcome: Outcome;
  /** Stage and reason of a rejection. */
  reason: string | null;
  /** 0-1, as a probability that it holds. */
  confidence: number;
}

/**
 * What the service makes of the proposals of every turn, by code alone or with somebody's votes: each turn is said in the chat of a user of
 * its own, after its context; the proposals are what the extraction answers; the idle pass judges them.
 */
export async function judgeAll(
  turns: ProposedTurn[],
  vote?: (turn: ProposedTurn, request: ModelRequest) => string,
): Promise<Map<ProposedTurn, Judged[]>> {
  const inTime = [...turns].sort((a, b) => (instantOf(a.turn.at) < instantOf(b.turn.at) ? -1 : 1));
  const judged = new Map<ProposedTurn, Judged[]>();
  let current = inTime[0];
  if (!current) return judged;
  const model = scriptedModel({
    reply: () => current?.turn.assistant ?? "",
    extract: () => ({ turns: [{ turn: 1, facts: current?.proposals.map(asExtracted) }] }),
    ...(vote ? { vote: (request: ModelRequest) => (current ? vote(current, request) : "") } : {}),
  });
  const service = await openService(model, instantOf(current.turn.at));
  try {
    for (const turn of inTime) {
      current = turn;
      judged.set(turn, await judgeTurn(service, turn));
    }
  } finally {
    await service.close();
  }
  return judged;
}

/** Without label and explanation. */
function asExtracted({ label: _label, error: _error, ...proposal }: LabelledProposal): object {
  const { subject, predicate, object, text, quote, assertedBy, validAt, confidence } = proposal;
  return { subject, predicate, object, text, quote, assertedBy, validAt, confidence };
}

async function judgeTurn(service: EvalService, proposed: ProposedTurn): Promise<Judged[]> {
  const { engine, clock } = service;
  const userId = proposed.id;
  const user = engine.store.forUser(userId);
  clock.driveTo(instantOf(proposed.turn.at));
  await user.putSettings({ ...DEFAULT_SETTINGS, timeZone: proposed.turn.timezone });
  const conversationId = await storeContext(engine, userId, proposed);
  await say(service, userId, proposed.turn.user, conversationId);
  await liveThrough(service, userId);
  await idlePass(service, userId);
  const facts = await user.facts({ statuses: STATUSES, limit: 1000 });
  const refused = await refusals(service, userId);
  return proposed.proposals.map((proposal) => {
    const fact = facts.find((one) => one.text === proposal.text);
    const reason = refused.get(proposal.text) ?? null;
    return { proposal, reason, ...(fact ? standing(fact) : lost(proposal, reason)) };
  });
}

/** Above it the shipped service believes: a fact it does not believe cannot claim more. */
const BELIEVED_FROM = 0.6;

function standing(fact: Fact): Pick<Judged, "outcome" | "confidence"> {
  const isBelieved = fact.status === "verified" || fact.status === "superseded";
  if (isBelieved) return { outcome: "accepted", confidence: fact.confidence };
  return { outcome: "deferred", confidence: Math.min(fact.confidence, BELIEVED_FROM) };
}

/** What a rejected proposal keeps of its stated confidence. */
const REJECTED_SHARE = 0.1;

function lost(proposal: LabelledProposal, reason: string | null): Pick<Judged, "outcome" | "confidence"> {
  const confidence = proposal.confidence * REJECTED_SHARE;
  return { outcome: reason === null ? "merged" : "rejected", confidence };
}
