import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { SortHead } from "./filters.tsx";
import { useKeptScroll } from "./kept-scroll.ts";
import { moveByArrows } from "./row-keys.ts";
import type { Column } from "./table.tsx";

interface Props<Item> {
  items: readonly Item[];
  /** Height of one row, px; rows are alike. */
  rowHeight: number;
  label: string;
  /** What is too long for a cell is clipped, unless it has a class. */
  columns: readonly Column<Item>[];
  isChosen?: (item: Item) => boolean;
  /** Called when the last rows come into view. */
  onEnd?: () => void;
}

type Options = VirtualizerOptions<HTMLDivElement, HTMLDivElement>;

/** A long table that renders only the visible rows. */
export function VirtualRows<Item>({ items, rowHeight, label, columns, isChosen, onEnd }: Props<Item>) {
  const count = items.length;
  const scroll = useKeptScroll<HTMLDivElement>("rows", []);
  const [, redraw] = useReducer<number, void>((was) => was + 1, 0);
  const options: Options = {
    count,
    getScrollElement: () => scroll.ref.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(),
  };
  const held = useRef<Virtualizer<HTMLDivElement, HTMLDivElement> | null>(null);
  held.current ??= new Virtualizer(options);
  const rows = held.current;
  rows.setOptions({ ...rows.options, ...options });
  useEffect(() => rows._didMount(), [rows]);
  useEffect(() => rows._willUpdate());
  const shown = rows.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (count > 0 && lastShown >= count - 1) onEnd?.();
  }, [lastShown, count]);
  return (
    <div
      {...scroll}
      class="virtual"
      role="table"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={0}
      onKeyDown={moveByArrows}
    >
      <div role="rowgroup" class="memory-head">
        <div role="row" class="memory-cells">
          {columns.map(({ title = "", sort, class: look }) => {
            const name = look === "number" ? look : "";
            return sort ? (
              <SortHead key={title} {...sort} label={title} class={name} />
            ) : (
              <span key={title} role="columnheader" class={name}>
                {title}
              </span>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" class="virtual-body" style={{ height: `${rows.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            class="virtual-row"
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
          >
            {items.slice(index, index + 1).map((item) => (
              <div key={index} class={isChosen?.(item) ? "memory-cells chosen" : "memory-cells"}>
                {columns.map(({ title, cell, class: look = "clip" }) => (
                  <span key={title} role="cell" class={look}>
                    {cell(item)}
                  </span>
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
