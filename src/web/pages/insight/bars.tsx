import type { ComponentChildren } from "preact";
import { numberOf } from "../../ui/format.ts";
import { Card } from "../../ui/parts.tsx";
import { Bar, Table } from "../../ui/table.tsx";

interface Props {
  title: string;
  bars: { key: string; name: ComponentChildren; count: number }[];
  empty: string;
}

/** Counts side by side, longest first: bar and number alike. */
export function Bars({ title, bars, empty }: Props) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <Card title={title}>
      {bars.length === 0 ? (
        <p class="muted">{empty}</p>
      ) : (
        <Table
          class="small bars"
          rows={bars.toSorted((a, b) => b.count - a.count)}
          keyOf={({ key }) => key}
          columns={[
            { isName: true, cell: ({ name }) => name },
            { cell: ({ count }) => <Bar share={count / most} /> },
            { class: "number", cell: ({ count }) => numberOf(count) },
          ]}
        />
      )}
    </Card>
  );
}
