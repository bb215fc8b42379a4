import { toYou } from "../../../../language/second-person.ts";
import type { Fact } from "#client";
import { dateOf, whenOf, withinDay, wordsOf, percentOf, agoOf } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons.tsx";
import { STATUS_WORDS, StatusBadge } from "../../../ui/facts.tsx";
import { memoryHref } from "../as-of.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../../ui/filters.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { MemoryTable } from "../memory-table.tsx";
import type { Column } from "../../../ui/table.tsx";
import { StateDialog } from "./state.tsx";
import { DialogButton } from "../../../ui/dialog.tsx";
import { Suggestions } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

const FILTERS = ["q", "predicate", "status", "from", "to", "minConfidence", "entity"];
const PREDICATES_MAX = 200;
const SURE = [0.5, 0.7, 0.8, 0.9, 1];

export function Facts() {
  return (
    <>
      <Filters />
      <MemoryTable
        route="GET /memory/facts"
        filters={FILTERS}
        label={t("Facts")}
        kind="fact-table"
        columns={COLUMNS}
        empty={{
          title: t("No facts yet"),
          says: t(
            "What you say in a conversation appears here a moment later. You can also add a fact by hand.",
          ),
        }}
      />
    </>
  );
}

function Filters() {
  const { data } = useAnswer("GET /memory/schema");
  const predicates = (data?.predicates ?? []).slice(0, PREDICATES_MAX);
  return (
    <FilterBar>
      <TextFilter name="q" label={t("Words")} placeholder={t("Search facts")} />
      <TextFilter name="predicate" label={t("Relation")} placeholder={t("lives in")} list="predicates" />
      <Suggestions id="predicates" of={predicates.map(({ predicate }) => wordsOf(predicate))} />
      <SelectFilter name="status" label={t("Status")} options={{ "": t("any"), ...STATUS_WORDS }} />
      <TextFilter name="from" label={t("Learned from")} type="date" />
      <TextFilter name="to" label={t("Learned before")} type="date" />
      <SelectFilter
        name="minConfidence"
        label={t("Certainty at least")}
        options={[["", t("any")], ...SURE.map((least) => [String(least), percentOf(least)] as const)]}
      />
      <DialogButton dialog={(close) => <StateDialog onClose={close} />}>
        <Icon name="plus" size={16} /> {t("Add a fact")}
      </DialogButton>
    </FilterBar>
  );
}

const COLUMNS: Column<Fact>[] = [
  {
    title: t("Statement"),
    cell: ({ id, text }) => (
      <a href={memoryHref("facts", id)} title={toYou(text)}>
        {toYou(text)}
      </a>
    ),
  },
  {
    title: t("Relation"),
    sort: { by: "predicate", natural: "asc" },
    class: "clip muted",
    cell: ({ predicate }) => wordsOf(predicate),
  },
  {
    title: t("Since"),
    sort: { by: "valid" },
    class: "clip muted",
    cell: ({ validFrom: { at, precision, basis } }) =>
      basis === "stated" ? (
        whenOf(withinDay(at, precision), precision)
      ) : (
        <span title={t("Undated: it counts from the day on which it was said")}>
          {t("said {day}", { day: dateOf(at) })}
        </span>
      ),
  },
  {
    title: t("Certain"),
    sort: { by: "confidence" },
    class: "number",
    cell: ({ confidence }) => percentOf(confidence),
  },
  {
    title: t("Learned"),
    sort: { by: "learned", isDefault: true },
    class: "clip muted",
    cell: ({ createdAt }) => agoOf(createdAt),
  },
  { title: t("Status"), class: "", cell: ({ status }) => <StatusBadge status={status} /> },
];
