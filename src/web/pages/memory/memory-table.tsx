import type { ComponentChildren } from "preact";
import { Empty, Show } from "../../ui/states.tsx";
import { VirtualRows, type ListColumn } from "../../ui/virtual-rows.tsx";
import { matches } from "../../ui/media.ts";
import { OnlyToday, refusesAsOf } from "./as-of.tsx";
import type { Pages } from "../../ui/pages.ts";
import { t } from "../../language/text.ts";

const isNarrow = matches("(max-width: 48rem)");
const ROW_PX = 44;
/** On a phone the cells of a row take two lines. */
const ROW_NARROW_PX = 72;

interface Props<Item> {
  of: Pages<Item>;
  label: string;
  kind: string;
  columns: ListColumn<Item>[];
  /** Shown if the table is empty. */
  empty: ComponentChildren;
}

/** A table of any length: loaded page by page, only the visible rows are rendered. */
export function MemoryTable<Item>({ of, label, kind, columns, empty }: Props<Item>) {
  if (refusesAsOf(of.error)) return <OnlyToday />;
  return (
    <Show of={of}>
      {(items) => (
        <>
          {items.length === 0 ? (
            empty
          ) : (
            <div class={`memory-table ${kind}`}>
              <VirtualRows
                items={items}
                rowHeight={isNarrow.value ? ROW_NARROW_PX : ROW_PX}
                label={label}
                onEnd={of.more}
                columns={columns}
              />
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
      )}
    </Show>
  );
}

export const NothingFound = () => (
  <Empty title={t("Nothing matches these filters")} says={t("Remove one of them to see more.")} />
);
