import { hrefTo } from "../../router.ts";
import { dateOf, momentOf, percentOf } from "../../ui/format.ts";
import { undoDecision } from "./decide.ts";
import { FactSides, MergeView } from "./sides.tsx";
import { ForgetView } from "./forget.tsx";
import { questionOf, reasonOf, titleOf, type Item, type ItemOf } from "./words.ts";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

interface Props {
  item: Item;
  isOpen: boolean;
  /** Without an id: the item itself; with one: another side of it. */
  accept: (id?: string) => void;
  reject: () => void;
  edit: (() => void) | undefined;
}

/** One question with everything needed to answer it. */
export function ItemView({ item, isOpen, accept, reject, edit }: Props) {
  const told = questionOf(item);
  return (
    <section class="stack" aria-label={t("Question")}>
      <h2>{told.question}</h2>
      <Asked item={item} acceptOther={isOpen ? accept : undefined} />
      {isOpen ? (
        <div class="row decide">
          <Button danger={item.kind === "forget"} primary={item.kind !== "forget"} onClick={() => accept()}>
            {told.accept} <kbd>a</kbd>
          </Button>
          <Button onClick={reject}>
            {told.reject} <kbd>r</kbd>
          </Button>
          {edit && (
            <Button onClick={edit}>
              {t("Correct and accept ...")} <kbd>e</kbd>
            </Button>
          )}
        </div>
      ) : (
        <Outcome item={item} />
      )}
    </section>
  );
}

/** What the question is about. */
function Asked({ item, acceptOther }: { item: Item; acceptOther: ((id: string) => void) | undefined }) {
  switch (item.kind) {
    case "dispute":
      return (
        <>
          {item.against.length === 0 && <p class="muted">{t("You doubted this; nothing contradicts it.")}</p>}
          <FactSides
            facts={[item.fact, ...item.against]}
            act={({ id, status }) =>
              acceptOther &&
              status === "disputed" &&
              id !== item.fact?.id && (
                <Button small onClick={() => acceptOther(`dispute.${id}`)}>
                  {t("This one is true")}
                </Button>
              )
            }
          />
        </>
      );
    case "closing":
      return (
        <>
          <p class="muted">{t("It counts as true until you answer.")}</p>
          <FactSides facts={[item.fact, item.news]} />
        </>
      );
    case "inferred":
      return (
        <>
          <p class="card statement">{titleOf(item)}</p>
          <p class="muted">
            {reasonOf(item.reason)} {t("It is not in your memory unless you accept it.")}
          </p>
          <FactSides facts={item.facts} />
        </>
      );
    case "insight":
      return <Insight item={item} />;
    case "merge":
      return <MergeView item={item} />;
    case "forget":
      return <ForgetView item={item} />;
  }
}

/** A pattern, change or risk with the facts and messages it was counted from. */
function Insight({ item }: { item: ItemOf<"insight"> }) {
  return (
    <>
      <p class="card statement">{titleOf(item)}</p>
      <p class="muted">
        {t("I counted this from what you told me, {share} sure. It is a hint and does not become a fact.", {
          share: percentOf(item.confidence),
        })}
      </p>
      <FactSides facts={item.facts} />
      <ul class="plain-list">
        {item.turns.map(({ id, userMessage, occurredAt }) => (
          <li key={id} class="row">
            <time class="muted small" dateTime={occurredAt}>
              {dateOf(occurredAt)}
            </time>
            <a class="grow lines" href={hrefTo("memory", "episodes", id)}>
              {userMessage}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const STATE: Record<string, string> = { accepted: t("accepted"), rejected: t("rejected") };
const BY: Record<string, string> = { user: t("by you"), code: t("by a rule"), model: t("by the model") };

function Outcome({ item }: { item: Item }) {
  if (item.kind === "dispute") return null;
  const runId = "runId" in item ? item.runId : null;
  return (
    <p class="row">
      <span class="badge">{STATE[item.state] ?? item.state}</span>
      <span class="muted small grow">
        {item.decidedBy !== null && (BY[item.decidedBy] ?? item.decidedBy)}
        {item.decidedAt !== null && `, ${momentOf(item.decidedAt)}`}
      </span>
      {runId !== null && (
        <Button small onClick={() => undoDecision(runId)}>
          {t("Undo")}
        </Button>
      )}
    </p>
  );
}
