import type { Plan } from "../../src/adapters/neo4j/connection.ts";

/** The worst plan of each statement that was seen. */
export interface Seen {
  runs: number;
  hitsMax: number;
  operators: Set<string>;
  cartesian: boolean;
}

export class Plans {
  readonly seen = new Map<string, Seen>();

  add(statement: string, plan: Plan): void {
    const known = this.seen.get(statement) ?? { runs: 0, hitsMax: 0, operators: new Set(), cartesian: false };
    known.runs += 1;
    known.hitsMax = Math.max(known.hitsMax, hitsOf(plan));
    collect(plan, known);
    this.seen.set(statement, known);
  }
}

function hitsOf(plan: Plan): number {
  return (plan.dbHits ?? 0) + plan.children.reduce((sum, child) => sum + hitsOf(child), 0);
}

function nameOf(plan: Plan): string {
  return plan.operatorType.replace(/@.*$/, "");
}

function collect(plan: Plan, into: Seen): void {
  const name = nameOf(plan);
  into.operators.add(name);
  // Two single rows side by side are planned as a product as well: harmless.
  if (name === "CartesianProduct" && !plan.children.every(isSingle)) into.cartesian = true;
  for (const child of plan.children) collect(child, into);
}

function isSingle(plan: Plan): boolean {
  const name = nameOf(plan);
  return (
    name.startsWith("NodeUniqueIndexSeek") ||
    name === "Argument" ||
    (plan.children.length > 0 && plan.children.every(isSingle))
  );
}

/** Walks over all users' rows, whoever asks. */
const FORBIDDEN =
  /^(?:AllNodesScan|NodeByLabelScan|.*RelationshipTypeScan|.*AllRelationshipsScan|NodeIndexScan|DynamicLabelNodeLookup)$/;

/** What is wrong with a statement's plans; empty: nothing. */
export function findings(seen: Seen): string[] {
  const scans = [...seen.operators].filter((name) => FORBIDDEN.test(name));
  return seen.cartesian ? [...scans, "CartesianProduct"] : scans;
}
