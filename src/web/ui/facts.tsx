import type { Status } from "#client";
import { t } from "../language/text.ts";
import { cut } from "../../language/graphemes.ts";
import { api } from "../api/client.ts";
import { wordsOf } from "./format.ts";
import { notify } from "./toast.ts";
import { hrefTo } from "../router.ts";
import { toYou } from "../../language/second-person.ts";

/** Each step of belief in a word, everywhere the same, and what it means. */
const STATUSES: Record<Status, [word: string, means: string]> = {
  staged: [t("new"), t("noted, not checked yet")],
  verified: [t("verified"), t("checked and believed")],
  disputed: [t("in doubt"), t("waits for your decision")],
  superseded: [t("replaced"), t("was true until you said something newer")],
  corrected: [t("not true"), t("was never true")],
  retracted: [t("taken back"), t("you took it back")],
  archived: [t("archived"), t("kept, but not recalled")],
};

export const STATUS_WORDS = Object.fromEntries(
  Object.entries(STATUSES).map(([status, [word]]) => [status, word]),
);

export const StatusBadge = ({ status }: { status: string }) => (
  <span class={`badge ${status}`} title={STATUSES[status as Status]?.[1]}>
    {STATUS_WORDS[status] ?? status}
  </span>
);

export const NOT_SO = t("Marked as not true");

const FIELDS: Record<string, string> = {
  status: t("Status"),
  text: t("Statement"),
  predicate: t("Relation"),
  value: t("Value"),
  confidence: t("Certain"),
  validAt: t("True since"),
  invalidAt: t("True until"),
  name: t("Name"),
  type: t("Type"),
  aliases: t("Also called"),
};

const CHARS_MAX = 120;
const DIGITS = 1000;

const WAITS: Record<string, string> = {
  votes: t("another reading by the model"),
  ruling: t("the model to compare it with known facts"),
};

/** A value of a field in a few words. */
function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return t("none");
  if (Array.isArray(value)) return value.map((one) => shown("", one)).join(", ") || t("none");
  if (typeof value === "number") return String(Math.round(value * DIGITS) / DIGITS);
  if (typeof value === "object") {
    const { at, alias } = value as Record<string, unknown>;
    return shown("", at ?? alias ?? JSON.stringify(value));
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const word = field === "waitsFor" ? (WAITS[text] ?? text) : text;
  return word.length > CHARS_MAX ? `${cut(word, CHARS_MAX)} ...` : word;
}

interface Difference {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** What is different in a fact or a thing, field by field. */
export const Differences = ({ of }: { of: Difference[] }) => (
  <ul class="differences small">
    {of.map(({ field, from, to }) => (
      <li key={field}>
        <span class="muted">{FIELDS[field] ?? wordsOf(field)}:</span>{" "}
        {from !== null && from !== undefined && (
          <>
            <del>{shown(field, from)}</del> <span aria-hidden="true">→</span>{" "}
          </>
        )}
        <ins>{shown(field, to)}</ins>
      </li>
    ))}
  </ul>
);

export const correctFact = (id: string, body: Record<string, string | null>): Promise<unknown> =>
  api("PATCH /memory/facts/{id}", { path: { id }, body });

export const runJob = (name: string, dryRun = false) =>
  api("POST /maintenance/jobs/{name}/run", { path: { name }, body: { dryRun } });

export const undoChange = (id: string): Promise<unknown> =>
  api("POST /memory/changes/{id}/undo", { path: { id } });

export const undoRun = (id: string): Promise<unknown> =>
  api("POST /maintenance/runs/{id}/undo", { path: { id } });

/** An undo of a run, for its report. */
export const undoOf = (runId: string, label = t("Undo"), said = t("Undone")) => ({
  label,
  run: () => undoRun(runId).then(() => notify(said)),
});

/** Sets how a fact is believed, and offers an undo. */
export async function markFact(
  id: string,
  status: Status,
  words: string,
  done?: () => void,
  undone?: () => void,
): Promise<void> {
  await correctFact(id, { status });
  done?.();
  tellChanged(words, id, undone);
}

/** Reports a change to a fact, with an undo. */
export function tellChanged(words: string, id: string, undone?: () => void): void {
  // Now: later it may have been changed once more.
  const changes = api("GET /memory/changes", { query: { targetId: id, limit: 1 } });
  changes.catch(() => undefined);
  const undo = async (): Promise<void> => {
    const [change] = (await changes).items;
    if (change?.runId != null) await undoRun(change.runId);
    else if (change) await undoChange(change.id);
    undone?.();
  };
  notify(words, { label: t("Undo"), run: undo });
}

/** Where each kind of memory has its page. */
export const MEMORY_PLACES = {
  fact: "facts",
  entity: "entities",
  episode: "episodes",
  community: "communities",
} as const;

/** Facts, each with its status and a way to its page. */
export function FactList({ facts }: { facts: { id: string; text: string; status: string }[] }) {
  return (
    <ul class="plain-list">
      {facts.map(({ id, text, status }) => (
        <li key={id} class="row">
          <StatusBadge status={status} />
          <a class="grow" href={hrefTo("memory", "facts", id)}>
            {toYou(text)}
          </a>
        </li>
      ))}
    </ul>
  );
}
