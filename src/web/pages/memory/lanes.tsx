import type { Found } from "#client";

type SearchDebug = NonNullable<Found["debug"]>;
import { looksBy } from "../../ui/lane.ts";
import { Head } from "../../ui/table-head.tsx";
import { t } from "../../language/text.ts";

/** The results and duration of each lane. */
export function Lanes({ debug: { lanes, fused, dropped } }: { debug: SearchDebug }) {
  return (
    <div class="stack small">
      <table class="plain">
        <Head
          columns={[
            t("Looked by"),
            { number: t("Found") },
            { number: t("Best") },
            { number: t("Milliseconds") },
          ]}
        />
        <tbody>
          {Object.entries(lanes).map(([lane, { hits, milliseconds }]) => (
            <tr key={lane}>
              <th scope="row">{looksBy(lane)}</th>
              <td class="number">{hits.length}</td>
              <td class="number">{(hits[0]?.score ?? 0).toFixed(2)}</td>
              <td class="number">{milliseconds.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
