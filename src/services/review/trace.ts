import type { Change } from "../../domain/model/change.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Evidence, Fact } from "../../domain/model/fact.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import { splitSources, type Ballot, type Ruling, type Trace } from "../../domain/model/trace.ts";
import { notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** Why something is believed or was rejected: everything involved that is still available. */
export interface Provenance {
  /** The original proposal; null if no longer known. */
  proposal: unknown;
  evidence: (Evidence & { turn: Turn | null })[];
  passes: Pass[];
  /** Oldest first. */
  changes: Change[];
  rejections: Rejection[];
}

/** The words around the evidence. */
type Turn = Pick<
  Episode,
  "id" | "conversationId" | "speaker" | "userMessage" | "assistantReply" | "occurredAt"
>;

/** One reading of the turn by a model, and its verdict on this statement. */
interface Pass extends Omit<Trace, "ballots" | "rulings"> {
  ballot: Ballot | null;
  /** How it relates to known facts, by their ids. */
  rulings: Record<string, Ruling>;
  /** Addresses of the pages read by a web check. */
  sources: string[];
}

/** Changes of one fact that are returned; far above any real number. */
const CHANGES_MAX = 200;
const REJECTIONS_MAX = 50;

export async function traceFact(user: UserStore, id: string): Promise<Provenance & { fact: Fact }> {
  const fact = await user.fact(id);
  if (!fact) throw notFound("fact");
  return { fact, ...(await storyOf(user, fact.id, fact.evidence)) };
}

export async function traceRejection(
  user: UserStore,
  id: string,
): Promise<Provenance & { rejection: Rejection }> {
  const rejection = await user.rejection(id);
  if (!rejection) throw notFound("rejection");
  const evidence = evidenceOf(rejection.proposal);
  const story = await storyOf(user, rejection.factId ?? rejection.id, evidence, rejection.episodeId);
  return { rejection, ...story, proposal: rejection.proposal };
}

async function storyOf(
  user: UserStore,
  factId: string,
  evidence: Evidence[],
  episodeId: string | null = null,
): Promise<Provenance> {
  const ids = [...new Set([...evidence.map((e) => e.episodeId), ...(episodeId === null ? [] : [episodeId])])];
  const [episodes, traces, { items }] = await Promise.all([
    user.episodesById(ids),
    user.traces(ids),
    user.changePage({ targetId: factId, limit: CHANGES_MAX }),
  ]);
  const turns = new Map(episodes.map((episode) => [episode.id, turnOf(episode)]));
  const changes = items.reverse();
  return {
    proposal: changes.find((change) => change.before === null)?.after ?? null,
    evidence: evidence.map((e) => ({ ...e, turn: turns.get(e.episodeId) ?? null })),
    passes: traces.map((trace) => passOf(trace, factId)),
    changes,
    rejections: await rejectionsOf(user, factId, ids),
  };
}

function turnOf({ id, conversationId, speaker, userMessage, assistantReply, occurredAt }: Episode): Turn {
  return { id, conversationId, speaker, userMessage, assistantReply, occurredAt };
}

function passOf({ ballots, rulings, ...trace }: Trace, factId: string): Pass {
  const { sources, reasoning } = splitSources(trace);
  const urls = sources.filter((source) => source.factId === factId).map((source) => source.url);
  return {
    ...trace,
    reasoning,
    ballot: ballots[factId] ?? null,
    rulings: Object.fromEntries(
      Object.entries(rulings).flatMap(([key, ruling]) =>
        key.startsWith(`${factId}:`) ? [[key.slice(factId.length + 1), ruling]] : [],
      ),
    ),
    sources: urls,
  };
}

async function rejectionsOf(user: UserStore, factId: string, episodeIds: string[]): Promise<Rejection[]> {
  const pages = await Promise.all(
    episodeIds.map((episodeId) => user.rejectionPage({ episodeId, limit: REJECTIONS_MAX })),
  );
  return pages
    .flatMap((page) => page.items)
    .filter((one) => one.factId === factId || one.overruledFactId === factId);
}

/** A rejected fact includes its evidence; a proposal rejected before it became a fact has none. */
export function evidenceOf(proposal: unknown): Evidence[] {
  const { evidence } = (proposal ?? {}) as { evidence?: unknown };
  return Array.isArray(evidence) ? (evidence as Evidence[]) : [];
}
