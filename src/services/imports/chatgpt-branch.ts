/** One node of the message tree of a ChatGPT conversation, as far as it could be read. */
export interface BranchNode<Message> {
  id: string;
  parent: string | null;
  children: string[];
  message: Message | null;
}

/**
 * The branch that the user sees, from the root to its end. Edited messages and regenerated replies leave siblings in
 * the tree; only what hangs above `current` was shown last. Without a usable `current` it is the branch of the newest
 * leaf.
 */
export function visibleBranch<Message>(
  nodes: ReadonlyMap<string, BranchNode<Message>>,
  current: string | null,
  timeOf: (message: Message) => string | null,
): BranchNode<Message>[] {
  const parents = parentsOf(nodes);
  const path = (id: string): BranchNode<Message>[] => pathTo(nodes, parents, id);
  if (current !== null && nodes.has(current)) return path(current);
  return newest(leavesOf(nodes, parents).map(path), timeOf);
}

/** Exports exist in which only one end of a link is written. */
function parentsOf<Message>(nodes: ReadonlyMap<string, BranchNode<Message>>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const node of nodes.values()) {
    for (const child of node.children) parents.set(child, node.id);
  }
  for (const node of nodes.values()) {
    if (node.parent !== null && nodes.has(node.parent)) parents.set(node.id, node.parent);
  }
  return parents;
}

function leavesOf<Message>(
  nodes: ReadonlyMap<string, BranchNode<Message>>,
  parents: ReadonlyMap<string, string>,
): string[] {
  const inner = new Set(parents.values());
  return [...nodes.keys()].filter((id) => !inner.has(id));
}

/** Stops where the chain breaks or, in a damaged file, runs in a circle. */
function pathTo<Message>(
  nodes: ReadonlyMap<string, BranchNode<Message>>,
  parents: ReadonlyMap<string, string>,
  end: string,
): BranchNode<Message>[] {
  const path: BranchNode<Message>[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = end; id !== undefined && !seen.has(id); id = parents.get(id)) {
    const node = nodes.get(id);
    if (!node) break;
    seen.add(id);
    path.push(node);
  }
  return path.reverse();
}

/** The branch whose last dated message is newest; of equals the one that stands later in the file. */
function newest<Message>(
  branches: BranchNode<Message>[][],
  timeOf: (message: Message) => string | null,
): BranchNode<Message>[] {
  let best: BranchNode<Message>[] = [];
  let bestTime = "";
  for (const branch of branches) {
    const times = branch.map(({ message }) => (message === null ? "" : (timeOf(message) ?? "")));
    const time = times.findLast((at) => at !== "") ?? "";
    if (time < bestTime) continue;
    best = branch;
    bestTime = time;
  }
  return best;
}
