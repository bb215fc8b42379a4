import { Empty } from "../../ui/states.tsx";
import { makeReport } from "./reports.ts";

/** The lines are drawn from the daily reports: without one there is nothing to draw. */
export function NoReports() {
  return (
    <Empty title="No report of these days">
      <p>Each night Engram sums up the day in numbers. What it sums up will be drawn here.</p>
      <button type="button" class="button" onClick={() => void makeReport()}>
        Make one now
      </button>
    </Empty>
  );
}
