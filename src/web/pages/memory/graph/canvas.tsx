import { useEffect, useRef, useState } from "preact/hooks";
import { isDark } from "../../../ui/theme.ts";
import type { GraphData } from "./data.ts";
import { drawGraph, type Drawing } from "./drawing.ts";
import { Button } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  data: GraphData;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

/** The drawing. All its content is also in the table next to it. */
export function Canvas({ data, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  const clicked = useRef<string | null>(null);
  const [cannot, setCannot] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    try {
      drawing.current = drawGraph(box.current, (id) => {
        clicked.current = id;
        select.current(id);
      });
    } catch {
      setCannot(true);
    }
    return () => drawing.current?.end();
  }, []);
  useEffect(() => drawing.current?.show(data), [data]);
  useEffect(() => {
    drawing.current?.select(selected);
    if (selected !== null && clicked.current !== selected) drawing.current?.flyTo(selected);
  }, [selected, data]);
  useEffect(() => drawing.current?.recolour(), [isDark.value]);
  if (cannot) return <p class="note">{t("This browser cannot draw the graph; the table has all of it.")}</p>;
  return (
    <div class="graph-box">
      <div
        ref={box}
        class="graph-canvas"
        role="img"
        aria-label={t("Drawing of the graph; the table beside it holds the same")}
      />
      <div class="graph-zoom" role="group" aria-label={t("Zoom")}>
        <Button small icon aria-label={t("Nearer")} onClick={() => drawing.current?.zoom(0.66)}>
          +
        </Button>
        <Button small icon aria-label={t("Farther")} onClick={() => drawing.current?.zoom(1.5)}>
          −
        </Button>
        <Button small onClick={() => drawing.current?.whole()}>
          {t("Whole")}
        </Button>
      </div>
    </div>
  );
}
