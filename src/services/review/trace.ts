import type { Episode } from "../../domain/model/episode.ts";
import type { Evidence } from "../../domain/model/fact.ts";
import type { Rejection } from "../../domain/model/rejection.ts";
import { splitSources, type Trace } from "../../domain/model/trace.ts";
import { notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** Changes of one fact that are returned; far above any real number. */
const CHANGES_MAX = 200;
const REJECTIONS_MAX = 50;

/** Why something is believed: everything involved that is still available. */
export async function traceFact(user: UserStore, id: string) {
  const fact = await user.fact(id);
  if (!fact) throw notFound("fact");
  return { fact, ...(await storyOf(user, fact.id, fact.evidence)) };
}

/** The same of something that was rejected. */
export async function traceRejection(user: UserStore, id: string) {
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
) {
  const ids = [...new Set([...evidence.map((e) => e.episodeId), ...(episodeId === null ? [] : [episodeId])])];
  const [episodes, traces, { items }] = await Promise.all([
    user.episodesById(ids),
    user.traces(ids),
    user.changePage({ targetId: factId, limit: CHANGES_MAX }),
  ]);
  const turns = new Map(episodes.map((episode) => [episode.id, turnOf(episode)]));
  // Oldest first.
  const changes = items.reverse();
  return {
    proposal: (changes.find((change) => change.before === null)?.after ?? null) as unknown,
    evidence: evidence.map((e) => ({ ...e, turn: turns.get(e.episodeId) ?? null })),
    passes: traces.map((trace) => passOf(trace, factId)),
    changes,
    rejections: await rejectionsOf(user, factId, ids),
  };
}

function turnOf({ id, conversationId, speaker, userMessage, assistantReply, occurredAt }: Episode) {
  return { id, conversationId, speaker, userMessage, assistantReply, occurredAt };
}

function passOf({ ballots, rulings, ...trace }: Trace, factId: string) {
  const { sources, reasoning } = splitSources(trace);
  const urls = sources.filter((source) => source.factId === factId).map((source) => source.url);
  return {
    ...trace,
    reasoning,
    ballot: ballots[factId] ?? null,
    // How it relates to known facts, by their ids.
    rulings: Object.fromEntries(
      Object.entries(rulings).flatMap(([key, ruling]) =>
        key.startsWith(`${factId}:`) ? [[key.slice(factId.length + 1), ruling]] : [],
      ),
    ),
    // Addresses of the pages read by a web check.
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
