import type { Vocabulary } from "#client";
import { numberOf, wordsOf } from "../../ui/format.ts";
import { Empty, Show, useSome } from "../../ui/parts.tsx";
import { memoryHref } from "./as-of.tsx";
import { useAnswer } from "../../ui/query.ts";
import { Bar, Table, type Column } from "../../ui/table.tsx";
import { t } from "../../language/text.ts";

const SHOWN_MAX = 200;
const HOLDS: Record<Vocabulary["predicates"][number]["values"], string> = {
  one: t("one"),
  many: t("several"),
  unknown: t("unknown"),
};

/** The words this memory is made of, most used first. */
export function SchemaView() {
  return (
    <Show of={useAnswer("GET /memory/schema")}>
      {({ types, predicates }) =>
        types.length + predicates.length === 0 ? (
          <Empty
            title={t("No words yet")}
            says={t("The kinds of things and relations you talk about appear here, most used first.")}
          />
        ) : (
          <div class="columns">
            <Words title={t("Kinds of things")} words={types} columns={typeColumns} />
            <Words title={t("Relations")} words={predicates} columns={predicateColumns} />
          </div>
        )
      }
    </Show>
  );
}

const typeColumns: Column<Vocabulary["types"][number]>[] = [
  {
    title: t("Kind"),
    isName: true,
    cell: ({ type }) => <a href={memoryHref("entities", { type })}>{type}</a>,
  },
  { title: t("Entities"), class: "number", cell: ({ count }) => numberOf(count) },
];

const predicateColumns: Column<Vocabulary["predicates"][number]>[] = [
  {
    title: t("Relation"),
    isName: true,
    cell: ({ predicate, family }) => (
      <>
        <a href={memoryHref("facts", { predicate })}>{wordsOf(predicate)}</a>
        {family !== predicate && (
          <span class="muted small"> ({t("also: {name}", { name: wordsOf(family) })})</span>
        )}
      </>
    ),
  },
  { title: t("Facts"), class: "number", cell: ({ count }) => numberOf(count) },
  { title: t("Values"), class: "muted small", cell: ({ values }) => HOLDS[values] },
];

interface WordsProps<Word> {
  title: string;
  words: Word[];
  columns: Column<Word>[];
}

/** Words of one sort, each with its share beside it. */
function Words<Word extends { count: number }>({ title, words, columns }: WordsProps<Word>) {
  const most = words[0]?.count ?? 1;
  const [shown, more] = useSome(words, SHOWN_MAX);
  const share: Column<Word> = {
    title: t("Share"),
    isHidden: true,
    cell: ({ count }) => <Bar share={count / most} />,
  };
  return (
    <section class="card scroll-x">
      <h2>{title}</h2>
      <Table rows={shown} keyOf={(_, at) => at} columns={columns.toSpliced(1, 0, share)} />
      {more}
    </section>
  );
}
