import { agoOf, numberOf } from "../../../ui/format.ts";
import { STATUS_WORDS, StatusBadge } from "../../../ui/facts.tsx";
import type { Entity } from "#client";
import { memoryHref } from "../as-of.tsx";
import { FilterBar, filterOf, SelectFilter, TextFilter } from "../../../ui/filters.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { MemoryTable } from "../memory-table.tsx";
import type { Column } from "../../../ui/table.tsx";
import { t } from "../../../language/text.ts";

const TYPES_MAX = 60;

export function Entities() {
  return (
    <>
      <Filters />
      <MemoryTable
        route="GET /memory/entities"
        filters={["q", "type", "status"]}
        label={t("People and things")}
        kind="entity-table"
        columns={COLUMNS}
        empty={{
          title: t("Nothing is known yet"),
          says: t(
            "Tell me something about yourself, and the people, places and things you name appear here.",
          ),
          begin: t("Start a conversation"),
        }}
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

const COLUMNS: Column<Entity>[] = [
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
