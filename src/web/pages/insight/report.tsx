import { api } from "../../api/client.ts";
import { hrefTo } from "../../router.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { t } from "../../language/text.ts";

async function readReport(date: string, signal: AbortSignal): Promise<string> {
  const given = { path: { date }, accept: "text/markdown", signal };
  return (await api.open("GET /reports/{date}", given)).text();
}

/** One day's report to the owner. */
export function ReportPage({ id: date }: { id: string }) {
  const report = useQuery((signal) => readReport(date, signal), [date]);
  return (
    <>
      <p>
        <a href={hrefTo("insight", "reports")}>{t("All days")}</a>
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
