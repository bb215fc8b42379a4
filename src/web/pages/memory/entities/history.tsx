import type { Fact } from "../../../api/types.ts";
import { QuoteInTurn } from "../../chat/evidence.tsx";
import { whenOf, wordsOf } from "../../../ui/format.ts";
import { StatusBadge } from "../../../ui/status.tsx";
import { asOfInstant } from "../as-of.tsx";
import { memoryHref } from "../links.ts";
import { Fold } from "../../../ui/fold.tsx";

const HELD = new Set(["verified", "staged", "disputed", "superseded"]);

const beginOf = ({ validAt, createdAt }: Fact): string => validAt ?? createdAt;

/** What is held to have been true at that instant. */
function heldAt(fact: Fact, at: string): boolean {
  return HELD.has(fact.status) && beginOf(fact) <= at && (fact.invalidAt === null || fact.invalidAt > at);
}

/** Everything that was ever held true of one entity: a line for each relation, newest first. */
export function History({ facts }: { facts: Fact[] }) {
  const at = asOfInstant();
  const shown = at === undefined ? facts : facts.filter((fact) => heldAt(fact, at));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const lines = Map.groupBy(shown, ({ predicate }) => predicate);
  const from = facts.reduce(
    (least, fact) => (beginOf(fact) < least ? beginOf(fact) : least),
    new Date().toISOString(),
  );
  return (
    <section class="stack" aria-label="Over time">
      <h3>What is known, over time</h3>
      {shown.length === 0 && (
        <p class="muted">
          {at === undefined ? "Nothing is said of it yet." : "Nothing was known to be true of it then."}
        </p>
      )}
      {[...lines].map(([predicate, line]) => (
        <section key={predicate} class="lane">
          <h4 class="muted small">{wordsOf(predicate)}</h4>
          <ol class="plain-list">
            {line.toReversed().map((fact) => (
              <Held key={fact.id} fact={fact} from={from} replaced={byId.get(fact.supersedes ?? "")} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Held({ fact, from, replaced }: { fact: Fact; from: string; replaced: Fact | undefined }) {
  const { id, text, status, validAt, validAtPrecision, invalidAt, invalidAtPrecision, evidence } = fact;
  const since = whenOf(validAt, validAtPrecision);
  const until = whenOf(invalidAt, invalidAtPrecision);
  const isOver = !["verified", "staged", "disputed"].includes(status);
  return (
    <li class={isOver ? "held over" : "held"}>
      <div class="row">
        <a class="grow" href={memoryHref("facts", id)}>
          {text}
        </a>
        <StatusBadge status={status} />
      </div>
      <Span from={from} fact={fact} />
      <p class="muted small">
        {[
          [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(" "),
          replaced && `took the place of "${replaced.text}"`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {evidence.length > 0 && <Evidence of={fact} />}
    </li>
  );
}

function Evidence({ of: { evidence } }: { of: Fact }) {
  const count = evidence.length === 1 ? "1 quote" : `${evidence.length} quotes`;
  return (
    <Fold title={`${count}: "${evidence[0]?.quote ?? ""}"`}>
      {() => evidence.map((quote) => <QuoteInTurn key={`${quote.episodeId}.${quote.start}`} quote={quote} />)}
    </Fold>
  );
}

/** When it held, on the line from the first thing known to now. */
function Span({ fact, from }: { fact: Fact; from: string }) {
  const begin = new Date(from).getTime();
  const whole = Math.max(Date.now() - begin, 1);
  const shareOf = (instant: string): number =>
    Math.min(100, Math.max(0, ((new Date(instant).getTime() - begin) / whole) * 100));
  const left = Math.min(shareOf(beginOf(fact)), 99);
  const right = fact.invalidAt === null ? 100 : shareOf(fact.invalidAt);
  return (
    <div class="span" aria-hidden="true">
      <div style={{ left: `${left}%`, width: `${Math.max(right - left, 1)}%` }} />
    </div>
  );
}
