import type { GraphInsights } from "#client";
import { FactList } from "../../../ui/facts.tsx";
import { Field, Suggestions } from "../../../ui/controls.tsx";
import { filterOf, setFilter } from "../../../ui/filters.tsx";
import { Fold, Card, Show } from "../../../ui/parts.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { memoryHref } from "../as-of.tsx";
import type { GraphNode } from "../types.ts";
import { t } from "../../../language/text.ts";

/** The API's name for the owner. */
const OWNER = "user";

/** Questions about the shape of the graph, under its drawing. */
export function Connections({ nodes }: { nodes: GraphNode[] }) {
  const [from, to] = [filterOf("from"), filterOf("to")];
  return (
    <>
      <Card title={t("Who connects these two?")}>
        <Suggestions id="graph-names" of={nodes.map(({ label, isSelf }) => (isSelf ? t("You") : label))} />
        <div class="row">
          <End name="from" label={t("One person or thing")} value={from} />
          <End name="to" label={t("Another")} value={to} />
        </div>
        {from !== "" && to !== "" && <Paths key={`${from}\n${to}`} from={from} to={to} />}
      </Card>
      <Fold title={t("What everything hangs on")}>{() => <HangsOn />}</Fold>
    </>
  );
}

function End({ name, label, value }: { name: "from" | "to"; label: string; value: string }) {
  const set = (entered: string): void =>
    setFilter({ [name]: entered.trim().toLowerCase() === t("You").toLowerCase() ? OWNER : entered.trim() });
  return (
    <Field label={label} grow>
      <input
        class="input"
        list="graph-names"
        value={value === OWNER ? t("You") : value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  );
}

function Paths({ from, to }: { from: string; to: string }) {
  return (
    <Show of={useAnswer("GET /memory/graph/paths", { query: { from, to } })}>
      {({ paths, distance }) =>
        paths.length > 0 ? (
          <ol class="stack" aria-label={t("Ways from one to the other")}>
            {paths.map((facts) => (
              <li key={facts.map(({ id }) => id).join()}>
                <FactList facts={facts} />
              </li>
            ))}
          </ol>
        ) : (
          <p role="status">
            {distance === null
              ? t("Nothing that I know connects them.")
              : distance === 0
                ? t("They are the same.")
                : t("They are {distance} steps apart, too far to list.", { distance })}
          </p>
        )
      }
    </Show>
  );
}

function HangsOn() {
  return (
    <Show of={useAnswer("GET /memory/graph/insights")}>
      {({ important, bridges, cutPoints }) => (
        <div class="hangs-on">
          <Things title={t("You have most to do with")} things={important} />
          <Things title={t("Links the others")} things={bridges} />
          <Things title={t("Alone holds others")} things={cutPoints} tell={heldBy} />
        </div>
      )}
    </Show>
  );
}

const heldBy = (n: number): string => t("{n} thing | {n} things", { n });

interface ThingsProps {
  title: string;
  things: GraphInsights["important"];
  tell?: (score: number) => string;
}

function Things({ title, things, tell }: ThingsProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {things.length === 0 && <p class="muted">{t("Nothing yet")}</p>}
      <ol class="plain-list">
        {things.map(({ id, name, score }) => (
          <li key={id} class="row">
            <a class="grow" href={memoryHref("entities", id)}>
              {name}
            </a>
            {tell && <span class="muted small">{tell(score)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
