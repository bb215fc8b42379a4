import { api } from "../../api/client.ts";
import { countReviews } from "../../api/health.ts";
import { attempt, notify } from "../../ui/toast.tsx";
import type { Decided, Item } from "./types.ts";

type Act = "accept" | "reject" | "edit";

const TOLD: Record<Item["kind"], { accept: string; reject: string }> = {
  dispute: { accept: "It holds", reject: "It was refused" },
  closing: { accept: "It is over", reject: "It counts as true, as before" },
  merge: { accept: "They are one now", reject: "They stay two, and are not asked about again" },
  inferred: { accept: "It is believed", reject: "It is not so, and is not proposed again" },
  forget: { accept: "Forgotten for good", reject: "It stays in memory" },
};

/** What was decided last and can be taken back: the run that carried it out. */
const undoable: string[] = [];

/** Carries out a decision. False when it was refused. */
export async function decide(
  { kind, id }: Pick<Item, "kind" | "id">,
  act: Act,
  changed: () => void,
  body?: Record<string, string | null>,
): Promise<boolean> {
  const done = await attempt(async () => {
    const path = `/memory/review/${encodeURIComponent(id)}/${act}`;
    const { runId } = await api<Decided>(path, { method: "POST", ...(body ? { body } : {}) });
    if (runId !== null) undoable.push(runId);
    const words = TOLD[kind][act === "reject" ? "reject" : "accept"];
    notify(words, runId === null ? undefined : { label: "Undo", run: () => void undoRun(runId, changed) });
  });
  if (done) void countReviews();
  return done;
}

/** Takes back the last decision of this visit. */
export async function undoLast(changed: () => void): Promise<void> {
  const runId = undoable.at(-1);
  if (runId === undefined) return notify("Nothing was decided here that can be taken back");
  await undoRun(runId, changed);
}

export async function undoRun(runId: string, changed: () => void): Promise<void> {
  if (!(await attempt(() => api(`/maintenance/runs/${runId}/undo`, { method: "POST" })))) return;
  if (undoable.includes(runId)) undoable.splice(undoable.indexOf(runId), 1);
  notify("Taken back");
  void countReviews();
  changed();
}
