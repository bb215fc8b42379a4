import { toYou } from "../../../language/second-person.ts";
import { MEMORY_PLACES, STATUS_WORDS, StatusBadge } from "../../ui/facts.tsx";
import { Quotes } from "../../ui/quotes.tsx";
import { useAnswer } from "../../ui/query.ts";
import { Empty, Show, Fold } from "../../ui/parts.tsx";
import { momentAsked, memoryHref } from "./as-of.tsx";
import { FilterBar, filterOf, SelectFilter, TextFilter } from "../../ui/filters.tsx";
import { RECIPES } from "../../ui/recipes.ts";
import { looksBy, Score } from "../../ui/score.tsx";
import { Table } from "../../ui/table.tsx";
import type { Found as SearchAnswer, SearchResult as Found } from "#client";
import { t } from "../../language/text.ts";

const FOUND_MAX = 20;

const KIND: Record<Found["kind"], string> = {
  fact: t("fact"),
  entity: t("entity"),
  episode: t("turn"),
  community: t("topic"),
};

/** What a question finds, and why. */
export function SearchView() {
  const q = filterOf("q").trim();
  return (
    <>
      <Filters />
      {q === "" ? (
        <Empty
          title={t("Search your memory")}
          says={t('In your own words, or with a name or a date: "Where does my sister live?"')}
        />
      ) : (
        <Answer q={q} />
      )}
    </>
  );
}

function Answer({ q }: { q: string }) {
  const [recipe, status, kind, relevance] = ["recipe", "status", "kind", "relevance"].map(filterOf);
  const filters = { recipe, status, kind, relevance: relevance as "any", ...momentAsked() };
  const query = { q, ...filters, limit: FOUND_MAX, debug: "true" };
  return (
    <Show of={useAnswer("GET /memory/search", { query })}>{(answer) => <Results answer={answer} />}</Show>
  );
}

function Filters() {
  return (
    <FilterBar>
      <TextFilter name="q" label={t("Question")} placeholder={t("Where does my sister live?")} />
      <SelectFilter name="recipe" label={t("Search by")} options={RECIPES} usual="default" />
      <SelectFilter
        name="status"
        label={t("Status")}
        options={{ "": t("believed, new, in doubt"), ...STATUS_WORDS }}
      />
      <SelectFilter name="kind" label={t("Kind")} options={{ "": t("facts, entities, turns"), ...KIND }} />
      <SelectFilter
        name="relevance"
        label={t("Show")}
        options={{ "": t("relevant only"), any: t("closest matches") }}
      />
    </FilterBar>
  );
}

function Results({ answer: { results, weak, leftOut, debug } }: { answer: SearchAnswer }) {
  if (results.length === 0) {
    return (
      <Empty
        title={leftOut > 0 ? t("No related memories") : t("Nothing found")}
        says={t("Try other words, or another status: replaced facts are found only when you ask for them.")}
      >
        {leftOut > 0 && <p>{t('Choose "closest matches" under Show to see what comes nearest.')}</p>}
      </Empty>
    );
  }
  return (
    <>
      {weak && (
        <p class="note" role="note">
          {t("These hardly match your question. I may not know it at all.")}
        </p>
      )}
      <ol class="plain-list results" aria-label={t("Found")}>
        {results.map((found) => (
          <Result key={`${found.kind}.${found.id}`} found={found} />
        ))}
      </ol>
      {debug && <Fold title={t("How this was searched")}>{() => <Lanes debug={debug} />}</Fold>}
    </>
  );
}

function Result({ found }: { found: Found }) {
  const { kind, id, text, status, score, components, evidence } = found;
  return (
    <li class="card stack tight">
      <div class="row">
        <span class="badge">{KIND[kind]}</span>
        <a class="grow turn-words lines" href={memoryHref(MEMORY_PLACES[kind], id)}>
          {toYou(text)}
        </a>
        {kind !== "episode" && <StatusBadge status={status} />}
        <span class="number" title={t("score")}>
          {score.toFixed(3)}
        </span>
      </div>
      <Fold title={t("Why")}>
        {() => (
          <div class="stack">
            <Score components={components} />
            <Quotes of={evidence} />
          </div>
        )}
      </Fold>
    </li>
  );
}

type SearchDebug = NonNullable<SearchAnswer["debug"]>;

/** The results and duration of each lane. */
function Lanes({ debug: { lanes, fused, dropped } }: { debug: SearchDebug }) {
  return (
    <div class="stack small">
      <Table
        rows={Object.entries(lanes)}
        keyOf={([lane]) => lane}
        columns={[
          { title: t("Looked by"), isName: true, cell: ([lane]) => looksBy(lane) },
          { title: t("Found"), class: "number", cell: ([, { hits }]) => hits.length },
          { title: t("Best"), class: "number", cell: ([, { hits }]) => (hits[0]?.score ?? 0).toFixed(2) },
          {
            title: t("Milliseconds"),
            class: "number",
            cell: ([, { milliseconds }]) => milliseconds.toFixed(1),
          },
        ]}
      />
      <p class="muted">
        {t(
          "{all} candidates, {read} of them read; {dropped} left out (over by time or status, or behind the limit).",
          {
            all: fused.length,
            read: fused.filter(({ read }) => read).length,
            dropped: dropped.length,
          },
        )}
      </p>
    </div>
  );
}
