import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button, SearchInput } from "../../../ui/controls.tsx";
import { VirtualRows } from "../../../ui/virtual-rows.tsx";
import type { GraphNode } from "../types.ts";
import { colourOf, kindsOf } from "./colours.ts";
import type { GraphData } from "./data.ts";
import { t } from "../../../language/text.ts";

const ROW_PX = 36;

interface Props {
  data: GraphData;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

/** The graph as a table: what is chosen here is chosen in the drawing, and the other way round. */
export function Nodes({ data, selected, onSelect }: Props) {
  const [sought, setSought] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const kinds = useMemo(() => kindsOf(data), [data]);
  const rows = useMemo(() => rowsOf(data, sought), [data, sought]);
  useEffect(() => {
    const list = box.current?.querySelector(".virtual");
    const at = rows.findIndex(({ id }) => id === selected);
    if (!list || at < 0) return;
    const isInView = at * ROW_PX >= list.scrollTop && (at + 2) * ROW_PX <= list.scrollTop + list.clientHeight;
    if (!isInView) list.scrollTop = at * ROW_PX - list.clientHeight / 3;
  }, [selected, rows]);
  return (
    <div class="graph-nodes" ref={box}>
      <SearchInput label={t("Find in the graph")} value={sought} set={setSought} />
      <div class="memory-table graph-table">
        <VirtualRows
          items={rows}
          rowHeight={ROW_PX}
          label={t("Things in the graph")}
          isChosen={({ id }) => id === selected}
          columns={[
            {
              title: t("Name"),
              cell: ({ id, label, isSelf }) => (
                <Button
                  link
                  aria-pressed={id === selected}
                  onClick={() => onSelect(id === selected ? null : id)}
                >
                  {isSelf ? t("You") : label}
                </Button>
              ),
            },
            {
              title: t("Type"),
              class: "clip muted",
              cell: ({ type }) => (
                <>
                  <span class={`swatch kind-${colourOf(kinds, type)}`} aria-hidden="true" /> {type}
                </>
              ),
            },
            { title: t("Connections"), class: "number", cell: ({ id }) => data.degrees.get(id) ?? 0 },
          ]}
        />
      </div>
    </div>
  );
}

/** The most joined first. */
function rowsOf({ nodes, degrees }: GraphData, sought: string): GraphNode[] {
  const words = sought.trim().toLowerCase();
  return [...nodes.values()]
    .filter(({ label, type }) => `${label} ${type}`.toLowerCase().includes(words))
    .toSorted((a, b) => (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0));
}
