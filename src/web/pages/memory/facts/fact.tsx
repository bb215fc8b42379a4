import { toYou } from "../../../../language/second-person.ts";
import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { Fact, Status } from "#client";
import { QuoteInTurn } from "../../chat/evidence.tsx";
import { ForgetDialog } from "../../../ui/forget.tsx";
import { momentOf, percentOf, sinceOf, whenOf, wordsOf } from "../../../ui/format.ts";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { StatusBadge } from "../../../ui/status.tsx";
import { correctFact, markFact, NOT_SO, tellChanged } from "../../../ui/facts.ts";
import { useTitle } from "../../../ui/title.ts";
import { goTo } from "../../../router.ts";
import { Changes } from "../changes.tsx";
import { LinkedMemories } from "../linked.tsx";
import { memoryHref } from "../links.ts";
import type { FactTrace } from "../types.ts";
import { CorrectDialog } from "./correct.tsx";
import { Checks } from "./checks.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../language/text.ts";

export function FactPage({ id }: { id: string }) {
  const trace = useQuery((signal) => api("GET /memory/facts/{id}/trace", { path: { id }, signal }), [id]);
  useTitle(trace.data && toYou(trace.data.fact.text));
  return (
    <Show of={trace}>
      {({ fact, evidence, passes, rejections, changes }) => (
        <article class="stack wide">
          <Head fact={fact} reload={trace.reload} />
          <BasedOn evidence={evidence} changes={changes} />
          <LinkedMemories id={id} />
          <Checks passes={passes} rejections={rejections} />
          <Changes key={fact.status + fact.text} targetId={id} onUndone={trace.reload} />
        </article>
      )}
    </Show>
  );
}

/** Your own word, and the quotes it was first read from. */
export function BasedOn({ evidence, changes }: Pick<FactTrace, "evidence" | "changes">) {
  return (
    <section class="stack" aria-label={t("Based on")}>
      <h3>{t("Based on")}</h3>
      <OwnWord changes={changes} />
      {evidence.length > 0 && changes.some((change) => ownWordOf(change) === t("Your correction")) && (
        <p class="muted small">{t("Before your correction it was based on:")}</p>
      )}
      {evidence.map((quote) => (
        <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />
      ))}
    </section>
  );
}

function Head({ fact, reload }: { fact: Fact; reload: () => void }) {
  const [open, setOpen] = useState<"correct" | "forget" | null>(null);
  const { id, text, status, polarity } = fact;
  return (
    <header class="card stack">
      <div class="row">
        <h2 class="grow">{toYou(text)}</h2>
        <StatusBadge status={status} />
      </div>
      <Said fact={fact} />
      <div class="row">
        {status !== "verified" && (
          <Mark id={id} as="verified" label={t("Confirm")} told={t("Confirmed")} reload={reload} />
        )}
        <Button small onClick={() => setOpen("correct")}>
          {t("Correct ...")}
        </Button>
        {status !== "disputed" && (
          <Mark
            id={id}
            as="disputed"
            label={t("Mark as doubtful")}
            told={t("Marked as doubtful: it waits in Review")}
            reload={reload}
          />
        )}
        {status !== "corrected" && (
          <Mark id={id} as="corrected" label={t("Not true")} told={NOT_SO} reload={reload} />
        )}
        <Button danger small onClick={() => setOpen("forget")}>
          {t("Forget ...")}
        </Button>
        {polarity === "negative" && <span class="badge">{t("a denial")}</span>}
      </div>
      {open === "correct" && (
        <CorrectDialog
          fact={fact}
          title={t("Correct")}
          action={t("Save")}
          save={(body) => correctFact(id, body)}
          onClose={() => setOpen(null)}
          onDone={() => tellChanged(t("Corrected"), id, reload)}
        />
      )}
      {open === "forget" && (
        <ForgetDialog
          target={{ factId: id }}
          name={toYou(text)}
          onClose={() => setOpen(null)}
          onDone={() => goTo("memory", "facts")}
        />
      )}
    </header>
  );
}

function Said({ fact }: { fact: Fact }) {
  const { subject, object, value, predicate, invalidAt, invalidAtPrecision } = fact;
  const until = whenOf(invalidAt, invalidAtPrecision);
  return (
    <dl class="pairs">
      <dt>{t("About")}</dt>
      <dd>
        <Named entity={subject ?? null} />
      </dd>
      <dt>{t("Relation")}</dt>
      <dd>{wordsOf(predicate)}</dd>
      <dt>{t("Value")}</dt>
      <dd>{object ? <Named entity={object} /> : value}</dd>
      <dt>{t("True")}</dt>
      <dd>
        {sinceOf(fact)}
        {until && ` ${t("until {when}", { when: until })}`}
      </dd>
      <dt>{t("Known")}</dt>
      <dd>
        {t("since {when}", { when: momentOf(fact.createdAt) })}
        {fact.expiredAt !== null && ` ${t("until {when}", { when: momentOf(fact.expiredAt) })}`} (
        {t("{share} certain", { share: percentOf(fact.confidence) })}
        {fact.base !== undefined && `, ${t("{share} when it was checked", { share: percentOf(fact.base) })}`})
      </dd>
      {fact.supersedes !== null && (
        <>
          <dt>{t("Replaces")}</dt>
          <dd>
            <Earlier id={fact.supersedes} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** What you said about it yourself outweighs the words it was first read from. */
function OwnWord({ changes }: Pick<FactTrace, "changes">) {
  const own = changes.findLast((change) => ownWordOf(change) !== null);
  if (!own) return null;
  return (
    <p>
      {ownWordOf(own)}, {momentOf(own.at)}
    </p>
  );
}

function ownWordOf({ actor, undone, before, after }: FactTrace["changes"][number]): string | null {
  if (actor !== "user" || undone || after === null) return null;
  if (before === null) return t("You added it by hand");
  const [was, is] = [before, after] as Record<string, unknown>[];
  if (["text", "predicate", "objectId", "value"].some((name) => was?.[name] !== is?.[name]))
    return t("Your correction");
  return is?.["status"] === "verified" ? t("You confirmed it") : null;
}

function Named({ entity }: { entity: Fact["subject"] | null }) {
  if (!entity) return <span class="muted">{t("something that is gone")}</span>;
  return <a href={memoryHref("entities", entity.id)}>{entity.isSelf ? t("You") : entity.name}</a>;
}

function Earlier({ id }: { id: string }) {
  const { data } = useQuery((signal) => api("GET /memory/facts/{id}", { path: { id }, signal }), [id]);
  return <a href={memoryHref("facts", id)}>{toYou(data?.text ?? t("an earlier one"))}</a>;
}

interface MarkProps {
  id: string;
  as: Status;
  label: string;
  told: string;
  reload: () => void;
}

function Mark({ id, as, label, told, reload }: MarkProps) {
  return (
    <Button small onClick={() => markFact(id, as, told, reload)}>
      {label}
    </Button>
  );
}
