import { api } from "../../api/client.ts";
import { momentOf, wordsOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Empty, Show } from "../../ui/states.tsx";
import { countsOf } from "./words.ts";
import { Head } from "../../ui/table-head.tsx";
import { t } from "../../language/text.ts";

const ROWS_MAX = 200;

/** Acts on the memory as a whole and on its keys, with their authors. */
export function AuditList() {
  const rows = useQuery(
    (signal) => api("GET /maintenance/audit", { query: { limit: ROWS_MAX }, signal }),
    [],
  );
  return (
    <Show of={rows}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("Nothing logged yet")}>
            <p>
              {t("Backups, exports, imports, keys and undone runs are listed here, never any of your words.")}
            </p>
          </Empty>
        ) : (
          <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Record")}>
            <table class="plain">
              <Head columns={[t("When"), t("What"), t("By"), t("Counts")]} />
              <tbody>
                {items.map(({ id, at, act, actor, counts }) => (
                  <tr key={id}>
                    <td>{momentOf(at)}</td>
                    <td>{wordsOf(act)}</td>
                    <td>{actor}</td>
                    <td class="small">{countsOf(counts)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Show>
  );
}
