import type { Change } from "#client";
import { Differences, STATUS_WORDS, undoChange, undoRun } from "../../ui/facts.tsx";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Fold } from "../../ui/parts.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

const SHOWN_MAX = 50;
/** Described separately, or useless to a reader. */
const QUIET = new Set([
  "evidence",
  "summaryBasis",
  "portrait",
  "id",
  "subjectId",
  "objectId",
  "supersedes",
  "origin",
  "createdAt",
  "expiredAt",
]);

const DOER: Record<Change["actor"], string> = {
  live: t("Noted in a conversation"),
  verify: t("Checked in the background"),
  user: t("You"),
  import: t("An import"),
  merge: t("Merged"),
  maintenance: t("Maintenance"),
  undo: t("Undone"),
};

type Fields = Record<string, unknown>;

/** Its changes, newest first, each with an undo. */
export const Changes = ({ targetId }: { targetId: string }) => (
  <Fold title={t("History")}>{() => <ChangeList targetId={targetId} />}</Fold>
);

function ChangeList({ targetId }: { targetId: string }) {
  const changes = useAnswer("GET /memory/changes", { query: { targetId, limit: SHOWN_MAX } });
  const items = changes.data?.items ?? [];
  if (items.length === 0)
    return <p class="muted small">{changes.loading ? t("Loading ...") : t("Nothing yet.")}</p>;
  // A later change must be undone first.
  const last = items.find(({ undone }) => !undone);
  return (
    <ol class="plain-list changes">
      {items.map((change) => (
        <li key={change.id} class={change.undone ? "over" : ""}>
          <div class="row">
            <span class="grow">
              {DOER[change.actor]} <span class="muted small">{wordsOf(change.reason)}</span>
            </span>
            <span class="muted small">{momentOf(change.at)}</span>
            {change.undone && <span class="badge">{t("undone")}</span>}
            {change === last && (
              <Button small onClick={() => undo(change)} done={t("Undone")}>
                {isMerge(change) ? t("Split again") : change.actor === "undo" ? t("Do it again") : t("Undo")}
              </Button>
            )}
          </div>
          <Difference change={change} />
        </li>
      ))}
    </ol>
  );
}

const isMerge = ({ runId, actor, reason }: Change): boolean =>
  runId !== null && (actor === "merge" || reason === "merged");

/** A merge is undone as a whole; every other change separately. */
const undo = (change: Change): Promise<unknown> =>
  isMerge(change) ? undoRun(change.runId ?? "") : undoChange(change.id);

function Difference({ change: { before, after } }: { change: Change }) {
  if (before === null || after === null) {
    return <p class="muted small">{before === null ? t("Added to memory.") : t("Removed from memory.")}</p>;
  }
  const [was, is] = [before as Fields, after as Fields];
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => !QUIET.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const valueOf = (fields: Fields, name: string): unknown =>
    name === "status" ? STATUS_WORDS[String(fields[name])] : fields[name];
  return (
    <Differences of={names.map((field) => ({ field, from: valueOf(was, field), to: valueOf(is, field) }))} />
  );
}
