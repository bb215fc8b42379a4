import { NO_TYPE } from "../../../domain/model/entity-type.ts";
import { CURRENT_STATUSES } from "../../../domain/model/status.ts";
import type { VectorKind } from "../../../ports/memory-store.ts";
import type { CalibratedEmbedder } from "../../embedding/calibrated.ts";
import { likeness } from "../../embedding/scale.ts";
import type { JobRun } from "../job.ts";
import type { DuplicatePair } from "./blocking.ts";
import type { NamedEntity } from "./names.ts";

/** Minimum likeness of two entities of one type to be asked about (DED-1); their vectors cover names, type and summary. */
const LIKENESS_MIN = 0.87;
/** Newest entities compared per run, and nearest neighbours considered for each. */
const COMPARED_MAX = 500;
const NEAREST_MAX = 4;
const KINDS: VectorKind[] = ["entity"];

/** Entities of one type with near vectors, whatever their names; the model decides on them. */
export async function nearCandidates(
  embedder: CalibratedEmbedder,
  { user, signal, step }: JobRun,
  entities: readonly NamedEntity[],
): Promise<DuplicatePair[]> {
  const tag = await embedder.tag(signal).catch(() => null);
  const scale = tag ? embedder.scaleOf(tag) : null;
  if (!tag || !scale) return [];
  const typeOf = new Map(entities.map(({ id, type }) => [id, type]));
  const newest = entities.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, COMPARED_MAX);
  const kept = await user.vectorsOf(
    tag,
    newest.map(({ id }) => ({ kind: "entity", id })),
  );
  const found: DuplicatePair[] = [];
  for (const { id, vector } of kept) {
    const type = typeOf.get(id);
    if (type === NO_TYPE) continue;
    const query = { tag, vector, kinds: KINDS, limit: NEAREST_MAX, statuses: CURRENT_STATUSES };
    const near = (await step(() => user.nearest(query))) ?? [];
    for (const hit of near) {
      if (hit.id === id || likeness(scale, hit.score) < LIKENESS_MIN || typeOf.get(hit.id) !== type) continue;
      const [a = "", b = ""] = [id, hit.id].toSorted();
      found.push({ a, b, reason: "near" });
    }
  }
  return found;
}
