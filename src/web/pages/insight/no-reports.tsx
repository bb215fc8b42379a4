import { Empty } from "../../ui/states.tsx";
import { makeReport } from "./reports.ts";
import { Button } from "../../ui/button.tsx";

/** The lines are drawn from the daily reports: without one there is nothing to draw. */
export function NoReports() {
  return (
    <Empty title="No reports for this period">
      <p>Each night I sum up the day in numbers, and draw them here.</p>
      <Button onClick={() => void makeReport()}>Make one now</Button>
    </Empty>
  );
}
