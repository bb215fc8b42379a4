import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { keepScroll, keptScroll } from "../router.ts";
import { moveByArrows } from "./row-keys.ts";

interface Props<Item> {
  items: readonly Item[];
  /** Height of one row, px; rows are alike. */
  rowHeight: number;
  label: string;
  row: (item: Item) => ComponentChildren;
  /** Called when the last rows come into view. */
  onEnd?: (() => void) | undefined;
  children?: ComponentChildren;
}

type Options = VirtualizerOptions<HTMLDivElement, HTMLDivElement>;

/** A long list that renders only the visible rows. `children` is a sticky head. */
export function VirtualRows<Item>({ items, rowHeight, label, row, onEnd, children }: Props<Item>) {
  const count = items.length;
  const box = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer<number, void>((was) => was + 1, 0);
  const options: Options = {
    count,
    getScrollElement: () => box.current,
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
  const goal = useRef(keptScroll("rows"));
  useEffect(() => {
    if (!box.current || goal.current === 0) return;
    box.current.scrollTop = goal.current;
    // Else more rows are loaded now.
    if (box.current.scrollTop >= goal.current - 1) goal.current = 0;
  }, [count]);
  return (
    <div
      ref={box}
      class="virtual"
      role="table"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={0}
      onKeyDown={moveByArrows}
      onClickCapture={({ currentTarget }) => keepScroll("rows", currentTarget.scrollTop)}
    >
      {children}
      <div role="rowgroup" class="virtual-body" style={{ height: `${rows.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            class="virtual-row"
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
          >
            {items.slice(index, index + 1).map(row)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A cell of a row, with its look. */
export const Cell = ({ of: look = "clip", children }: { of?: string; children: ComponentChildren }) => (
  <span role="cell" class={look}>
    {children}
  </span>
);
