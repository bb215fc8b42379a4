import type { DiffLine as Line } from "#client";
import { cut } from "../../../language/graphemes.ts";
import { hrefTo } from "../../router.ts";
import { fieldOf } from "../../ui/facts.ts";
import { MEMORY_PLACES } from "../../ui/memory-places.ts";
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
        { title: t("How"), class: "small", cell: ({ fields }) => <Fields fields={fields} /> },
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

function Fields({ fields }: { fields: Line["fields"] }) {
  return (
    <ul class="fields">
      {fields.map(({ field, from, to }) => (
        <li key={field}>
          <span class="muted">{fieldOf(field)}:</span>{" "}
          {from !== null && from !== undefined && (
            <>
              <del>{shown(from)}</del> <span aria-hidden="true">→</span>{" "}
            </>
          )}
          <ins>{field === "waitsFor" ? (WAITS[String(to)] ?? shown(to)) : shown(to)}</ins>
        </li>
      ))}
    </ul>
  );
}

const WAITS: Record<string, string> = {
  votes: t("another reading by the model"),
  ruling: t("the model to compare it with known facts"),
};

const DIGITS = 1000;
const CHARS_MAX = 120;

function shown(value: unknown): string {
  if (value === null || value === undefined) return t("none");
  if (typeof value === "number") return String(Math.round(value * DIGITS) / DIGITS);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > CHARS_MAX ? `${cut(text, CHARS_MAX)} ...` : text;
}
