import { toYou } from "../../../../language/second-person.ts";
import type { Fact } from "#client";
import { Quotes } from "../../../ui/quotes.tsx";
import { joined, sinceOf, untilOf, wordsOf } from "../../../ui/format.ts";
import { StatusBadge } from "../../../ui/facts.tsx";
import { momentAsked, memoryHref } from "../as-of.tsx";
import { Fold } from "../../../ui/parts.tsx";
import { t } from "../../../language/text.ts";

const beginOf = ({ validFrom }: Fact): string => validFrom.at;
/** A superseded one without a stated end was true until it was closed. */
const endOf = ({ status, invalidAt, expiredAt }: Fact): string | null =>
  invalidAt ?? (status === "superseded" ? expiredAt : null);

const NOTHING = {
  now: t("Nothing is known yet."),
  true: t("Nothing is known to have been true then."),
  known: t("Nothing was known then."),
};

/** Facts about one entity, all of them or those of the chosen day: a row per relation, newest first. */
export function History({ facts }: { facts: Fact[] }) {
  const moment = momentAsked();
  const newestFirst = facts.toSorted((a, b) => (beginOf(a) > beginOf(b) ? -1 : 1));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const lines = Map.groupBy(newestFirst, ({ predicate }) => predicate);
  const from = newestFirst.map(beginOf).at(-1) ?? "";
  return (
    <section class="stack" aria-label={t("Over time")}>
      <h3>{t("Facts over time")}</h3>
      {facts.length === 0 && (
        <p class="muted">{NOTHING[moment.asOf ? "true" : moment.knownAt ? "known" : "now"]}</p>
      )}
      {[...lines].map(([predicate, line]) => (
        <section key={predicate} class="lane">
          <h4 class="muted small">{wordsOf(predicate)}</h4>
          <ol class="plain-list">
            {line.map((fact) => (
              <Held key={fact.id} fact={fact} from={from} replaced={byId.get(fact.supersedes ?? "")} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Held({ fact, from, replaced }: { fact: Fact; from: string; replaced: Fact | undefined }) {
  const { id, text, status, evidence } = fact;
  const quotes = t("{n} quote | {n} quotes", { n: evidence.length });
  const isOver = !["verified", "staged", "disputed"].includes(status);
  return (
    <li class={isOver ? "held over" : "held"}>
      <div class="row">
        <a class="grow" href={memoryHref("facts", id)}>
          {toYou(text)}
        </a>
        <StatusBadge status={status} />
      </div>
      <Span from={from} fact={fact} />
      <p class="muted small">
        {joined([sinceOf(fact), untilOf(fact)])}
        {replaced && ` · ${t('replaces "{text}"', { text: toYou(replaced.text) })}`}
      </p>
      {evidence.length > 0 && (
        <Fold title={`${quotes}: "${evidence[0]?.quote ?? ""}"`}>{() => <Quotes of={evidence} />}</Fold>
      )}
    </li>
  );
}

/** When it held, on the line from the first thing known to now. */
function Span({ fact, from }: { fact: Fact; from: string }) {
  const begin = new Date(from).getTime();
  const whole = Math.max(Date.now() - begin, 1);
  const shareOf = (instant: string): number =>
    Math.min(100, Math.max(0, ((new Date(instant).getTime() - begin) / whole) * 100));
  const left = Math.min(shareOf(beginOf(fact)), 99);
  const end = endOf(fact);
  const right = end === null ? 100 : shareOf(end);
  return (
    <div class="span" aria-hidden="true">
      <div style={{ left: `${left}%`, width: `${Math.max(right - left, 1)}%` }} />
    </div>
  );
}
