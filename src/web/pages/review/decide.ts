import type { Routes } from "#client";
import { api } from "../../api/client.ts";
import { undoRun } from "../../ui/facts.tsx";
import { joined } from "../../ui/format.ts";
import { notify } from "../../ui/toast.ts";
import type { Item } from "./words.ts";
import { t } from "../../language/text.ts";

type Act = "accept" | "reject" | "edit";

const TOLD: Record<Item["kind"], { accept: string; reject: string }> = {
  dispute: { accept: t("Confirmed"), reject: t("Marked as not true") },
  closing: { accept: t("Marked as over"), reject: t("Kept as true") },
  merge: { accept: t("Merged"), reject: t("Kept apart; I won't ask again") },
  inferred: { accept: t("Remembered"), reject: t("Rejected; I won't suggest it again") },
  insight: { accept: t("Noted as useful"), reject: t("I won't bring it up again") },
  forget: { accept: t("Forgotten for good"), reject: t("Kept in memory") },
};

/** The runs of this visit's decisions that can be undone. */
const undoable: string[] = [];

/** Carries out a decision. `undone`: once it is taken back. */
export async function decide(
  { kind, id }: Pick<Item, "kind" | "id">,
  act: Act,
  undone: () => void,
  body: Routes["POST /memory/review/{id}/edit"]["body"] = {},
): Promise<void> {
  const path = { id };
  const { runId } =
    act === "edit"
      ? await api("POST /memory/review/{id}/edit", { path, body })
      : await api(`POST /memory/review/{id}/${act}`, { path });
  tellDecided(TOLD[kind][act === "reject" ? "reject" : "accept"], runId, undone);
}

/** Decides all of them alike. */
export async function decideAll(items: Item[], decision: "accept" | "reject"): Promise<void> {
  const ids = items.map(({ id }) => id);
  const { runId, left } = await api("POST /memory/review/decide", { body: { ids, decision } });
  const decided = t("{n} decision | {n} decisions", { n: ids.length - left.length });
  const rest = left.length > 0 && t("{n} could not be decided this way", { n: left.length });
  tellDecided(joined([decided, rest], "; "), runId);
}

/** Reports a decision, with an undo where a run carried it out. */
export function tellDecided(words: string, runId: string | null, undone?: () => void): void {
  if (runId === null) return notify(words);
  undoable.push(runId);
  notify(words, { label: t("Undo"), run: () => undoDecision(runId, undone) });
}

/** Undoes the last decision of this visit. */
export async function undoLast(undone: () => void): Promise<void> {
  const runId = undoable.at(-1);
  if (runId === undefined) return notify(t("There is nothing to undo"));
  await undoDecision(runId, undone);
}

export async function undoDecision(runId: string, undone?: () => void): Promise<void> {
  await undoRun(runId);
  notify(t("Undone"));
  if (undoable.includes(runId)) undoable.splice(undoable.indexOf(runId), 1);
  undone?.();
}
