import type { ComponentChildren } from "preact";
import type { Sort } from "./filters.tsx";
import { percentOf } from "./format.ts";

export interface Column<Row> {
  /** If none of the columns has one, the table has no head. */
  title?: string;
  cell: (row: Row) => ComponentChildren;
  /** Its cells name their rows. */
  isName?: boolean;
  /** The title is read out only. */
  isHidden?: boolean;
  /** "number" is on the right. */
  class?: string;
  /** By which a long table is sorted, if that can be chosen. */
  sort?: Sort;
}

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row, at: number) => string | number;
  /** Names the region in which a wide table scrolls; without it the table stands alone. */
  label?: string;
  class?: string;
  rowClass?: (row: Row) => string;
}

/** Rows of the same form. */
export function Table<Row>({ rows, columns, keyOf, label, class: look = "", rowClass }: Props<Row>) {
  const table = (
    <table class={`plain ${look}`}>
      {columns.some(({ title }) => title !== undefined) && (
        <thead class={columns.every(({ isHidden }) => isHidden) ? "visually-hidden" : undefined}>
          <tr>
            {columns.map(({ title, isHidden, class: name }) => (
              <th key={title} scope="col" class={name}>
                {isHidden ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} class={rowClass?.(row)}>
            {columns.map(({ cell, isName, class: name }, at) =>
              isName ? (
                <th key={at} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={at} class={name}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={label}>
      {table}
    </div>
  );
}

/** A share, 0-1, as a length; below 0 in another colour. Its number stands beside it. */
export const Bar = ({ share }: { share: number }) => (
  <div class="bar" aria-hidden="true">
    <div
      class={share < 0 ? "less" : ""}
      style={{ width: `${Math.min(100, Math.max(Math.abs(share) * 100, 1))}%` }}
    />
  </div>
);

/** The share of a part in a whole. */
export function Meter({ label, part, of }: { label: string; part: number; of: number }) {
  const share = part / Math.max(1, of);
  return (
    <>
      <meter min={0} max={1} value={share} aria-label={label} /> {percentOf(share)}
    </>
  );
}
