import type { Community } from "../../../domain/model/community.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import type { Needs } from "../../kernel.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { allOf } from "../../pages.ts";
import type { AskDeps } from "../ask-model.ts";
import { defineJob, type JobRun } from "../job.ts";
import { wordTexts, type Source } from "../writing/ask-texts.ts";
import { basisOf, communityFrom, rereadBases, isSupportedBy, sourceOf, type Basis } from "./describe.ts";
import { groupsOf, type EntityGroup } from "./groups.ts";
import { weightedGraph } from "./projection.ts";
import { byId, partsOf } from "../../collections.ts";

type CommunitiesDeps = AskDeps & Needs<"clock" | "newId" | "canVote">;

/** Strongest links considered in one run. */
const LINKS_MAX = 50_000;
/** Communities read between two checks for an active chat. */
const READ_PER_STEP = 20;
/** With fewer facts, code writes as well as any model. */
const FACTS_TO_WRITE_MIN = 2;

/**
 * Finds communities of related entities and names them. The result is computed without touching the stored communities; then all
 * changes are applied in one transaction (F32). After that, a capable model rewrites those it has not seen, a few per call; each
 * call is a checkpoint. Idempotent.
 */
export const rebuildCommunities = defineJob<CommunitiesDeps>({
  name: "communities",
  title: "Find topics",
  does: "Finds topics: things that are known and talked of together.",
  asksModel: true,
  changesMemory: true,
  schedule: "40 4 * * 0",
  async work(job, deps) {
    const { user } = job;
    const links = await job.step(() => user.links(LINKS_MAX));
    const graph = await weightedGraph(links, job.pause);
    const groups = await groupsOf(graph, await allCommunities(user), job.pause);
    const bases = await readBases(job, deps, groups);
    const counts = {
      links: links.length,
      communities: groups.length,
      created: 0,
      changed: 0,
      removed: 0,
      written: 0,
    };
    await job.change("communities", async () => {
      const now = deps.clock.now();
      const stored = byId(await allCommunities(user));
      const current = await rereadBases(user, bases, now);
      const next = groups.map(({ id }, at) => {
        const fresh = { id: deps.newId(), now };
        return communityFrom(current[at] as Basis, stored.get(id ?? "") ?? null, fresh);
      });
      const kept = new Set(next.map(({ id }) => id));
      const gone = [...stored.keys()].filter((id) => !kept.has(id));
      const put = next.filter((one) => stored.get(one.id) !== one);
      counts.created = put.filter(({ id }) => !stored.has(id)).length;
      counts.changed = put.length - counts.created;
      counts.removed = gone.length;
      return [
        ...gone.map((id): Mutation => ({ op: "community.delete", id })),
        ...put.map((community): Mutation => ({ op: "community.put", community })),
      ];
    });
    if (!job.dryRun && deps.canVote()) await writeTexts(job, deps, counts);
    return counts;
  },
});

function allCommunities(user: UserStore): Promise<Community[]> {
  return allOf((page) => user.communityPage(page));
}

async function readBases(job: JobRun, { clock }: CommunitiesDeps, groups: EntityGroup[]): Promise<Basis[]> {
  const bases: Basis[] = [];
  for (const some of partsOf(groups, READ_PER_STEP)) {
    const read = () => Promise.all(some.map(({ members }) => basisOf(job.user, members, clock.now())));
    bases.push(...(await job.step(read)));
  }
  return bases;
}

async function writeTexts(job: JobRun, deps: CommunitiesDeps, counts: { written: number }): Promise<void> {
  const open = (await allCommunities(job.user))
    .filter(({ asked, factIds }) => !asked && factIds.length >= FACTS_TO_WRITE_MIN)
    .sort((a, b) => b.members.length - a.members.length || (a.id < b.id ? -1 : 1));
  await wordTexts(deps, job, "topics", {
    ids: open.map(({ id }) => id),
    reason: "communities_worded",
    show: (ids) => shownCommunities(job.user, ids, deps.clock.now()),
    plan({ community, basis }, text) {
      const isGood = text !== null && isSupportedBy(text, basis);
      if (isGood) counts.written += 1;
      const words = isGood ? { name: text.name, summary: text.summary, writtenBy: "model" as const } : {};
      const next = { ...community, ...words, asked: true, updatedAt: deps.clock.now() };
      return [{ op: "community.put", community: next }];
    },
  });
}

interface ShownCommunity {
  id: string;
  community: Community;
  basis: Basis;
  source: Source;
}

async function shownCommunities(
  user: UserStore,
  ids: readonly string[],
  now: string,
): Promise<ShownCommunity[]> {
  const communities = await user.communitiesById([...ids]);
  const bases: Basis[] = [];
  for (const { members, factIds } of communities)
    bases.push({ members, names: [], facts: await user.factsById(factIds) });
  const current = await rereadBases(user, bases, now);
  return communities.map((community, at) => {
    const basis = current[at] as Basis;
    return { id: community.id, community, basis, source: sourceOf(basis) };
  });
}
