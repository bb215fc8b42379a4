import { toYou } from "../../../../language/second-person.ts";
import { StatusBadge } from "../../../ui/facts.tsx";
import { memoryHref } from "../as-of.tsx";
import type { GraphNode } from "../types.ts";
import type { GraphData } from "./data.ts";
import { Button } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

const SHOWN_MAX = 60;

interface Props {
  node: GraphNode;
  data: GraphData;
  isExpanding: boolean;
  expand: () => Promise<void>;
  onSelect: (id: string) => void;
}

/** The selected node: its facts in the graph, and links onward. */
export function Chosen({ node, data, isExpanding, expand, onSelect }: Props) {
  const { id, label, type, isSelf, mentionCount } = node;
  const facts = [...data.edges.values()].filter(({ source, target }) => source === id || target === id);
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
        <Button small disabled={isExpanding} onClick={expand}>
          {isExpanding ? t("Loading ...") : t("Show connections")}
        </Button>
        <a class="button small" href={memoryHref("graph", { entity: id, node: id })}>
          {t("Only around it")}
        </a>
      </div>
      <ul class="plain-list small">
        {facts.slice(0, SHOWN_MAX).map(({ factId, label: text, status, source, target }) => {
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
        {facts.length > SHOWN_MAX && (
          <li class="muted">{t("and {n} more", { n: facts.length - SHOWN_MAX })}</li>
        )}
      </ul>
    </section>
  );
}
