import { api } from "../api/client.ts";
import type { Status } from "#client";
import { wordsOf } from "./format.ts";
import { attempt, carryOut, notify } from "./toast.tsx";
import { t } from "../language/text.ts";

export const NOT_SO = t("Marked as not true");

const FIELDS: Record<string, string> = {
  status: t("Status"),
  text: t("Statement"),
  predicate: t("Relation"),
  value: t("Value"),
  confidence: t("Certain"),
  validAt: t("True since"),
  invalidAt: t("True until"),
  name: t("Name"),
  type: t("Type"),
  aliases: t("Also called"),
};

/** A field of a fact or a thing, in words. */
export const fieldOf = (name: string): string => FIELDS[name] ?? wordsOf(name);

export const correctFact = (id: string, body: Record<string, string | null>): Promise<unknown> =>
  api("PATCH /memory/facts/{id}", { path: { id }, body });

export const undoChange = (id: string): Promise<unknown> =>
  api("POST /memory/changes/{id}/undo", { path: { id } });

export const undoRun = (id: string): Promise<unknown> =>
  api("POST /maintenance/runs/{id}/undo", { path: { id } });

/** An undo of a run, for its report. */
export const undoOf = (runId: string, label = t("Undo"), said = t("Undone")) => ({
  label,
  run: () => void carryOut(() => undoRun(runId), said),
});

/** Sets how a fact is believed, and offers an undo. */
export async function markFact(
  id: string,
  status: Status,
  words: string,
  done?: () => void,
  undone?: () => void,
): Promise<void> {
  if (!(await attempt(() => correctFact(id, { status })))) return;
  done?.();
  tellChanged(words, id, undone);
}

/** Reports a change to a fact, with an undo. */
export function tellChanged(words: string, id: string, undone?: () => void): void {
  // Now: later it may have been changed once more.
  const changes = api("GET /memory/changes", { query: { targetId: id, limit: 1 } });
  changes.catch(() => undefined);
  const undo = async (): Promise<void> => {
    const [change] = (await changes).items;
    if (change?.runId != null) await undoRun(change.runId);
    else if (change) await undoChange(change.id);
    undone?.();
  };
  notify(words, { label: t("Undo"), run: () => void attempt(undo) });
}
