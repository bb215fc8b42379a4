import { Empty } from "../../../ui/states.tsx";
import { agoOf, numberOf } from "../../../ui/format.ts";
import { StatusBadge } from "../../../ui/status.tsx";
import type { Entity } from "#client";
import { hrefTo } from "../../../router.ts";
import { momentAsked } from "../as-of.tsx";
import { memoryHref } from "../links.ts";
import { FilterBar, filterOf, SelectFilter, SortHead, TextFilter } from "../../../ui/filters.tsx";
import { useSchema } from "../kinds.ts";
import { MemoryTable, NothingFound } from "../memory-table.tsx";
import { usePages } from "../../../ui/pages.ts";
import { Cell } from "../../../ui/virtual-rows.tsx";
import { StatusFilter } from "../status-filter.tsx";
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
        head={
          <>
            <SortHead by="name" label={t("Name")} natural="asc" />
            <span role="columnheader">{t("Type")}</span>
            <SortHead by="mentions" label={t("Mentions")} class="number" />
            <SortHead by="mentioned" label={t("Last mentioned")} />
            <span role="columnheader">{t("Status")}</span>
          </>
        }
        row={(entity) => <Row entity={entity} />}
        empty={isFiltered ? <NothingFound /> : <NoEntities />}
      />
    </>
  );
}

function Filters() {
  const { data } = useSchema();
  const type = filterOf("type");
  const types = (data?.types ?? []).slice(0, TYPES_MAX).map((one) => one.type);
  return (
    <FilterBar>
      <TextFilter name="q" label={t("Name")} placeholder={t("Part of a name")} />
      <SelectFilter name="type" label={t("Type")}>
        <option value="">{t("any")}</option>
        {[...new Set(type === "" ? types : [type, ...types])].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectFilter>
      <StatusFilter />
    </FilterBar>
  );
}

function Row({ entity }: { entity: Entity }) {
  const { id, name, type, mentionCount, lastMentionedAt, status, isSelf } = entity;
  return (
    <div class="memory-cells">
      <Cell>
        <a href={memoryHref("entities", id)}>{isSelf ? t("You") : name}</a>
      </Cell>
      <Cell of="clip muted">{type}</Cell>
      <Cell of="number">{numberOf(mentionCount)}</Cell>
      <Cell of="clip muted">{agoOf(lastMentionedAt)}</Cell>
      <Cell of="">
        <StatusBadge status={status} />
      </Cell>
    </div>
  );
}

const NoEntities = () => (
  <Empty title={t("Nothing is known yet")}>
    <p>{t("Tell me something about yourself, and the people, places and things you name appear here.")}</p>
    <a class="button primary" href={hrefTo()}>
      {t("Start a conversation")}
    </a>
  </Empty>
);
