import { Empty, Show, type EmptyProps } from "../../ui/parts.tsx";
import { VirtualRows } from "../../ui/virtual-rows.tsx";
import type { Column } from "../../ui/table.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { matches } from "../../ui/theme.ts";
import { momentAsked } from "./as-of.tsx";
import { usePages, type ItemOf, type ListName } from "../../ui/query.ts";
import { t } from "../../language/text.ts";

const isNarrow = matches("(max-width: 48rem)");
const ROW_PX = 44;
/** On a phone the cells of a row take two lines. */
const ROW_NARROW_PX = 72;

interface Props<R extends ListName> {
  route: R;
  /** Names of the filters in the address, which are those of the route. */
  filters: readonly string[];
  label: string;
  kind: string;
  columns: Column<ItemOf<R>>[];
  /** Shown if memory holds none of them. */
  empty: EmptyProps;
}

/** A table of any length: loaded page by page, only the visible rows are rendered. */
export function MemoryTable<R extends ListName>({ route, filters, label, kind, columns, empty }: Props<R>) {
  const filtered = Object.fromEntries(filters.map((name) => [name, filterOf(name)]));
  const order = { sort: filterOf("sort"), order: filterOf("order") };
  const pages = usePages(route, { query: { ...filtered, ...order, ...momentAsked() } });
  return (
    <Show of={pages}>
      {(items) => (
        <>
          {items.length > 0 ? (
            <div class={`memory-table ${kind}`}>
              <VirtualRows
                items={items}
                rowHeight={isNarrow.value ? ROW_NARROW_PX : ROW_PX}
                label={label}
                onEnd={pages.more}
                columns={columns}
              />
            </div>
          ) : (
            <Empty {...(Object.values(filtered).some((value) => value !== "") ? NOTHING_FOUND : empty)} />
          )}
          <p class="muted small" role="status">
            {pages.loading
              ? t("Loading ...")
              : pages.hasMore
                ? t("{n} shown; scroll for more", { n: items.length })
                : t("{n} shown", { n: items.length })}
          </p>
        </>
      )}
    </Show>
  );
}

export const NOTHING_FOUND = {
  title: t("Nothing matches these filters"),
  says: t("Remove one of them to see more."),
};
