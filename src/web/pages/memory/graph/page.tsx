import type { Graph } from "#client";
import { api } from "../../../api/client.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import { filterOf, SelectFilter, setFilter } from "../../../ui/filters.tsx";
import { useAnswer } from "../../../ui/query.ts";
import { Empty, Show, Loading } from "../../../ui/parts.tsx";
import { hrefTo } from "../../../router.ts";
import { asOfInstant, momentAsked, NotAsOf, type Moment, memoryHref } from "../as-of.tsx";
import { Canvas } from "./canvas.tsx";
import { Chosen } from "./chosen.tsx";
import { Connections } from "./connections.tsx";
import { cutOff, dataOf, SIZES, useConversationGraph, type GraphData } from "./data.ts";
import { Nodes } from "./nodes.tsx";
import { Field } from "../../../ui/controls.tsx";
import { rich, t } from "../../../language/text.ts";
import "./graph.css";

const SIZE = 500;
const AROUND = 200;
const CUT_MAX = 10;

/** The graph as a drawing and a table: all of it, around one entity, or of one conversation as it grows. */
export default function GraphView() {
  const conversation = filterOf("conversation");
  return conversation === "" ? <Known /> : <OfConversation key={conversation} id={conversation} />;
}

function Known() {
  const entity = filterOf("entity");
  const limit = Number(filterOf("limit")) || SIZE;
  const moment = momentAsked();
  const query = { entity, limit, ...moment };
  const graph = useAnswer("GET /memory/graph", { query }, ({ type }) => type === "memory.staged");
  return (
    <Show of={graph}>
      {(loaded) =>
        loaded.edges.length === 0 && loaded.nodes.length <= 1 ? (
          <Nothing />
        ) : (
          <>
            <Explorer loaded={loaded} moment={moment} />
            {asOfInstant() === undefined && <Connections nodes={loaded.nodes} />}
          </>
        )
      }
    </Show>
  );
}

function OfConversation({ id }: { id: string }) {
  const graph = useConversationGraph(id);
  if (graph === null) return <Loading />;
  return (
    <>
      <NotAsOf>{t("What a conversation put into memory")}</NotAsOf>
      <p class="row">
        {rich("What {conversation} put into memory; it grows while you talk.", {
          conversation: <a href={hrefTo("chat", id)}>{t("one conversation")}</a>,
        })}
      </p>
      {graph.nodes.length === 0 ? <Nothing /> : <Explorer loaded={graph} moment={{}} />}
    </>
  );
}

function Explorer({ loaded, moment }: { loaded: Graph; moment: Moment }) {
  const entity = filterOf("entity");
  const [more, setMore] = useState<Graph[]>([]);
  useEffect(() => setMore([]), [entity, moment.asOf, moment.knownAt]);
  const least = leastDegree();
  const selected = filterOf("node") || null;
  const all = useMemo(() => dataOf(loaded, ...more), [loaded, more]);
  const data = useMemo(() => cutOff(all, least, entity), [all, least, entity]);
  const select = (id: string | null): void => setFilter({ node: id ?? "" });
  const node = data.nodes.get(selected ?? "");
  const expand = async (): Promise<void> => {
    const query = { entity: selected ?? "", limit: AROUND, ...moment };
    const around = await api("GET /memory/graph", { query });
    setMore((was) => [...was, around]);
  };
  return (
    <>
      <Controls data={data} />
      <div class="graph-grid">
        <Canvas data={data} selected={selected} onSelect={select} />
        <Nodes data={data} selected={selected} onSelect={select} />
      </div>
      {node && <Chosen node={node} data={data} expand={expand} onSelect={select} />}
    </>
  );
}

const leastDegree = (): number => Number(filterOf("least")) || 0;

function Controls({ data: { nodes, edges, total } }: { data: GraphData }) {
  const least = leastDegree();
  const isOfConversation = filterOf("conversation") !== "";
  return (
    <div class="filters">
      {!isOfConversation && (
        <SelectFilter
          name="limit"
          label={t("At most")}
          options={SIZES.map((size) => [String(size), t("{n} thing | {n} things", { n: size })] as const)}
          usual={String(SIZE)}
        />
      )}
      <Field label={t("At least {n} connection | At least {n} connections", { n: least })}>
        <input
          type="range"
          min={0}
          max={CUT_MAX}
          value={least}
          onInput={(event) =>
            setFilter({ least: event.currentTarget.value === "0" ? "" : event.currentTarget.value })
          }
        />
      </Field>
      <p class="muted small grow" role="status">
        {t("{shown} of {total} things, {facts} facts between them", {
          shown: nodes.size,
          total,
          facts: edges.size,
        })}
      </p>
      {(filterOf("entity") !== "" || isOfConversation) && (
        <a class="button small" href={memoryHref("graph")}>
          {t("Show all")}
        </a>
      )}
    </div>
  );
}

const Nothing = () => (
  <Empty
    title={t("No connections yet")}
    says={t(
      "People, places and things that have to do with each other are drawn here once you speak of them.",
    )}
    begin={t("Start a conversation")}
  />
);
