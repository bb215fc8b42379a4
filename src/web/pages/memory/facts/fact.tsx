import { toYou } from "../../../../language/second-person.ts";
import type { Fact, Status } from "#client";
import { Dialog, DialogButton } from "../../../ui/dialog.tsx";
import { Quotes } from "../../../ui/quotes.tsx";
import { Pairs, Section, Show } from "../../../ui/parts.tsx";
import { ForgetButton } from "../../../ui/forget.tsx";
import { joined, momentOf, percentOf, sinceOf, untilOf, wordsOf } from "../../../ui/format.ts";
import { useAnswer } from "../../../ui/query.ts";
import { StatusBadge, markFact, NOT_SO } from "../../../ui/facts.tsx";
import { useTitle, goTo } from "../../../router.ts";
import { Changes } from "../changes.tsx";
import { LinkedMemories } from "../linked.tsx";
import { memoryHref } from "../as-of.tsx";
import type { FactTrace } from "../types.ts";
import { CorrectFact } from "./correct.tsx";
import { Checks } from "./checks.tsx";
import { Button } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

export function FactPage({ id }: { id: string }) {
  const trace = useAnswer("GET /memory/facts/{id}/trace", { path: { id } });
  useTitle(trace.data && toYou(trace.data.fact.text));
  return (
    <Show of={trace}>
      {({ fact, evidence, passes, rejections, changes }) => (
        <article class="stack wide">
          <Head fact={fact} />
          <BasedOn evidence={evidence} changes={changes} />
          <LinkedMemories id={id} />
          <Checks passes={passes} rejections={rejections} />
          <Changes targetId={id} />
        </article>
      )}
    </Show>
  );
}

/** Your own word, and the quotes it was first read from. */
export function BasedOn({ evidence, changes }: Pick<FactTrace, "evidence" | "changes">) {
  return (
    <Section title={t("Based on")}>
      <OwnWord changes={changes} />
      {evidence.length > 0 && changes.some((change) => ownWordOf(change) === t("Your correction")) && (
        <p class="muted small">{t("Before your correction it was based on:")}</p>
      )}
      <Quotes of={evidence} />
    </Section>
  );
}

function Head({ fact }: { fact: Fact }) {
  const { text, status, polarity } = fact;
  return (
    <header class="card stack">
      <div class="row">
        <h2 class="grow">{toYou(text)}</h2>
        <StatusBadge status={status} />
      </div>
      <Said fact={fact} />
      <div class="row">
        <Mark fact={fact} as="verified" label={t("Confirm")} told={t("Confirmed")} />
        <DialogButton
          small
          dialog={(close) => (
            <Dialog title={t("Correct")} onClose={close}>
              <CorrectFact fact={fact} onClose={close} />
            </Dialog>
          )}
        >
          {t("Correct ...")}
        </DialogButton>
        <FactActs fact={fact} forgotten={() => goTo("memory", "facts")} />
        {polarity === "negative" && <span class="badge">{t("a denial")}</span>}
      </div>
    </header>
  );
}

function Said({ fact }: { fact: Fact }) {
  const { subject, object, value, predicate } = fact;
  return (
    <Pairs
      of={[
        [t("About"), <Named entity={subject} />],
        [t("Relation"), wordsOf(predicate)],
        [t("Value"), object ? <Named entity={object} /> : value],
        [t("True"), joined([sinceOf(fact), untilOf(fact)], " ")],
        [
          t("Known"),
          <>
            {t("since {when}", { when: momentOf(fact.createdAt) })}
            {fact.expiredAt !== null && ` ${t("until {when}", { when: momentOf(fact.expiredAt) })}`} (
            {t("{share} certain", { share: percentOf(fact.confidence) })}
            {fact.base !== undefined &&
              `, ${t("{share} when it was checked", { share: percentOf(fact.base) })}`}
            )
          </>,
        ],
        fact.supersedes !== null && [t("Replaces"), <Earlier id={fact.supersedes} />],
      ]}
    />
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

function Named({ entity }: { entity: Fact["subject"] | undefined }) {
  if (!entity) return <span class="muted">{t("something that is gone")}</span>;
  return <a href={memoryHref("entities", entity.id)}>{entity.isSelf ? t("You") : entity.name}</a>;
}

function Earlier({ id }: { id: string }) {
  const { data } = useAnswer("GET /memory/facts/{id}", { path: { id } });
  return <a href={memoryHref("facts", id)}>{toYou(data?.text ?? t("an earlier one"))}</a>;
}

interface ActsProps {
  fact: Fact;
  marked?: (() => void) | undefined;
  forgotten?: (() => void) | undefined;
}

/** What can be done about a fact that is doubtful, not true or to be forgotten. */
export function FactActs({ fact, marked, forgotten }: ActsProps) {
  const mark = { fact, marked };
  return (
    <>
      <Mark
        {...mark}
        as="disputed"
        label={t("Mark as doubtful")}
        told={t("Marked as doubtful: it waits in Review")}
      />
      <Mark {...mark} as="corrected" label={t("Not true")} told={NOT_SO} />
      <ForgetButton target={{ factId: fact.id }} name={toYou(fact.text)} onDone={forgotten} />
    </>
  );
}

interface MarkProps extends Omit<ActsProps, "forgotten"> {
  as: Status;
  label: string;
  told: string;
}

function Mark({ fact: { id, status }, as, label, told, marked }: MarkProps) {
  if (status === as) return null;
  return (
    <Button small onClick={() => markFact(id, as, told, marked)}>
      {label}
    </Button>
  );
}
