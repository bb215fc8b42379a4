import type { ComponentChildren } from "preact";
import { numberOf } from "../../ui/format.ts";

interface Bar {
  key: string;
  name: ComponentChildren;
  count: number;
}

interface Props {
  title: string;
  bars: Bar[];
  empty: string;
}

/** Counts side by side, longest first: bar and number alike. */
export function Bars({ title, bars, empty }: Props) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section class="card stack" aria-label={title}>
      <h2>{title}</h2>
      {bars.length === 0 && <p class="muted">{empty}</p>}
      {bars.length > 0 && (
        <table class="plain small bars">
          <tbody>
            {bars
              .toSorted((a, b) => b.count - a.count)
              .map(({ key, name, count }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td>
                    <span class="bar" aria-hidden="true" style={{ width: `${(count / most) * 100}%` }} />
                  </td>
                  <td class="number">{numberOf(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
