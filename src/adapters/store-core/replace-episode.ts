import { EngramError, notFound } from "../../errors.ts";
import type { EpisodeRows } from "./episodes.ts";
import { type ForgetRows, deleteEntities, deleteFacts, dropSummaries, read } from "./forget-store.ts";
import type { EpisodeRow } from "./rows.ts";
import { type Steps, ask } from "./steps.ts";
import { first, written } from "./verbs.ts";

/** An edited or regenerated turn: the old one stays as a record, but is neither recalled nor used as evidence. */
export function* replaceEpisode(db: EpisodeRows & ForgetRows, oldId: string, newId: string): Steps<void> {
  const row = (id: string): Steps<EpisodeRow | undefined> => first(db, "read/episode", { id });
  const old = yield* row(oldId);
  if (!old || !(yield* row(newId))) throw notFound("episode");
  if (oldId === newId) throw new EngramError("conflict", "A turn cannot replace itself");
  if (old.consolidated_into != null) yield* dropSummaries(db, [old.consolidated_into]);
  const standing = yield* row(oldId);
  if (standing) yield* ask(db.updateEpisode(standing, { ...standing, replaced_by: newId }));
  const facts = idsOf(yield* ask(read(db, "facts-resting-on", { ids: [oldId] })));
  const touched = idsOf(yield* ask(read(db, "entities-of", { episode_ids: [oldId], fact_ids: facts })));
  yield* deleteFacts(db, facts);
  yield* written(db, "episodes/cut-off", { id: oldId });
  yield* deleteEntities(db, idsOf(yield* ask(read(db, "orphans", { ids: touched }))));
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
