import type { Change } from "../../domain/model/change.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import type { SummaryLog } from "../../domain/model/summary.ts";
import type { Page, PageRequest, UserStore } from "../../ports/memory-store.ts";

/** A step for display, with the current or last known name of the entity or sentence of the fact. */
export interface DiffLine extends DiffStep {
  name: string | null;
}

/** Maximum number of steps stored for a dry run. */
const STEPS_MAX = 1000;

/** The changes of a batch as ids and codes only, as text would outlive its forgetting. */
export function stepsOf(mutations: Mutation[]): DiffStep[] {
  const refused = new Map(
    mutations.flatMap((one) =>
      one.op === "rejection.put" ? [[one.rejection.factId, one.rejection] as const] : [],
    ),
  );
  return mutations.flatMap((mutation) => {
    const step = stepOf(mutation);
    const rejection = mutation.op === "fact.delete" ? refused.get(mutation.id) : undefined;
    if (step === null || rejection === undefined) return step ?? [];
    return [{ ...step, fields: codes({ stage: rejection.stage, reason: rejection.reason }) }];
  });
}

/** Stores the changes a dry run would make. An empty diff is not stored: a user without a memory has no place for it. */
export async function storeDiff(user: UserStore, runId: string, steps: DiffStep[]): Promise<void> {
  if (steps.length > 0) await user.putDiff(runId, steps.slice(0, STEPS_MAX));
}

/** Statements that cannot be decided without a model. */
export function waitingSteps(facts: Fact[], waitsFor: "votes" | "ruling"): DiffStep[] {
  return facts.map(({ id }) => ({ action: "wait", kind: "fact", id, fields: codes({ waitsFor }) }));
}

function stepOf(mutation: Mutation): DiffStep | null {
  switch (mutation.op) {
    case "entity.patch":
      return { action: "change", kind: "entity", id: mutation.id, fields: fieldsOf(mutation.set) };
    case "fact.patch":
      return { action: "change", kind: "fact", id: mutation.id, fields: fieldsOf(mutation.set) };
    case "entity.delete":
      return { action: "delete", kind: "entity", id: mutation.id, fields: [] };
    case "fact.delete":
      return { action: "delete", kind: "fact", id: mutation.id, fields: [] };
    case "review.put": {
      const { id, left, right, reason } = mutation.review;
      return { action: "propose", kind: "review", id, fields: codes({ left, right, reason }) };
    }
    case "summary.put": {
      const { id, sources } = mutation.summary;
      return { action: "create", kind: "episode", id, fields: codes({ sources }) };
    }
    case "community.put": {
      const { id, members, factIds, createdAt, updatedAt } = mutation.community;
      const action = createdAt === updatedAt ? "create" : "change";
      const fields = codes({ members: members.length, facts: factIds.length });
      return { action, kind: "community", id, fields };
    }
    case "community.delete":
      return { action: "delete", kind: "community", id: mutation.id, fields: [] };
    case "fact.evidence": {
      const fields = codes({ evidenceAdded: mutation.evidence.length });
      return { action: "change", kind: "fact", id: mutation.id, fields };
    }
    default:
      return null;
  }
}

const CODE_FIELDS = new Set([
  "subjectId",
  "objectId",
  "mergedInto",
  "status",
  "type",
  "predicate",
  "invalidAt",
  "mentionCount",
  "confidence",
  "summaryBasis",
]);

function fieldsOf(set: object): DiffStep["fields"] {
  return Object.entries(set)
    .filter(([field]) => CODE_FIELDS.has(field))
    .map(([field, to]) => ({ field, from: null, to: to as unknown }));
}

function codes(values: Record<string, string | number | string[]>): DiffStep["fields"] {
  return Object.entries(values).map(([field, to]) => ({ field, from: null, to }));
}

/** The changes of a run, newest first; for a dry run, the planned changes in order, on one page. */
export async function diffOfRun(
  user: UserStore,
  runId: string,
  page: PageRequest,
): Promise<Page<DiffLine & { changeId: string | null; undone: boolean }>> {
  const planned = await user.diff(runId);
  if (planned !== null) {
    const lines = await named(user, planned);
    return { items: lines.map((line) => ({ ...line, changeId: null, undone: false })), nextCursor: null };
  }
  const changes = await user.changePage({ runId, ...page });
  return { items: changes.items.map(lineOf), nextCursor: changes.nextCursor };
}

async function named(user: UserStore, steps: DiffStep[]): Promise<DiffLine[]> {
  const ids = (kind: DiffStep["kind"]): string[] =>
    steps.flatMap((step) => (step.kind === kind ? [step.id] : []));
  const entities = await user.entitiesById(ids("entity"));
  const facts = await user.factsById(ids("fact"));
  const communities = await user.communitiesById(ids("community"));
  const names = new Map<string, string>([
    ...communities.map(({ id, name }) => [id, name] as const),
    ...entities.map(({ id, name }) => [id, name] as const),
    ...facts.map(({ id, text }) => [id, text] as const),
  ]);
  const before = new Map<string, object>([...entities, ...facts].map((item) => [item.id, item]));
  return steps.map((step) => ({ ...withFrom(step, before.get(step.id)), name: names.get(step.id) ?? null }));
}

function withFrom(step: DiffStep, now: object | undefined): DiffStep {
  if (now === undefined) return step;
  const values = now as Record<string, unknown>;
  const fields = step.fields
    .map(({ field, to }) => ({ field, from: values[field] ?? null, to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
  return { ...step, fields };
}

function lineOf(change: Change): DiffLine & { changeId: string; undone: boolean } {
  const { id: changeId, kind, targetId: id, before, after, undone } = change;
  const action = before === null ? "create" : after === null ? "delete" : "change";
  const snapshot = (after ?? before) as { name?: string; text?: string };
  const fields = action === "change" ? changed(before as object, after as object) : codesOf(kind, snapshot);
  return { changeId, action, kind, id, name: snapshot.name ?? snapshot.text ?? null, fields, undone };
}

/** A summary is identified by the turns it replaces. */
function codesOf(kind: Change["kind"], snapshot: object): DiffStep["fields"] {
  return kind === "episode" ? codes({ sources: (snapshot as SummaryLog).sources }) : [];
}

function changed(before: object, after: object): DiffStep["fields"] {
  const [from, to] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}
