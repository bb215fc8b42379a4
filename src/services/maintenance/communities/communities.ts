import { setImmediate } from "node:timers/promises";
import type { Community } from "../../../domain/model/community.ts";
import type { DiffStep } from "../../../domain/model/diff.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import type { Clock, NewId } from "../../../ports/clock.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { KeyedLock } from "../../locks.ts";
import { pagesOf } from "../../pages.ts";
import type { AskDeps } from "../ask-model.ts";
import { STEPS_MAX } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";
import { askTexts, SOURCES_PER_CALL, type Texts } from "../writing/ask-texts.ts";
import {
  basisOf,
  communityFrom,
  rereadBases,
  isSameList,
  isSupportedBy,
  sourceOf,
  type Basis,
} from "./describe.ts";
import { COMMUNITIES_MAX, groupsOf, type EntityGroup } from "./groups.ts";
import { weightedGraph } from "./projection.ts";

export interface CommunitiesDeps extends AskDeps {
  clock: Clock;
  newId: NewId;
  graphLock: KeyedLock;
  /** Whether there is a model that can write. */
  canVote: () => boolean;
}

/** The strongest links one run looks at. */
const LINKS_MAX = 50_000;
const COMMUNITIES_PER_PAGE = 200;
/** Communities read about between two looks whether somebody chats. */
const READ_PER_STEP = 20;
/** Calls of the model in one run. */
const CALLS_MAX = 6;
/** Fewer facts than these code tells as well as any model. */
const FACTS_TO_WRITE_MIN = 2;

type Counts = Record<
  "links" | "communities" | "created" | "changed" | "removed" | "written" | "modelCalls",
  number
>;

interface Run extends RunContext {
  user: UserStore;
  counts: Counts;
}

/**
 * Finds what belongs together and gives it a name. Everything is worked out beside what stands; then all that changes
 * takes its place in one transaction (F32). After that a model that can write words those that it has not seen, a few at a
 * call; each call is a checkpoint. Run again it changes nothing.
 */
export async function rebuildCommunities(
  deps: CommunitiesDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const counts: Counts = {
    links: 0,
    communities: 0,
    created: 0,
    changed: 0,
    removed: 0,
    written: 0,
    modelCalls: 0,
  };
  const run: Run = { ...context, user, counts };
  const links = await preemptible(deps.gate, context.signal, () => user.links(LINKS_MAX));
  counts.links = links.length;
  const known = await allCommunities(user);
  const pause = (): Promise<void> => preemptible(deps.gate, context.signal, () => setImmediate(undefined));
  const groups = await groupsOf(await weightedGraph(links, pause), known, pause);
  counts.communities = groups.length;
  const bases = await readBases(deps, run, groups);
  const steps = await deps.graphLock.run(user.userId, () => swap(deps, run, { groups, bases }));
  if (context.dryRun) await user.putDiff(context.runId, steps.slice(0, STEPS_MAX));
  else if (deps.canVote()) await writeTexts(deps, run);
  return counts;
}

async function allCommunities(user: UserStore): Promise<Community[]> {
  const found: Community[] = [];
  const read = (cursor?: string) => user.communityPage({ limit: COMMUNITIES_PER_PAGE, cursor });
  for await (const page of pagesOf(read)) found.push(...page);
  return found;
}

async function readBases(deps: CommunitiesDeps, run: Run, groups: EntityGroup[]): Promise<Basis[]> {
  const bases: Basis[] = [];
  for (let at = 0; at < groups.length; at += READ_PER_STEP) {
    const some = groups.slice(at, at + READ_PER_STEP);
    const read = (): Promise<Basis[]> =>
      Promise.all(some.map(({ members }) => basisOf(run.user, members, deps.clock.now())));
    bases.push(...(await preemptible(deps.gate, run.signal, read)));
  }
  return bases;
}

/**
 * Within the lock of the graph, so that nothing is forgotten between the reading of a fact and the writing of what tells
 * it.
 */
async function swap(
  deps: CommunitiesDeps,
  { user, counts, signal, runId, dryRun }: Run,
  plan: { groups: EntityGroup[]; bases: Basis[] },
): Promise<DiffStep[]> {
  signal.throwIfAborted();
  const now = deps.clock.now();
  const standing = new Map((await allCommunities(user)).map((one) => [one.id, one]));
  const bases = await rereadBases(user, plan.bases, now);
  const next = plan.groups.map(({ id }, at) => {
    const basis = bases[at] as Basis;
    return communityFrom(basis, standing.get(id ?? "") ?? null, { id: deps.newId(), now });
  });
  const kept = new Set(next.map(({ id }) => id));
  const gone = [...standing.keys()].filter((id) => !kept.has(id));
  const put = next.filter((one) => standing.get(one.id) !== one);
  counts.created = put.filter(({ id }) => !standing.has(id)).length;
  counts.changed = put.length - counts.created;
  counts.removed = gone.length;
  const mutations = [
    ...gone.map((id): Mutation => ({ op: "community.delete", id })),
    ...put.map((community): Mutation => ({ op: "community.put", community })),
  ];
  if (mutations.length > 0 && !dryRun)
    await user.apply({ actor: "maintenance", reason: "communities", runId, mutations });
  return [...gone.map(removal), ...put.map((one) => stepFor(one, standing.get(one.id) ?? null))];
}

function removal(id: string): DiffStep {
  return { action: "delete", kind: "community", id, fields: [] };
}

/** Counts and ids alone, for text would outlive its forgetting. */
function stepFor(next: Community, before: Community | null): DiffStep {
  const field = (name: string, from: number | null, to: number) => ({ field: name, from, to });
  return {
    action: before === null ? "create" : "change",
    kind: "community",
    id: next.id,
    fields: [
      field("members", before?.members.length ?? null, next.members.length),
      field("facts", before?.factIds.length ?? null, next.factIds.length),
    ],
  };
}

async function writeTexts(deps: CommunitiesDeps, run: Run): Promise<void> {
  const { user } = run;
  const open = (await allCommunities(user))
    .filter(({ asked, factIds }) => !asked && factIds.length >= FACTS_TO_WRITE_MIN)
    .sort((a, b) => b.members.length - a.members.length || (a.id < b.id ? -1 : 1))
    .slice(0, Math.min(COMMUNITIES_MAX, CALLS_MAX * SOURCES_PER_CALL));
  for (let at = 0; at < open.length; at += SOURCES_PER_CALL) {
    run.signal.throwIfAborted();
    const some = open.slice(at, at + SOURCES_PER_CALL);
    const forgettings = await user.forgettings();
    const shown = await restingOn(user, some, deps.clock.now());
    const written = await askTexts(deps, "topics", shown.map(sourceOf), run);
    if (written === null) return;
    run.counts.modelCalls += 1;
    await deps.graphLock.run(user.userId, () =>
      keep(deps, run, { communities: some, shown, written, forgettings }),
    );
  }
}

async function restingOn(user: UserStore, communities: Community[], now: string): Promise<Basis[]> {
  const bases: Basis[] = [];
  for (const { members, factIds } of communities) {
    bases.push({ members, names: [], facts: await user.factsById(factIds) });
  }
  return rereadBases(user, bases, now);
}

interface Asked {
  communities: Community[];
  shown: Basis[];
  written: (Texts | null)[];
  /** As `MutationBatch.forgettings`. */
  forgettings: number;
}

/** What the model was shown must still be so: a community that was changed or forgotten meanwhile keeps what it has. */
async function keep(
  deps: CommunitiesDeps,
  { user, runId, counts }: Run,
  { communities, shown, written, forgettings }: Asked,
): Promise<void> {
  const now = deps.clock.now();
  const standing = new Map(
    (await user.communitiesById(communities.map(({ id }) => id))).map((one) => [one.id, one]),
  );
  const fresh = await restingOn(user, communities, now);
  const mutations = communities.flatMap((before, at): Mutation[] => {
    const community = standing.get(before.id);
    const [then, basis, text] = [shown[at] as Basis, fresh[at] as Basis, written[at] ?? null];
    if (community === undefined || JSON.stringify(community) !== JSON.stringify(before)) return [];
    if (!isSameList(sourceLines(then), sourceLines(basis))) return [];
    const isGood = text !== null && isSupportedBy(text, basis);
    if (isGood) counts.written += 1;
    const words = isGood ? { name: text.name, summary: text.summary, writtenBy: "model" as const } : {};
    return [{ op: "community.put", community: { ...community, ...words, asked: true, updatedAt: now } }];
  });
  if (mutations.length > 0)
    await user.apply({ actor: "maintenance", reason: "communities_worded", runId, forgettings, mutations });
}

function sourceLines(basis: Basis): string[] {
  const { title, facts } = sourceOf(basis);
  return [title, ...facts];
}
