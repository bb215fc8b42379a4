import type { DiffLine as Line } from "#client";
import { hrefTo } from "../../router.ts";
import { Differences, MEMORY_PLACES } from "../../ui/facts.tsx";
import { Table } from "../../ui/table.tsx";
import { t } from "../../language/text.ts";

interface Props {
  lines: Line[];
  isTrial: boolean;
  isOver: boolean;
}

const ACTIONS: Record<Line["action"], [done: string, planned: string]> = {
  create: [t("added"), t("would add")],
  change: [t("changed"), t("would change")],
  delete: [t("removed"), t("would remove")],
  propose: [t("asks you about"), t("would ask you about")],
  wait: [t("waits"), t("would wait")],
};
const KINDS: Record<Line["kind"], string> = {
  entity: t("person or thing"),
  fact: t("fact"),
  review: t("question"),
  episode: t("turn"),
  community: t("topic"),
};

/** One line per item: before and after. */
export function DiffTable({ lines, isTrial, isOver }: Props) {
  if (lines.length === 0) {
    if (!isOver) return <p class="muted">{t("Nothing yet.")}</p>;
    return (
      <p class="muted">
        {isTrial ? t("It would change nothing.") : t("It changed nothing that can be undone.")}
      </p>
    );
  }
  return (
    <Table
      label={t("Changes")}
      class="diff"
      rows={lines}
      keyOf={({ changeId }, at) => changeId ?? at}
      rowClass={({ undone }) => (undone ? "undone" : "")}
      columns={[
        {
          title: t("What"),
          cell: ({ action, undone }) => (
            <>
              <span class={`badge diff-${action}`}>{ACTIONS[action][isTrial ? 1 : 0]}</span>
              {undone && <span class="badge">{t("undone")}</span>}
            </>
          ),
        },
        { title: t("Of"), cell: (line) => <Thing line={line} /> },
        { title: t("How"), cell: ({ fields }) => <Differences of={fields} /> },
      ]}
    />
  );
}

function Thing({ line: { kind, id, name, action } }: { line: Line }) {
  const text = name ?? KINDS[kind];
  if (kind === "review") return <a href={hrefTo("review")}>{text}</a>;
  if (action === "delete") return <span>{text}</span>;
  return <a href={hrefTo("memory", MEMORY_PLACES[kind], id)}>{text}</a>;
}
