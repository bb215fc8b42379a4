import type { Run } from "#client";
import { api } from "../../api/client.ts";
import { Check, Button } from "../../ui/controls.tsx";
import { useState } from "preact/hooks";
import { hrefTo } from "../../router.ts";
import { Confirm, DialogButton } from "../../ui/dialog.tsx";
import { momentOf } from "../../ui/format.ts";
import { useAnswer, usePages } from "../../ui/query.ts";
import { Failed, More, Show } from "../../ui/parts.tsx";
import { DiffTable } from "./diff.tsx";
import {
  cancelRun,
  notifyUndone,
  type Undone,
  useTitles,
  countsOf,
  lengthOf,
  runTitle,
  stateOf,
} from "./runs.ts";
import { t } from "../../language/text.ts";

const LINES_PER_PAGE = 100;

/** One run: its result, its changes, and how to undo it. */
export function RunPage({ id }: { id: string }) {
  const titles = useTitles();
  const run = useAnswer(
    "GET /maintenance/runs/{id}",
    { path: { id } },
    (frame) => frame.type === "maintenance.run" && frame.runId === id,
  );
  return (
    <Show of={run}>
      {(data) => (
        <>
          <header class="page-head">
            <h2>{runTitle(data.job, titles)}</h2>
            {data.dryRun && <span class="badge">{t("preview: nothing was changed")}</span>}
            <span class={`badge ${data.state}`} role="status">
              {stateOf(data)}
            </span>
            <a class="small" href={hrefTo("maintenance", "runs")}>
              {t("All runs")}
            </a>
          </header>
          <p class="muted">
            {momentOf(data.startedAt)} {lengthOf(data) !== "" && `(${lengthOf(data)})`}
          </p>
          <p>
            {countsOf(data.result) ||
              (data.state === "running" ? t("It has just started.") : t("Nothing to report."))}
          </p>
          {data.error !== null && (
            <p role="alert" class="note">
              {t("It failed ({error}); the log of the service says why.", { error: data.error })}
            </p>
          )}
          <Changes key={data.state} run={data} />
        </>
      )}
    </Show>
  );
}

function Changes({ run }: { run: Run }) {
  const lines = usePages("GET /maintenance/runs/{id}/diff", { path: { id: run.id } }, LINES_PER_PAGE);
  const isRunning = run.state === "running";
  const canUndo = !run.dryRun && !isRunning && (lines.data?.some(({ undone }) => !undone) ?? false);
  if (lines.error !== null) return <Failed error={lines.error} retry={lines.reload} />;
  return (
    <>
      <div class="row">
        <h3 class="grow">{run.dryRun ? t("What it would change") : t("What it changed")}</h3>
        {isRunning && (
          <Button small onClick={() => cancelRun(run.id)}>
            {t("Cancel")}
          </Button>
        )}
        {canUndo && (
          <DialogButton small dialog={(close) => <UndoDialog run={run} onClose={close} />}>
            {t("Undo this run")}
          </DialogButton>
        )}
      </div>
      <DiffTable lines={lines.data ?? []} isTrial={run.dryRun} isOver={!isRunning && !lines.loading} />
      <More of={lines} label={t("Show more")} />
    </>
  );
}

function UndoDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const [again, setAgain] = useState(false);
  const [isAll, setAll] = useState(false);
  const undo = (): Promise<Undone> =>
    isAll
      ? // The changes of this and all later runs, and what a model's reading alone hid.
        api("POST /maintenance/undo", { body: { since: run.startedAt } })
      : api("POST /maintenance/runs/{id}/undo", { path: { id: run.id }, body: { again } });
  return (
    <Confirm
      title={t("Undo this run?")}
      action={t("Undo it")}
      onClose={onClose}
      onConfirm={() => undo().then(notifyUndone)}
    >
      <p>{t("Everything it changed is restored. What was changed again since then stays as it is.")}</p>
      <Check isOn={isAll} set={setAll}>
        {t("Also undo everything else that memory did by itself since then")}
      </Check>
      {run.job === "verify" && !isAll && (
        <Check isOn={again} set={setAgain}>
          {t("Let the next check judge these messages once more")}
        </Check>
      )}
    </Confirm>
  );
}
