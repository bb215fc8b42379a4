import type { Vocabulary } from "#client";
import { numberOf, wordsOf } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/states.tsx";
import { NotAsOf } from "./as-of.tsx";
import { memoryHref } from "./links.ts";
import { useSchema } from "./kinds.ts";
import { Head } from "../../ui/table-head.tsx";
import { t } from "../../language/text.ts";

const SHOWN_MAX = 200;
const HOLDS: Record<Vocabulary["predicates"][number]["values"], string> = {
  one: t("one"),
  many: t("several"),
  unknown: t("unknown"),
};

/** The words this memory is made of, most used first. */
export function SchemaView() {
  const schema = useSchema();
  return (
    <>
      <NotAsOf>{t("The schema")}</NotAsOf>
      <Show of={schema}>
        {({ types, predicates }) =>
          types.length + predicates.length === 0 ? (
            <Empty title={t("No words yet")}>
              <p>{t("The kinds of things and relations you talk about appear here, most used first.")}</p>
            </Empty>
          ) : (
            <div class="columns">
              <Types types={types} />
              <Predicates predicates={predicates} />
            </div>
          )
        }
      </Show>
    </>
  );
}

function Types({ types }: Pick<Vocabulary, "types">) {
  const most = types[0]?.count ?? 1;
  return (
    <section class="card scroll-x">
      <h2>{t("Kinds of things")}</h2>
      <table class="plain">
        <Head columns={[t("Kind"), { hidden: t("Share") }, { number: t("Entities") }]} />
        <tbody>
          {types.slice(0, SHOWN_MAX).map(({ type, count }) => (
            <tr key={type}>
              <th scope="row">
                <a href={memoryHref("entities", { type })}>{type}</a>
              </th>
              <td>
                <Bar share={count / most} />
              </td>
              <td class="number">{numberOf(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More all={types.length} />
    </section>
  );
}

function Predicates({ predicates }: Pick<Vocabulary, "predicates">) {
  const most = predicates[0]?.count ?? 1;
  return (
    <section class="card scroll-x">
      <h2>{t("Relations")}</h2>
      <table class="plain">
        <Head columns={[t("Relation"), { hidden: t("Share") }, { number: t("Facts") }, t("Values")]} />
        <tbody>
          {predicates.slice(0, SHOWN_MAX).map(({ predicate, count, family, values }) => (
            <tr key={predicate}>
              <th scope="row">
                <a href={memoryHref("facts", { predicate })}>{wordsOf(predicate)}</a>
                {family !== predicate && (
                  <span class="muted small"> ({t("also: {name}", { name: wordsOf(family) })})</span>
                )}
              </th>
              <td>
                <Bar share={count / most} />
              </td>
              <td class="number">{numberOf(count)}</td>
              <td class="muted small">{HOLDS[values]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More all={predicates.length} />
    </section>
  );
}

const More = ({ all }: { all: number }) =>
  all > SHOWN_MAX ? (
    <p class="muted small">{t("and {n} that is rarer | and {n} that are rarer", { n: all - SHOWN_MAX })}</p>
  ) : null;

const Bar = ({ share }: { share: number }) => (
  <div class="bar" aria-hidden="true">
    <div style={{ width: `${Math.max(share * 100, 1)}%` }} />
  </div>
);
