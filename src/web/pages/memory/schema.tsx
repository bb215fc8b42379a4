import type { Vocabulary } from "#client";
import { numberOf, wordsOf } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/states.tsx";
import { NotAsOf } from "./as-of.tsx";
import { memoryHref } from "./links.ts";
import { useSchema } from "./kinds.ts";
import { Head } from "../../ui/table-head.tsx";

const SHOWN_MAX = 200;
const HOLDS: Record<Vocabulary["predicates"][number]["values"], string> = {
  one: "one",
  many: "several",
  unknown: "unknown",
};

/** The words this memory is made of, most used first. */
export function SchemaView() {
  const schema = useSchema();
  return (
    <>
      <NotAsOf>The schema</NotAsOf>
      <Show of={schema}>
        {({ types, predicates }) =>
          types.length + predicates.length === 0 ? (
            <Empty title="No words yet">
              <p>The kinds of things and relations you talk about appear here, most used first.</p>
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
      <h2>Kinds of things</h2>
      <table class="plain">
        <Head columns={["Kind", { hidden: "Share" }, { number: "Entities" }]} />
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
      <h2>Relations</h2>
      <table class="plain">
        <Head columns={["Relation", { hidden: "Share" }, { number: "Facts" }, "Values"]} />
        <tbody>
          {predicates.slice(0, SHOWN_MAX).map(({ predicate, count, family, values }) => (
            <tr key={predicate}>
              <th scope="row">
                <a href={memoryHref("facts", { predicate })}>{wordsOf(predicate)}</a>
                {family !== predicate && <span class="muted small"> (also: {wordsOf(family)})</span>}
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
  all > SHOWN_MAX ? <p class="muted small">and {numberOf(all - SHOWN_MAX)} that are rarer</p> : null;

const Bar = ({ share }: { share: number }) => (
  <div class="bar" aria-hidden="true">
    <div style={{ width: `${Math.max(share * 100, 1)}%` }} />
  </div>
);
