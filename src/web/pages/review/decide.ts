import type { Routes } from "#client";
import { api } from "../../api/client.ts";
import { countReviews } from "../../api/health.ts";
import { countOf } from "../../ui/format.ts";
import { attempt, notify } from "../../ui/toast.tsx";
import type { Item } from "./types.ts";

type Act = "accept" | "reject" | "edit";

const TOLD: Record<Item["kind"], { accept: string; reject: string }> = {
  dispute: { accept: "Confirmed", reject: "Marked as not true" },
  closing: { accept: "Marked as over", reject: "Kept as true" },
  merge: { accept: "Merged", reject: "Kept apart; I won't ask again" },
  inferred: { accept: "Remembered", reject: "Rejected; I won't suggest it again" },
  insight: { accept: "Noted as useful", reject: "I won't bring it up again" },
  forget: { accept: "Forgotten for good", reject: "Kept in memory" },
};

/** The last undoable decision: the run that carried it out. */
const undoable: string[] = [];

/** Carries out a decision. False if it was refused. */
export async function decide(
  { kind, id }: Pick<Item, "kind" | "id">,
  act: Act,
  changed: () => void,
  body: Routes["POST /memory/review/{id}/edit"]["body"] = {},
): Promise<boolean> {
  const done = await attempt(async () => {
    const given = { path: { id } };
    const { runId } =
      act === "edit"
        ? await api("POST /memory/review/{id}/edit", { ...given, body })
        : await api(`POST /memory/review/{id}/${act}`, given);
    if (runId !== null) undoable.push(runId);
    const words = TOLD[kind][act === "reject" ? "reject" : "accept"];
    notify(words, runId === null ? undefined : { label: "Undo", run: () => void undoRun(runId, changed) });
  });
  if (done) void countReviews();
  return done;
}

/** Decides all of them alike. */
export async function decideAll(
  items: Item[],
  decision: "accept" | "reject",
  changed: () => void,
): Promise<void> {
  await attempt(async () => {
    const ids = items.map(({ id }) => id);
    const { runId, left } = await api("POST /memory/review/decide", { body: { ids, decision } });
    undoable.push(runId);
    const decided = countOf(ids.length - left.length, "decision");
    notify(left.length === 0 ? decided : `${decided}; ${left.length} could not be decided this way`, {
      label: "Undo",
      run: () => void undoRun(runId, changed),
    });
  });
  void countReviews();
  changed();
}

/** Undoes the last decision of this visit. */
export async function undoLast(changed: () => void): Promise<void> {
  const runId = undoable.at(-1);
  if (runId === undefined) return notify("There is nothing to undo");
  await undoRun(runId, changed);
}

export async function undoRun(runId: string, changed: () => void): Promise<void> {
  if (!(await attempt(() => api("POST /maintenance/runs/{id}/undo", { path: { id: runId } })))) return;
  if (undoable.includes(runId)) undoable.splice(undoable.indexOf(runId), 1);
  notify("Undone");
  void countReviews();
  changed();
}
