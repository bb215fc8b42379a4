import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";
import { OnlyToday, refusesAsOf } from "./as-of.tsx";
import type { Pages } from "../../ui/pages.ts";
import { t } from "../../language/text.ts";

const NARROW = matchMedia("(max-width: 48rem)");
const ROW_PX = 44;
/** On a phone the cells of a row take two lines. */
const ROW_NARROW_PX = 72;

function useIsNarrow(): boolean {
  const [isNarrow, set] = useState(NARROW.matches);
  useEffect(() => {
    const changed = (): void => set(NARROW.matches);
    NARROW.addEventListener("change", changed);
    return () => NARROW.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}

interface Props<Item> {
  of: Pages<Item>;
  label: string;
  kind: string;
  head: ComponentChildren;
  row: (item: Item) => ComponentChildren;
  /** Shown if the table is empty. */
  empty: ComponentChildren;
}

/** A table of any length: loaded page by page, only the visible rows are rendered. */
export function MemoryTable<Item>({ of, label, kind, head, row, empty }: Props<Item>) {
  const isNarrow = useIsNarrow();
  if (refusesAsOf(of.error)) return <OnlyToday />;
  if (of.data === null) {
    if (of.error !== null) return <Failed error={of.error} retry={of.reload} />;
    return <Loading />;
  }
  const items = of.data;
  return (
    <>
      {of.error !== null && <Failed error={of.error} retry={of.reload} />}
      {items.length === 0 ? (
        empty
      ) : (
        <div class={`memory-table ${kind}`}>
          <VirtualRows
            items={items}
            rowHeight={isNarrow ? ROW_NARROW_PX : ROW_PX}
            label={label}
            onEnd={of.more}
            row={row}
          >
            <div role="rowgroup" class="memory-head">
              <div role="row" class="memory-cells">
                {head}
              </div>
            </div>
          </VirtualRows>
        </div>
      )}
      <p class="muted small" role="status">
        {of.loading
          ? t("Loading ...")
          : of.hasMore
            ? t("{n} shown; scroll for more", { n: items.length })
            : t("{n} shown", { n: items.length })}
      </p>
    </>
  );
}

export const NothingFound = () => (
  <Empty title={t("Nothing matches these filters")}>
    <p>{t("Remove one of them to see more.")}</p>
  </Empty>
);
