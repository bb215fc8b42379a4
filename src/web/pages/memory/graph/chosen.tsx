import { toYou } from "../../../../language/second-person.ts";
import { StatusBadge } from "../../../ui/facts.tsx";
import { useSome } from "../../../ui/parts.tsx";
import { memoryHref } from "../as-of.tsx";
import type { GraphNode } from "../types.ts";
import type { GraphData } from "./data.ts";
import { Button } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

const SHOWN_MAX = 60;

interface Props {
  node: GraphNode;
  data: GraphData;
  expand: () => Promise<void>;
  onSelect: (id: string) => void;
}

/** The selected node: its facts in the graph, and links onward. */
export function Chosen({ node, data, expand, onSelect }: Props) {
  const { id, label, type, isSelf, mentionCount } = node;
  const facts = [...data.edges.values()].filter(({ source, target }) => source === id || target === id);
  const [shown, more] = useSome(facts, SHOWN_MAX);
  return (
    <section class="card stack" aria-label={t("Chosen")} aria-live="polite">
      <div class="row">
        <h2>
          <a href={memoryHref("entities", id)}>{isSelf ? t("You") : label}</a>
        </h2>
        <span class="badge">{type}</span>
        <span class="muted small grow">
          {mentionCount > 0 && `${t("mentioned once | mentioned {n} times", { n: mentionCount })}, `}
          {t("{n} fact here | {n} facts here", { n: facts.length })}
        </span>
        <Button small onClick={expand}>
          {t("Show connections")}
        </Button>
        <a class="button small" href={memoryHref("graph", { entity: id, node: id })}>
          {t("Only around it")}
        </a>
      </div>
      <ul class="plain-list small">
        {shown.map(({ factId, label: text, status, source, target }) => {
          const other = data.nodes.get((source === id ? target : source) ?? "");
          return (
            <li key={factId} class="row">
              <StatusBadge status={status} />
              <a class="grow" href={memoryHref("facts", factId)}>
                {toYou(text)}
              </a>
              {other && (
                <Button link onClick={() => onSelect(other.id)}>
                  {other.isSelf ? t("You") : other.label}
                </Button>
              )}
            </li>
          );
        })}
        {more && <li>{more}</li>}
      </ul>
    </section>
  );
}
