import { Empty } from "../../../ui/states.tsx";
import { agoOf, numberOf } from "../../../ui/format.ts";
import { STATUS_WORDS, StatusBadge } from "../../../ui/status.tsx";
import type { Entity } from "#client";
import { momentAsked } from "../as-of.tsx";
import { memoryHref } from "../links.ts";
import { FilterBar, filterOf, SelectFilter, TextFilter } from "../../../ui/filters.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { MemoryTable, NothingFound } from "../memory-table.tsx";
import { usePages } from "../../../ui/pages.ts";
import type { ListColumn } from "../../../ui/virtual-rows.tsx";
import { t } from "../../../language/text.ts";

const TYPES_MAX = 60;

export function Entities() {
  const filters = {
    q: filterOf("q"),
    type: filterOf("type"),
    status: filterOf("status"),
  };
  const order = { sort: filterOf("sort"), order: filterOf("order") };
  const pages = usePages("GET /memory/entities", { query: { ...filters, ...order, ...momentAsked() } });
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <>
      <Filters />
      <MemoryTable
        of={pages}
        label={t("People and things")}
        kind="entity-table"
        columns={COLUMNS}
        empty={
          isFiltered ? (
            <NothingFound />
          ) : (
            <Empty
              title={t("Nothing is known yet")}
              says={t(
                "Tell me something about yourself, and the people, places and things you name appear here.",
              )}
              begin={t("Start a conversation")}
            />
          )
        }
      />
    </>
  );
}

function Filters() {
  const { data } = useAnswer("GET /memory/schema");
  const type = filterOf("type");
  const types = (data?.types ?? []).slice(0, TYPES_MAX).map((one) => one.type);
  const chosen = type === "" ? types : [type, ...types];
  return (
    <FilterBar>
      <TextFilter name="q" label={t("Name")} placeholder={t("Part of a name")} />
      <SelectFilter
        name="type"
        label={t("Type")}
        options={[["", t("any")], ...[...new Set(chosen)].map((one) => [one, one] as const)]}
      />
      <SelectFilter name="status" label={t("Status")} options={{ "": t("any"), ...STATUS_WORDS }} />
    </FilterBar>
  );
}

const COLUMNS: ListColumn<Entity>[] = [
  {
    title: t("Name"),
    sort: { by: "name", natural: "asc" },
    cell: ({ id, name, isSelf }) => <a href={memoryHref("entities", id)}>{isSelf ? t("You") : name}</a>,
  },
  { title: t("Type"), class: "clip muted", cell: ({ type }) => type },
  {
    title: t("Mentions"),
    sort: { by: "mentions" },
    class: "number",
    cell: ({ mentionCount }) => numberOf(mentionCount),
  },
  {
    title: t("Last mentioned"),
    sort: { by: "mentioned" },
    class: "clip muted",
    cell: ({ lastMentionedAt }) => agoOf(lastMentionedAt),
  },
  { title: t("Status"), class: "", cell: ({ status }) => <StatusBadge status={status} /> },
];
