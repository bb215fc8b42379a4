import { addressOf, ApiError } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";

async function readReport(date: string, signal: AbortSignal): Promise<string> {
  const headers = { accept: "text/markdown" };
  const response = await fetch(addressOf(`/reports/${encodeURIComponent(date)}`), { headers, signal });
  if (response.ok) return response.text();
  throw new ApiError({
    status: response.status,
    code: "not_found",
    detail: "There is no report of this day.",
  });
}

/** One day as its owner was told of it. */
export function ReportPage({ date }: { date: string }) {
  const report = useQuery((signal) => readReport(date, signal), [date]);
  return (
    <>
      <p>
        <a href={hrefTo("insight", "reports")}>All days</a>
      </p>
      <Show of={report}>
        {(text) => (
          <article class="card report">
            <Markdown text={text} />
          </article>
        )}
      </Show>
    </>
  );
}
