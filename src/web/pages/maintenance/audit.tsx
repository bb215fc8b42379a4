import { momentOf, wordsOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { countsOf } from "./runs.ts";
import { t } from "../../language/text.ts";

const ROWS_MAX = 200;

/** Acts on the memory as a whole and on its keys, with their authors. */
export function AuditList() {
  const rows = useAnswer("GET /maintenance/audit", { query: { limit: ROWS_MAX } });
  return (
    <Show
      of={rows}
      empty={{
        title: t("Nothing logged yet"),
        says: t("Backups, exports, imports, keys and undone runs are listed here, never any of your words."),
      }}
    >
      {({ items }) => (
        <Table
          label={t("Record")}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { title: t("When"), cell: ({ at }) => momentOf(at) },
            { title: t("What"), cell: ({ act }) => wordsOf(act) },
            { title: t("By"), cell: ({ actor }) => actor },
            { title: t("Counts"), class: "small", cell: ({ counts }) => countsOf(counts) },
          ]}
        />
      )}
    </Show>
  );
}
