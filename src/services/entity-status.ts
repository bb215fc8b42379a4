import { isTransient } from "../domain/model/context.ts";
import type { Entity } from "../domain/model/entity.ts";
import type { Episode } from "../domain/model/episode.ts";
import type { Fact } from "../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../domain/model/status.ts";
import type { Instant } from "../domain/model/time.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { hiddenTurns } from "./forgetting/hide.ts";

/** A thing that is linked to another, with what links them. */
interface LinkedThing {
  entity: Entity;
  factIds: string[];
  episodeIds: string[];
}

const FACTS_MAX = 100;
const EPISODES_MAX = 200;
const LINKS_MAX = 200;
const THINGS_MAX = 50;
const ACTIONS_MAX = 20;
const TURNS_MAX = 20;

/**
 * "What is the status with Acme?" (RET-10) Gathers what is known around an entity: by its facts, by the turns that mention it, and
 * by links. Things (cases, deals, people) are grouped by type, the most linked first; plans are current facts that begin later;
 * everything else is newest first.
 */
export async function entityStatus(user: UserStore, entity: Entity, now: Instant) {
  const ids = [entity.id, ...(await user.mergedInto(entity.id)).map(({ id }) => id)];
  const [facts, mentions, { items: links }, hidden] = await Promise.all([
    user.facts({ entityIds: ids, role: "either", statuses: CURRENT_STATUSES, limit: FACTS_MAX }),
    user.mentionsOf(ids),
    user.linkPage({ endIds: ids, limit: LINKS_MAX }),
    hiddenTurns(user),
  ]);
  const linked = links.flatMap(({ fromKind, fromId, toKind, toId }) => [
    { kind: fromKind, id: fromId },
    { kind: toKind, id: toId },
  ]);
  const linkedIds = (kind: string): string[] => linked.flatMap((end) => (end.kind === kind ? [end.id] : []));
  const episodeIds = [...linkedIds("episode"), ...mentions.map(({ episodeId }) => episodeId)];
  const read = await user.episodesById([...new Set(episodeIds)].slice(0, EPISODES_MAX));
  const episodes = read
    .filter((one) => !hidden.has(one.id) && isShown(one))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1));
  const isPlan = ({ validAt }: Fact): boolean => validAt !== null && validAt.at > now;
  const isAction = ({ contextType }: Episode): boolean => contextType === "completed_action";
  return {
    entity,
    things: byType(
      await thingsAround(user, { own: new Set(ids), facts, episodes, linked: linkedIds("entity") }),
    ),
    actions: episodes.filter(isAction).slice(0, ACTIONS_MAX),
    plans: facts.filter(isPlan),
    facts: facts.filter((fact) => !isPlan(fact)),
    turns: episodes.filter((one) => !isAction(one) && !isTransient(one)).slice(0, TURNS_MAX),
  };
}

function isShown({ memory, replacedBy, consolidatedInto }: Episode): boolean {
  return memory === "on" && replacedBy === null && consolidatedInto === null;
}

interface Around {
  own: ReadonlySet<string>;
  facts: readonly Fact[];
  episodes: readonly Episode[];
  /** Entities linked directly. */
  linked: readonly string[];
}

/** Entities that share facts or turns with it; the self entity shares all of them. */
async function thingsAround(
  user: UserStore,
  { own, facts, episodes, linked }: Around,
): Promise<LinkedThing[]> {
  const found = new Map<string, Omit<LinkedThing, "entity">>();
  const at = (id: string): Omit<LinkedThing, "entity"> => {
    const thing = found.get(id) ?? { factIds: [], episodeIds: [] };
    if (!own.has(id)) found.set(id, thing);
    return thing;
  };
  const add = (ids: string[], id: string): void => void (ids.includes(id) || ids.push(id));
  for (const id of linked) at(id);
  for (const { id, subjectId, objectId } of facts)
    for (const end of [subjectId, objectId]) if (end !== null) add(at(end).factIds, id);
  const ids = episodes.map(({ id }) => id);
  for (const { entityId, episodeId } of await user.mentions(ids)) add(at(entityId).episodeIds, episodeId);
  const shown = new Set(ids);
  if (ids.length > 0)
    for (const { fromId, toKind, toId } of (await user.linkPage({ endIds: ids, limit: LINKS_MAX })).items)
      if (toKind === "entity" && shown.has(fromId)) add(at(toId).episodeIds, fromId);
  const entities = await user.entitiesById([...found.keys()]);
  return entities
    .filter(({ isSelf, status, mergedInto }) => !isSelf && status !== "archived" && mergedInto === undefined)
    .map((entity) => ({ entity, ...(found.get(entity.id) ?? { factIds: [], episodeIds: [] }) }))
    .sort((a, b) => strength(b) - strength(a))
    .slice(0, THINGS_MAX);
}

/** A fact says more than a turn that mentions both. */
function strength({ factIds, episodeIds }: LinkedThing): number {
  return 2 * factIds.length + episodeIds.length;
}

function byType(things: LinkedThing[]): { type: string; items: LinkedThing[] }[] {
  const types = Map.groupBy(things, ({ entity }) => entity.type);
  return [...types].map(([type, items]) => ({ type, items }));
}
