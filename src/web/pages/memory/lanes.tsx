import { looksBy } from "../../ui/lane.ts";
import { Table } from "../../ui/table.tsx";
import type { SearchAnswer } from "./types.ts";
import { t } from "../../language/text.ts";

type SearchDebug = NonNullable<SearchAnswer["debug"]>;

/** The results and duration of each lane. */
export function Lanes({ debug: { lanes, fused, dropped } }: { debug: SearchDebug }) {
  return (
    <div class="stack small">
      <Table
        rows={Object.entries(lanes)}
        keyOf={([lane]) => lane}
        columns={[
          { title: t("Looked by"), isName: true, cell: ([lane]) => looksBy(lane) },
          { title: t("Found"), class: "number", cell: ([, { hits }]) => hits.length },
          { title: t("Best"), class: "number", cell: ([, { hits }]) => (hits[0]?.score ?? 0).toFixed(2) },
          {
            title: t("Milliseconds"),
            class: "number",
            cell: ([, { milliseconds }]) => milliseconds.toFixed(1),
          },
        ]}
      />
      <p class="muted">
        {t(
          "{all} candidates, {read} of them read; {dropped} left out (over by time or status, or behind the limit).",
          {
            all: fused.length,
            read: fused.filter(({ read }) => read).length,
            dropped: dropped.length,
          },
        )}
      </p>
    </div>
  );
}
