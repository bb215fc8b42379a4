import { EngramError, notFound } from "../../errors.ts";
import type { ForgetStore } from "./forget-store.ts";
import type { EpisodeRow } from "./rows.ts";
import { type Answer, type Steps, ask } from "./steps.ts";

export interface ReplaceStore extends Pick<
  ForgetStore,
  "read" | "deleteFacts" | "deleteEntities" | "dropSummaries"
> {
  episode(id: string): Answer<EpisodeRow | null>;
  updateEpisode(before: EpisodeRow, after: EpisodeRow): Answer<unknown>;
  /** Its evidence and its mentions. */
  cutOff(id: string): Answer<unknown>;
}

/** An edited or regenerated turn: the old one stays as a record, but is neither recalled nor used as evidence. */
export function* replaceEpisodeIn(store: ReplaceStore, oldId: string, newId: string): Steps<void> {
  const old = yield* ask(store.episode(oldId));
  if (!old || !(yield* ask(store.episode(newId)))) throw notFound("episode");
  if (oldId === newId) throw new EngramError("conflict", "A turn cannot replace itself");
  if (old.consolidated_into != null) yield* ask(store.dropSummaries([old.consolidated_into]));
  const standing = yield* ask(store.episode(oldId));
  if (standing) yield* ask(store.updateEpisode(standing, { ...standing, replaced_by: newId }));
  const facts = idsOf(yield* ask(store.read("facts-resting-on", { ids: [oldId] })));
  const touched = idsOf(yield* ask(store.read("entities-of", { episode_ids: [oldId], fact_ids: facts })));
  yield* ask(store.deleteFacts(facts));
  yield* ask(store.cutOff(oldId));
  yield* ask(store.deleteEntities(idsOf(yield* ask(store.read("orphans", { ids: touched })))));
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
