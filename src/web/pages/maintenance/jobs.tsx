import { api } from "../../api/client.ts";
import type { Job, Run, ScheduledJob } from "#client";
import { hrefTo } from "../../router.ts";
import { agoOf, momentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Underway, Show } from "../../ui/parts.tsx";
import { cancelRun, startJob, useRuns, countsOf, stateOf } from "./runs.ts";
import { Button } from "../../ui/controls.tsx";
import { ofService, t } from "../../language/text.ts";

/** Jobs the service runs on schedule or on demand. */
export function Jobs() {
  const runs = useRuns();
  const schedule = useAnswer("GET /maintenance/schedule");
  const isPaused = schedule.data?.paused ?? false;
  return (
    <>
      <div class="row">
        <p class="muted grow">
          {t("Preview shows what a job would do and changes nothing. Whatever a job changes can be undone.")}
        </p>
        <Button
          small
          disabled={schedule.data === null}
          onClick={() => api("PUT /maintenance/schedule", { body: { paused: !isPaused } })}
        >
          {isPaused ? t("Resume the schedule") : t("Pause the schedule")}
        </Button>
      </div>
      {isPaused && (
        <p class="note" role="status">
          {t("The schedule is paused for all jobs. They run only when you start them.")}
        </p>
      )}
      <Show of={useAnswer("GET /maintenance/jobs")}>
        {({ items }) => (
          <ul class="plain-list jobs">
            {items.map((job) => (
              <JobCard
                key={job.name}
                job={job}
                runs={runs.data?.items.filter((run) => run.job === job.name) ?? []}
                scheduled={schedule.data?.items.find((one) => one.job === job.name)}
              />
            ))}
          </ul>
        )}
      </Show>
    </>
  );
}

interface CardProps {
  job: Job;
  /** Of this job, newest first. */
  runs: Run[];
  scheduled: ScheduledJob | undefined;
}

function JobCard({ job, runs, scheduled }: CardProps) {
  const running = runs.find(({ state }) => state === "running");
  const last = runs.find(({ dryRun }) => !dryRun);
  const id = `job-${job.name}`;
  const pause = (paused: boolean) =>
    api("PUT /maintenance/schedule/{job}", { path: { job: job.name }, body: { paused } });
  return (
    <li class="card job" aria-labelledby={id}>
      <div class="grow stack">
        <h2 id={id}>{ofService(job.title)}</h2>
        <p>{ofService(job.does)}</p>
        <p class="small muted">
          <When job={job} scheduled={scheduled} /> {last && <LastRun run={last} />}
        </p>
        {running && <Progress run={running} />}
      </div>
      <div class="job-acts">
        <Button small disabled={running !== undefined} onClick={() => startJob(job, false)}>
          {t("Run now")}
        </Button>
        <Button small disabled={running !== undefined} onClick={() => startJob(job, true)}>
          {t("Preview")}
        </Button>
        {scheduled && scheduled.expression !== null && (
          <Button small quiet onClick={() => pause(!scheduled.paused)}>
            {scheduled.paused ? t("Resume") : t("Pause")}
          </Button>
        )}
      </div>
    </li>
  );
}

function When({ job, scheduled }: Pick<CardProps, "job" | "scheduled">) {
  if (!scheduled) return null;
  if (scheduled.paused) return <span class="badge staged">{t("paused")}</span>;
  if (scheduled.nextAt !== null) {
    return (
      <span title={`${scheduled.expression ?? ""} (${scheduled.timeZone})`}>
        {t("Next run: {moment}.", { moment: momentOf(scheduled.nextAt) })}
      </span>
    );
  }
  return (
    <span>
      {job.name === "verify"
        ? t("Runs when you have been idle for a while.")
        : t("Runs only when you start it.")}
    </span>
  );
}

function LastRun({ run }: { run: Run }) {
  return (
    <a href={hrefTo("maintenance", "runs", run.id)}>
      {t("Last run: {state}, {ago}", { state: stateOf(run), ago: agoOf(run.startedAt) })}
    </a>
  );
}

function Progress({ run }: { run: Run }) {
  const counts = countsOf(run.result);
  const ago = agoOf(run.startedAt);
  return (
    <Underway label={t("Running")} cancel={() => cancelRun(run.id)}>
      <a href={hrefTo("maintenance", "runs", run.id)}>
        {run.dryRun ? t("Previewing since {ago}", { ago }) : t("Running since {ago}", { ago })}
        {counts === "" ? "" : `: ${counts}`}
      </a>
    </Underway>
  );
}
