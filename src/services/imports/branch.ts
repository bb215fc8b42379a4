import { compareTimes, type Instant } from "../../domain/model/time.ts";
import type { SaidMessage } from "./pair-turns.ts";

/** One message of a chat's tree, with the fields that were readable. */
export interface BranchNode extends Omit<SaidMessage, "role"> {
  role: string | null;
  /** Null at the root. May refer to a node missing from the file. */
  parent: string | null;
  children?: readonly string[];
}

/** Ids that stand for no parent: zeros, except for the digits of a UUID's version, or -1. */
const NO_PARENT = /^(?:0{8}-0{4}-[04]000-[08]000-0{12}|-1)$/;

export function parentOf(id: string | null): string | null {
  return id === null || NO_PARENT.test(id) ? null : id;
}

/** The visible branch of those that are readable, or all messages of an older export, which is a list without links. */
export function messagesOf(read: readonly (BranchNode | null)[], current: string | null): BranchNode[] {
  const nodes = read.filter((node) => node !== null);
  if (nodes.every(({ parent, children = [] }) => parent === null && children.length === 0)) return nodes;
  return visibleBranch(new Map(nodes.map((node) => [node.id, node])), current);
}

type Nodes = ReadonlyMap<string, BranchNode>;

/**
 * The branch visible to the user, from the root to its end. Edited messages and regenerated replies leave siblings in
 * the tree; only the path to `current` was shown last. Without a usable `current`, it is the branch of the newest leaf.
 * If a node is missing, the part before the gap is the newest branch that is not newer than the part after it.
 */
export function visibleBranch(nodes: Nodes, current: string | null): BranchNode[] {
  const parents = parentsOf(nodes);
  const leaves = leavesOf(nodes, parents);
  const times = endTimes(nodes, parents, leaves);
  const newestLast = [...leaves].sort((a, b) => compareTimes(times.get(a), times.get(b)));
  const end = current !== null && nodes.has(current) ? current : newestLast.at(-1);
  return end === undefined ? [] : withEarlierParts({ nodes, parents, newestLast, times }, end);
}

interface Tree {
  nodes: Nodes;
  parents: ReadonlyMap<string, string>;
  /** Leaves by time; ties are in file order. */
  newestLast: readonly string[];
  /** Time of the last dated message on a leaf's branch. */
  times: ReadonlyMap<string, string>;
}

/** Some exports contain only one end of a link. */
function parentsOf(nodes: Nodes): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { children = [] }] of nodes) {
    for (const child of children) parents.set(child, id);
  }
  for (const [id, { parent }] of nodes) {
    if (parent !== null && (nodes.has(parent) || !parents.has(id))) parents.set(id, parent);
  }
  return parents;
}

function leavesOf(nodes: Nodes, parents: ReadonlyMap<string, string>): string[] {
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
function endTimes(
  nodes: Nodes,
  parents: ReadonlyMap<string, string>,
  leaves: readonly string[],
): Map<string, string> {
  const times = new Map<string, string>();
  for (const leaf of leaves) {
    const undated: string[] = [];
    const seen = new Set<string>();
    let time = "";
    for (let id: string | undefined = leaf; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      time = times.get(id) ?? nodes.get(id)?.at ?? "";
      if (time !== "" || times.has(id)) break;
      undated.push(id);
    }
    for (const id of undated) times.set(id, time);
    times.set(leaf, time);
  }
  return times;
}

/** Prepends the earlier part of the conversation to a branch that begins after a gap. */
function withEarlierParts({ nodes, parents, newestLast, times }: Tree, end: string): BranchNode[] {
  const seen = new Set<string>();
  let first = pathTo(nodes, parents, end, seen).path;
  const parts = [first];
  let begins = firstTime(first);
  for (let at = newestLast.length - 1; at >= 0 && beginsBehindGap(first, nodes); at--) {
    const leaf = newestLast[at] as string;
    if (seen.has(leaf) || (times.get(leaf) ?? "") > begins) continue;
    const { path, isOwn } = pathTo(nodes, parents, leaf, seen);
    if (!isOwn || sharesGap(path, first)) continue;
    first = path;
    parts.push(path);
    const time = firstTime(path);
    if (time < begins) begins = time;
  }
  return parts.reverse().flat();
}

function beginsBehindGap([first]: BranchNode[], nodes: Nodes): boolean {
  return first !== undefined && first.parent !== null && !nodes.has(first.parent);
}

/** Both are below the same missing node, so one is another version of the other. */
function sharesGap([a]: BranchNode[], [b]: BranchNode[]): boolean {
  return a !== undefined && b !== undefined && a.parent !== null && a.parent === b.parent;
}

function firstTime(branch: BranchNode[]): Instant {
  return branch.find(({ at }) => at !== null)?.at ?? "\uffff";
}

/**
 * Skips a missing node; stops at the end of the chain, at a cycle in a damaged file, or at a node already visited: then
 * it is not a separate part.
 */
function pathTo(
  nodes: Nodes,
  parents: ReadonlyMap<string, string>,
  end: string,
  seen: Set<string>,
): { path: BranchNode[]; isOwn: boolean } {
  const path: BranchNode[] = [];
  let id: string | undefined = end;
  for (; id !== undefined && !seen.has(id); id = parents.get(id)) {
    seen.add(id);
    const node = nodes.get(id);
    if (node) path.push(node);
  }
  return { path: path.reverse(), isOwn: id === undefined };
}
