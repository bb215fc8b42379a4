import { wordsOf } from "./format.ts";
import { Head } from "./table-head.tsx";

const LANE: Record<string, string> = {
  "lane.mention": "names it",
  "lane.text": "has its words",
  "lane.temporal": "of that time",
  "lane.recent": "just now",
  "lane.vector": "means something near",
  "lane.graph": "joined to what is named",
};

/** What a score is made of, each part as a bar and as a number. */
export function Score({ components }: { components: Record<string, number> }) {
  const parts = Object.entries(components).filter(([, value]) => value !== 0);
  return (
    <table class="plain small score">
      <Head hidden columns={["Part", "Bar", "Number"]} />
      <tbody>
        {parts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{LANE[name] ?? wordsOf(name).replace(".", ": ")}</th>
            <td>
              <div class="bar" aria-hidden="true">
                <div
                  class={value < 0 ? "less" : ""}
                  style={{ width: `${Math.min(100, Math.max(Math.abs(value) * 100, 1))}%` }}
                />
              </div>
            </td>
            <td class="number">{value.toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
