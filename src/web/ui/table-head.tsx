type Column = string | { number: string } | { hidden: string };

/** The first row of a table; a hidden name is read out only. */
export function Head({ columns, hidden = false }: { columns: Column[]; hidden?: boolean }) {
  return (
    <thead class={hidden ? "visually-hidden" : undefined}>
      <tr>{columns.map(cell)}</tr>
    </thead>
  );
}

function cell(column: Column) {
  if (typeof column === "string") return <th scope="col">{column}</th>;
  if ("number" in column)
    return (
      <th scope="col" class="number">
        {column.number}
      </th>
    );
  return (
    <th scope="col">
      <span class="visually-hidden">{column.hidden}</span>
    </th>
  );
}
