import { toYou } from "../../../language/second-person.ts";
import type { Signal } from "@preact/signals";
import { api } from "../../api/client.ts";
import type { Status } from "#client";
import { hrefTo } from "../../router.ts";
import { markFact, NOT_SO, undoChange } from "../../ui/facts.tsx";
import { Button } from "../../ui/controls.tsx";
import { useSome } from "../../ui/parts.tsx";
import type { Turn } from "./turn.ts";
import { t } from "../../language/text.ts";

const DONE: Record<string, string> = {
  forgotten: t("Forgotten"),
  put_away: t("Hidden, to be deleted"),
  disputed: t("Marked as doubtful"),
  undone: t("Undone"),
  remembered: t("Remembered"),
  off_record: t("Not saved"),
};

/** For the built-in answers, which already report the result. */
const SAYS_ITSELF = "engram";

/** The effect of the message's intent on memory. A forgetting cannot be undone. */
export function Acts({ turn }: { turn: Turn }) {
  const acts = turn.acts.filter(({ action }) => DONE[action] !== undefined);
  const canUndo = acts.some(({ action }) => action === "disputed" || action === "remembered");
  if (acts.length === 0 || (turn.model === SAYS_ITSELF && !canUndo)) return null;
  return (
    <p class="noted small">
      <span>
        {acts.map(({ action }) => DONE[action]).join("; ")}
        {canUndo && turn.episodeId !== null && (
          <Button link onClick={() => undoIntent(turn.episodeId ?? "")} done={t("Undone")}>
            {t("Undo")}
          </Button>
        )}
      </span>
    </p>
  );
}

async function undoIntent(episodeId: string): Promise<void> {
  const { intent } = await api("GET /memory/episodes/{id}", { path: { id: episodeId } });
  for (const id of (intent?.changeIds ?? []).toReversed()) await undoChange(id);
}

/** Facts of one turn that are listed under it. */
const NOTED_MAX = 5;
/** Said before it; a fact that is hidden until it is forgotten has no line. */
const LABEL: Partial<Record<Status, string>> = {
  staged: t("Noted:"),
  verified: t("Noted and checked:"),
  disputed: t("In doubt:"),
  superseded: t("True until later news:"),
  corrected: t("Not true:"),
  retracted: t("Taken back:"),
};
const BELIEVED = new Set<Status>(["staged", "verified"]);

/** The current facts of a turn, each with a way to reject it. */
export function NotedFacts({ turn }: { turn: Signal<Turn> }) {
  const noted = turn.value.noted.filter(({ status }) => LABEL[status] !== undefined);
  const [shown, more] = useSome(noted, NOTED_MAX);
  if (noted.length === 0) return null;
  return (
    <ul class="noted small" aria-label={t("Noted")}>
      {shown.map(({ id, text, status }) => (
        <li key={id}>
          <span class="muted">{LABEL[status]}</span>{" "}
          <a
            class={BELIEVED.has(status) ? undefined : "over"}
            href={hrefTo("memory", "facts", id)}
            dir="auto"
          >
            {toYou(text)}
          </a>
          {BELIEVED.has(status) && (
            <Button link onClick={() => refuse(turn, id, status)}>
              {t("Not true")}
            </Button>
          )}
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

function refuse(turn: Signal<Turn>, id: string, was: Status): Promise<void> {
  const show = (status: Status): void =>
    void (turn.value = {
      ...turn.value,
      noted: turn.value.noted.map((one) => (one.id === id ? { ...one, status } : one)),
    });
  return markFact(
    id,
    "corrected",
    NOT_SO,
    () => show("corrected"),
    () => show(was),
  );
}
