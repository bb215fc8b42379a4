import { toYou } from "../../../../language/second-person.ts";
import { useState } from "preact/hooks";
import type { Fact } from "#client";
import { dateOf, whenOf, withinDay, wordsOf, percentOf, agoOf } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Empty } from "../../../ui/states.tsx";
import { StatusBadge } from "../../../ui/status.tsx";
import { momentAsked } from "../as-of.tsx";
import { memoryHref } from "../links.ts";
import { FilterBar, filterOf, SelectFilter, SortHead, TextFilter } from "../../../ui/filters.tsx";
import { useSchema } from "../kinds.ts";
import { MemoryTable, NothingFound } from "../memory-table.tsx";
import { usePages } from "../../../ui/pages.ts";
import { Cell } from "../../../ui/virtual-rows.tsx";
import { StatusFilter } from "../status-filter.tsx";
import { StateDialog } from "./state.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../language/text.ts";

const FILTERS = ["q", "predicate", "status", "from", "to", "minConfidence", "entity"] as const;
const PREDICATES_MAX = 200;
const SURE = [0.5, 0.7, 0.8, 0.9, 1];

export function Facts() {
  const [isStating, setStating] = useState(false);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, filterOf(name)]));
  const order = { sort: filterOf("sort"), order: filterOf("order") };
  const pages = usePages("GET /memory/facts", { query: { ...filters, ...order, ...momentAsked() } });
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <>
      <Filters add={() => setStating(true)} />
      <MemoryTable
        of={pages}
        label={t("Facts")}
        kind="fact-table"
        head={
          <>
            <span role="columnheader">{t("Statement")}</span>
            <SortHead by="predicate" label={t("Relation")} natural="asc" />
            <SortHead by="valid" label={t("Since")} />
            <SortHead by="confidence" label={t("Certain")} class="number" />
            <SortHead by="learned" label={t("Learned")} isDefault />
            <span role="columnheader">{t("Status")}</span>
          </>
        }
        row={(fact) => <Row fact={fact} />}
        empty={isFiltered ? <NothingFound /> : <NoFacts />}
      />
      {isStating && <StateDialog onClose={() => setStating(false)} onDone={pages.reload} />}
    </>
  );
}

function Filters({ add }: { add: () => void }) {
  const { data } = useSchema();
  const predicates = (data?.predicates ?? []).slice(0, PREDICATES_MAX);
  return (
    <FilterBar>
      <TextFilter name="q" label={t("Words")} placeholder={t("Search facts")} />
      <TextFilter name="predicate" label={t("Relation")} placeholder={t("lives in")} list="predicates" />
      <datalist id="predicates">
        {predicates.map(({ predicate }) => (
          <option key={predicate} value={wordsOf(predicate)} />
        ))}
      </datalist>
      <StatusFilter />
      <TextFilter name="from" label={t("Learned from")} type="date" />
      <TextFilter name="to" label={t("Learned before")} type="date" />
      <SelectFilter name="minConfidence" label={t("Certainty at least")}>
        <option value="">{t("any")}</option>
        {SURE.map((least) => (
          <option key={least} value={String(least)}>
            {percentOf(least)}
          </option>
        ))}
      </SelectFilter>
      <Button onClick={add}>
        <Icon name="plus" size={16} /> {t("Add a fact")}
      </Button>
    </FilterBar>
  );
}

function Row({ fact }: { fact: Fact }) {
  const { id, text, predicate, validFrom, confidence, createdAt, status } = fact;
  return (
    <div class="memory-cells">
      <Cell>
        <a href={memoryHref("facts", id)} title={toYou(text)}>
          {toYou(text)}
        </a>
      </Cell>
      <Cell of="clip muted">{wordsOf(predicate)}</Cell>
      <Cell of="clip muted">
        {validFrom.basis === "stated" ? (
          whenOf(withinDay(validFrom.at, validFrom.precision), validFrom.precision)
        ) : (
          <span title={t("Undated: it counts from the day on which it was said")}>
            {t("said {day}", { day: dateOf(validFrom.at) })}
          </span>
        )}
      </Cell>
      <Cell of="number">{percentOf(confidence)}</Cell>
      <Cell of="clip muted">{agoOf(createdAt)}</Cell>
      <Cell of="">
        <StatusBadge status={status} />
      </Cell>
    </div>
  );
}

const NoFacts = () => (
  <Empty title={t("No facts yet")}>
    <p>{t("What you say in a conversation appears here a moment later. You can also add a fact by hand.")}</p>
  </Empty>
);
