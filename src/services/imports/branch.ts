/** One node of a message tree, with the fields that were readable. */
export interface BranchNode<Message> {
  id: string;
  /** Null at the root. May refer to a node missing from the file. */
  parent: string | null;
  children: readonly string[];
  message: Message | null;
}

type Nodes<Message> = ReadonlyMap<string, BranchNode<Message>>;
type TimeOf<Message> = (message: Message) => string | null;

/**
 * The branch visible to the user, from the root to its end. Edited messages and regenerated replies leave siblings in
 * the tree; only the path to `current` was shown last. Without a usable `current`, it is the branch of the newest leaf.
 * If a node is missing, the part before the gap is the newest branch that is not newer than the part after it.
 */
export function visibleBranch<Message>(
  nodes: Nodes<Message>,
  current: string | null,
  timeOf: TimeOf<Message>,
): BranchNode<Message>[] {
  const parents = parentsOf(nodes);
  const leaves = leavesOf(nodes, parents);
  const times = endTimes(nodes, parents, leaves, timeOf);
  const newestLast = [...leaves].sort((a, b) => compare(times.get(a) ?? "", times.get(b) ?? ""));
  const end = current !== null && nodes.has(current) ? current : newestLast.at(-1);
  return end === undefined ? [] : withEarlierParts({ nodes, parents, newestLast, times }, end, timeOf);
}

interface Tree<Message> {
  nodes: Nodes<Message>;
  parents: ReadonlyMap<string, string>;
  /** Leaves by time; ties are in file order. */
  newestLast: readonly string[];
  /** Time of the last dated message on a leaf's branch. */
  times: ReadonlyMap<string, string>;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Some exports contain only one end of a link. */
function parentsOf<Message>(nodes: Nodes<Message>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const node of nodes.values()) {
    for (const child of node.children) parents.set(child, node.id);
  }
  for (const node of nodes.values()) {
    if (node.parent !== null && (nodes.has(node.parent) || !parents.has(node.id)))
      parents.set(node.id, node.parent);
  }
  return parents;
}

function leavesOf<Message>(nodes: Nodes<Message>, parents: ReadonlyMap<string, string>): string[] {
  const inner = new Set<string>();
  for (const [child, parent] of parents) {
    if (nodes.has(child)) inner.add(parent);
  }
  // If a node's only child is missing, continue where that child's own children are.
  for (const [missing, above] of parents) {
    if (!nodes.has(missing) && inner.has(missing)) inner.add(above);
  }
  return [...nodes.keys()].filter((id) => !inner.has(id));
}

/** Each leaf's time, from the last dated message on its branch. Linear, because every node is visited once. */
function endTimes<Message>(
  nodes: Nodes<Message>,
  parents: ReadonlyMap<string, string>,
  leaves: readonly string[],
  timeOf: TimeOf<Message>,
): Map<string, string> {
  const times = new Map<string, string>();
  for (const leaf of leaves) {
    const undated: string[] = [];
    const seen = new Set<string>();
    let time = "";
    for (let id: string | undefined = leaf; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      const message = nodes.get(id)?.message ?? null;
      time = times.get(id) ?? (message === null ? "" : (timeOf(message) ?? ""));
      if (time !== "" || times.has(id)) break;
      undated.push(id);
    }
    for (const id of undated) times.set(id, time);
    times.set(leaf, time);
  }
  return times;
}

/** Prepends the earlier part of the conversation to a branch that begins after a gap. */
function withEarlierParts<Message>(
  { nodes, parents, newestLast, times }: Tree<Message>,
  end: string,
  timeOf: TimeOf<Message>,
): BranchNode<Message>[] {
  const seen = new Set<string>();
  let first = pathTo(nodes, parents, end, seen).path;
  const parts = [first];
  let begins = firstTime(first, timeOf);
  for (let at = newestLast.length - 1; at >= 0 && beginsBehindGap(first, nodes); at--) {
    const leaf = newestLast[at] as string;
    if (seen.has(leaf) || (times.get(leaf) ?? "") > begins) continue;
    const { path, isOwn } = pathTo(nodes, parents, leaf, seen);
    if (!isOwn || sharesGap(path, first)) continue;
    first = path;
    parts.push(path);
    const time = firstTime(path, timeOf);
    if (time < begins) begins = time;
  }
  return parts.reverse().flat();
}

function beginsBehindGap<Message>([first]: BranchNode<Message>[], nodes: Nodes<Message>): boolean {
  return first !== undefined && first.parent !== null && !nodes.has(first.parent);
}

/** Both are below the same missing node, so one is another version of the other. */
function sharesGap<Message>([a]: BranchNode<Message>[], [b]: BranchNode<Message>[]): boolean {
  return a !== undefined && b !== undefined && a.parent !== null && a.parent === b.parent;
}

function firstTime<Message>(branch: BranchNode<Message>[], timeOf: TimeOf<Message>): string {
  for (const { message } of branch) {
    const time = message === null ? null : timeOf(message);
    if (time !== null) return time;
  }
  return "\uffff";
}

/**
 * Skips a missing node; stops at the end of the chain, at a cycle in a damaged file, or at a node already visited: then
 * it is not a separate part.
 */
function pathTo<Message>(
  nodes: Nodes<Message>,
  parents: ReadonlyMap<string, string>,
  end: string,
  seen: Set<string>,
): { path: BranchNode<Message>[]; isOwn: boolean } {
  const path: BranchNode<Message>[] = [];
  let id: string | undefined = end;
  for (; id !== undefined && !seen.has(id); id = parents.get(id)) {
    seen.add(id);
    const node = nodes.get(id);
    if (node) path.push(node);
  }
  return { path: path.reverse(), isOwn: id === undefined };
}
