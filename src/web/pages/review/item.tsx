import { momentOf } from "../../ui/format.ts";
import { ClosingView } from "./closing.tsx";
import { DisputeView } from "./dispute.tsx";
import { undoRun } from "./decide.ts";
import { ForgetView } from "./forget.tsx";
import { InsightView } from "./insight.tsx";
import { InferredView } from "./inferred.tsx";
import { MergeView } from "./merge.tsx";
import { questionOf } from "./words.ts";
import type { Item } from "./types.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

interface Props {
  item: Item;
  isOpen: boolean;
  /** Without an id: the item itself; with one: another side of it. */
  accept: (id?: string) => void;
  reject: () => void;
  edit: (() => void) | undefined;
  changed: () => void;
}

/** One question with everything needed to answer it. */
export function ItemView({ item, isOpen, accept, reject, edit, changed }: Props) {
  const told = questionOf(item);
  return (
    <section class="stack" aria-label={t("Question")}>
      <h2>{told.question}</h2>
      <Sides item={item} acceptOther={isOpen ? accept : undefined} />
      {isOpen ? (
        <div class="row decide">
          <button
            type="button"
            class={item.kind === "forget" ? "button danger" : "button primary"}
            onClick={() => accept()}
          >
            {told.accept} <kbd>a</kbd>
          </button>
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
        <Outcome item={item} changed={changed} />
      )}
    </section>
  );
}

function Sides({ item, acceptOther }: { item: Item; acceptOther: ((id: string) => void) | undefined }) {
  switch (item.kind) {
    case "dispute":
      return <DisputeView item={item} acceptOther={acceptOther} />;
    case "merge":
      return <MergeView item={item} />;
    case "closing":
      return <ClosingView item={item} />;
    case "inferred":
      return <InferredView item={item} />;
    case "insight":
      return <InsightView item={item} />;
    case "forget":
      return <ForgetView item={item} />;
  }
}

const STATE: Record<string, string> = { accepted: t("accepted"), rejected: t("rejected") };
const BY: Record<string, string> = { user: t("by you"), code: t("by a rule"), model: t("by the model") };

function Outcome({ item, changed }: { item: Item; changed: () => void }) {
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
        <Button small onClick={() => undoRun(runId, changed)}>
          {t("Undo")}
        </Button>
      )}
    </p>
  );
}
