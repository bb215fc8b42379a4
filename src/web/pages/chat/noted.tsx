import type { Signal } from "@preact/signals";
import { api } from "../../api/client.ts";
import type { Episode } from "../../api/types.ts";
import { hrefTo } from "../../router.ts";
import { markFact, NOT_SO, undoChange } from "../../ui/facts.ts";
import { attempt, notify } from "../../ui/toast.tsx";
import type { Turn } from "./turn.ts";

const DONE: Record<string, string> = {
  forgotten: "Forgotten",
  put_away: "Put away, to be forgotten",
  disputed: "Marked as doubtful",
  undone: "Taken back",
  remembered: "Remembered",
  off_record: "Not written down",
};

/** Of the built-in answers: they say themselves what was done. */
const SAYS_ITSELF = "engram";

/** What the message did to memory by the user's own intent. A forgetting cannot be taken back. */
export function Acts({ turn }: { turn: Turn }) {
  const acts = turn.acts.filter(({ action }) => DONE[action] !== undefined);
  const canUndo = acts.some(({ action }) => action === "disputed" || action === "remembered");
  if (acts.length === 0 || (turn.model === SAYS_ITSELF && !canUndo)) return null;
  return (
    <p class="noted small">
      <span>
        {acts.map(({ action }) => DONE[action]).join("; ")}
        {canUndo && turn.episodeId !== null && (
          <button type="button" class="link" onClick={() => void undoIntent(turn.episodeId ?? "")}>
            Undo
          </button>
        )}
      </span>
    </p>
  );
}

async function undoIntent(episodeId: string): Promise<void> {
  const done = await attempt(async () => {
    const { intent } = await api<Episode>(`/memory/episodes/${episodeId}`);
    for (const id of (intent?.changeIds ?? []).toReversed()) await undoChange(id);
  });
  if (done) notify("Taken back");
}

/** What was heard, each with a way to say that it is not so. */
export function Noted({ turn }: { turn: Signal<Turn> }) {
  const { noted } = turn.value;
  if (noted.length === 0) return null;
  return (
    <ul class="noted small" aria-label="Noted">
      {noted.map(({ id, text }) => (
        <li key={id}>
          <span class="muted">noted:</span> <a href={hrefTo("memory", "facts", id)}>{text}</a>{" "}
          <button type="button" class="link" onClick={() => void notSo(turn, id)}>
            not so
          </button>
        </li>
      ))}
    </ul>
  );
}

async function notSo(turn: Signal<Turn>, id: string): Promise<void> {
  const { noted } = turn.value;
  const show = (shown: Turn["noted"]): void => void (turn.value = { ...turn.value, noted: shown });
  const others = noted.filter((one) => one.id !== id);
  await markFact(
    id,
    "corrected",
    NOT_SO,
    () => show(others),
    () => show(noted),
  );
}
