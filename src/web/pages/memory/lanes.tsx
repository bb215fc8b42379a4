import type { SearchDebug } from "../../../services/retrieval/types.ts";
import { Head } from "../../ui/table-head.tsx";

const LANE: Record<keyof SearchDebug["lanes"], string> = {
  mention: "what is named",
  text: "words",
  temporal: "the time that is asked about",
  recent: "what was just said",
  vector: "meaning",
  graph: "what is joined to it",
};

/** What each way of looking brought, and how long it took. */
export function Lanes({ debug: { lanes, fused, dropped } }: { debug: SearchDebug }) {
  return (
    <div class="stack small">
      <table class="plain">
        <Head columns={["Looked by", { number: "Found" }, { number: "Best" }, { number: "Milliseconds" }]} />
        <tbody>
          {Object.entries(lanes).map(([lane, { hits, milliseconds }]) => (
            <tr key={lane}>
              <th scope="row">{LANE[lane as keyof typeof LANE]}</th>
              <td class="number">{hits.length}</td>
              <td class="number">{(hits[0]?.score ?? 0).toFixed(2)}</td>
              <td class="number">{milliseconds.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">
        {fused.length} candidates, {fused.filter(({ read }) => read).length} of them read; {dropped.length}{" "}
        left out (over by time or status, or behind the limit).
      </p>
    </div>
  );
}
