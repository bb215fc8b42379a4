import { CURRENT_STATUSES } from "../domain/model/status.ts";
import type { UserStore } from "../ports/memory-store.ts";
import { degreesOf, endsOf, type GraphView } from "./graph-view.ts";

/** Turns of one conversation that are looked at, the newest. */
const EPISODES_MAX = 500;
const FACTS_MAX = 2000;

/** What one conversation put into memory, as it grows; remembers what it told. */
export interface ConversationGraph {
  /** All of it. */
  snapshot(): Promise<GraphView>;
  /** What a turn added to what was told; nothing for a turn of another conversation. */
  grown(episodeId: string): Promise<Pick<GraphView, "nodes" | "edges">>;
  isAbout(episodeId: string): Promise<boolean>;
}

export function conversationGraph(user: UserStore, conversationId: string): ConversationGraph {
  const told = new Set<string>();
  const isAbout = async (episodeId: string): Promise<boolean> =>
    (await user.episode(episodeId))?.conversationId === conversationId;
  return {
    isAbout,

    async snapshot() {
      const episodes = await user.episodes({ conversationId, order: "newest", limit: EPISODES_MAX });
      const graph = await restingOn(
        user,
        episodes.map(({ id }) => id),
      );
      told.clear();
      for (const { id } of [...graph.nodes, ...graph.edges]) told.add(id);
      return graph;
    },

    async grown(episodeId) {
      const { nodes, edges } = await restingOn(user, (await isAbout(episodeId)) ? [episodeId] : []);
      const isNew = ({ id }: { id: string }): boolean => !told.has(id);
      const added = { nodes: nodes.filter(isNew), edges: edges.filter(isNew) };
      for (const { id } of [...added.nodes, ...added.edges]) told.add(id);
      return added;
    },
  };
}

/** The things that facts of these turns are about, and the facts that join two of them. */
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
