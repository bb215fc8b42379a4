import type { Fact } from "../domain/model/fact.ts";
import { CURRENT_STATUSES } from "../domain/model/status.ts";
import type { UserStore } from "../ports/memory-store.ts";
import type { GraphView } from "./graph-view.ts";

/** Newest turns of one conversation that are read. */
const EPISODES_MAX = 500;
const FACTS_MAX = 2000;

/** The graph extracted from one conversation, as it grows; remembers what it has returned. */
export type ConversationGraph = ReturnType<typeof conversationGraph>;

export function conversationGraph(user: UserStore, conversationId: string) {
  const told = new Set<string>();
  const isAbout = async (episodeId: string): Promise<boolean> =>
    (await user.episode(episodeId))?.conversationId === conversationId;
  return {
    isAbout,

    /** The whole graph. */
    async snapshot(): Promise<GraphView> {
      const episodes = await user.episodes({ conversationId, order: "newest", limit: EPISODES_MAX });
      const graph = await restingOn(
        user,
        episodes.map(({ id }) => id),
      );
      told.clear();
      for (const { id } of [...graph.nodes, ...graph.edges]) told.add(id);
      return graph;
    },

    /** What a turn added to the parts already returned; nothing for a turn of another conversation. */
    async grown(episodeId: string): Promise<Pick<GraphView, "nodes" | "edges">> {
      const { nodes, edges } = await restingOn(user, (await isAbout(episodeId)) ? [episodeId] : []);
      const isNew = ({ id }: { id: string }): boolean => !told.has(id);
      const added = { nodes: nodes.filter(isNew), edges: edges.filter(isNew) };
      for (const { id } of [...added.nodes, ...added.edges]) told.add(id);
      return added;
    },
  };
}

/** The entities in facts with evidence in these turns, and the facts that link two of them. */
async function restingOn(user: UserStore, episodeIds: string[]): Promise<GraphView> {
  if (episodeIds.length === 0) return { nodes: [], edges: [], total: 0 };
  const facts = await user.facts({ episodeIds, statuses: CURRENT_STATUSES, limit: FACTS_MAX });
  const found = await user.entitiesById([...new Set(facts.flatMap(endsOf))]);
  const degrees = degreesOf(facts);
  const nodes = found
    .filter(({ status }) => status !== "archived")
    .map((node) => ({ ...node, degree: degrees.get(node.id) ?? 0 }));
  const known = new Set(nodes.map(({ id }) => id));
  const edges = facts.filter(({ subjectId, objectId }) => known.has(subjectId) && known.has(objectId ?? ""));
  return { nodes, edges, total: nodes.length };
}

/** Number of links of each entity. */
function degreesOf(facts: readonly Fact[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const id of facts.flatMap(endsOf)) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** The entities in a statement, without duplicates. */
function endsOf({ subjectId, objectId }: Fact): string[] {
  return objectId === null || objectId === subjectId ? [subjectId] : [subjectId, objectId];
}
