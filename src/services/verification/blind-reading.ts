import type { Episode } from "../../domain/model/episode.ts";
import type { FactProposal, TurnExtraction } from "../../domain/model/proposal.ts";
import { estimateTokens } from "../../language/text.ts";
import type { Ballot } from "../../domain/model/trace.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import { turnMessages } from "../chat/history.ts";
import { bySaying } from "../extraction/turn-context.ts";
import { shortened, triggerMessage } from "../extraction/request.ts";
import { extractionSchema, readExtraction } from "../extraction/schema.ts";
import { COST_COUNTED_ELSEWHERE, traceOfCall } from "../model/trace.ts";
import { askPass, type AskDeps } from "./ask.ts";
import { inGroups } from "../collections.ts";
import type { PassInput, Pass } from "./stages.ts";
import { ballotOf, isProposed } from "./same-statement.ts";

/** Maximum size of one blind reading, including turns shown only as context. */
const SHOWN_MAX = 8;
const SHOWN_TOKENS_MAX = 4_000;
/** Characters shown of an earlier turn, and of its reply, which says less about the user. */
const EARLIER = { charsMax: 600, replyCharsMax: 240 };

/** Whether the episode's next step is a blind reading. */
export function waitsForBlindReading({ open, traces }: PassInput): boolean {
  return open.length > 0 && !traces.some(({ purpose }) => purpose === "blind");
}

/** Turns of one conversation that are close enough to be read in one call, oldest first. */
export function blindGroups(inputs: PassInput[]): PassInput[][] {
  return inGroups(inputs.filter(waitsForBlindReading).toSorted(byTurn), areNear);
}

export function byTurn({ episode: a }: PassInput, { episode: b }: PassInput): number {
  return a.conversationId.localeCompare(b.conversationId) || a.ordinal - b.ordinal;
}

/** Whether turns are close enough, in order and in time, to share one model call. */
export function areNear(group: readonly PassInput[]): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (first?.episode.conversationId !== last?.episode.conversationId) return false;
  if (group.some(({ episode }, at) => bySaying(episode, group[at - 1]?.episode ?? episode) < 0)) return false;
  const shown = (last?.episode.ordinal ?? 0) - (first?.episode.ordinal ?? 0) + 1;
  const said = group.flatMap(({ episode }) => [episode.userMessage, episode.assistantReply ?? ""]);
  const tokens = said.reduce((sum, text) => sum + estimateTokens(text), 0);
  return shown <= SHOWN_MAX && tokens <= SHOWN_TOKENS_MAX;
}

/**
 * One blind reading of neighbouring turns: rules and context are read only once. The first turn carries the cost. With several
 * turns, one that is missing from the answer gets no pass yet.
 */
export async function blindPasses(deps: AskDeps, inputs: PassInput[], signal: AbortSignal): Promise<Pass[]> {
  const [first] = inputs;
  if (first === undefined) return [];
  const asked = inputs.map(({ episode }) => episode);
  const shown = await shownTurns(first, asked);
  const messages: ModelMessage[] = [
    ...first.earlier.flatMap((turn) => turnMessages(shortened(turn, EARLIER))),
    ...shown.flatMap(turnMessages),
    triggerMessage(shown, first.timeZone, asked),
  ];
  const schema = { name: "extraction", schema: extractionSchema(asked.length, shown.length) };
  const call = await askPass(deps, { purpose: "blind", messages, schema, read: readExtraction }, signal);
  const told = call.read?.turns ?? [];
  const last = call.truncated ? told.at(-1)?.turn : undefined;
  const read = inputs.flatMap((input) => {
    const number = shown.findIndex(({ id }) => id === input.episode.id) + 1;
    const turn = told.find((one) => one.turn === number || shown.length === 1) ?? null;
    const isTold = turn !== null && turn.turn !== last;
    return isTold || asked.length === 1 ? [{ input, turn }] : [];
  });
  return read.map(({ input, turn }, at) => {
    const ballots: Record<string, Ballot> = {};
    for (const fact of call.read === null ? [] : input.open)
      ballots[fact.id] = ballotOf(fact, turn?.facts ?? [], input.entities);
    const cost = at === 0 ? call : COST_COUNTED_ELSEWHERE;
    const trace = traceOfCall(deps, input.episode.id, "blind", cost, { ballots });
    return { trace, missed: missedBy(input, turn) };
  });
}

/** The requested turns and the turns between them. */
async function shownTurns({ nearby, episode: first }: PassInput, asked: Episode[]): Promise<Episode[]> {
  const last = asked.at(-1)?.ordinal ?? first.ordinal;
  if (last - first.ordinal + 1 === asked.length) return asked;
  const ids = new Set(asked.map(({ id }) => id));
  const between = await nearby.user.neighbours([first.id], SHOWN_MAX);
  return [
    ...asked,
    ...between.filter(({ id, ordinal }) => ordinal > first.ordinal && ordinal < last && !ids.has(id)),
  ].toSorted((a, b) => a.ordinal - b.ordinal);
}

function missedBy(input: PassInput, turn: TurnExtraction | null): TurnExtraction | null {
  const { episode, open, believed, entities } = input;
  const isNew = (found: FactProposal): boolean =>
    ![...open, ...believed].some((fact) => isProposed(episode, fact, found, entities));
  return turn && { ...turn, facts: turn.facts.filter(isNew), requests: [] };
}
