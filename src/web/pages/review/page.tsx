import { useEffect, useRef, useState } from "preact/hooks";
import { hrefTo } from "../../router.ts";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { usePages } from "../../ui/query.ts";
import { attempt } from "../../ui/toast.ts";
import { Tabbed } from "../../ui/views.tsx";
import { Show } from "../../ui/parts.tsx";
import { decide, decideAll, undoLast } from "./decide.ts";
import { EditDialog } from "./edit.tsx";
import { ForgetConfirm } from "./forget.tsx";
import { ItemView } from "./item.tsx";
import { KeysDialog, useKeys } from "./keys.tsx";
import { Rejections } from "./rejections.tsx";
import { ALL, KIND, titleOf, type Item } from "./words.ts";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";
import "./review.css";

const PER_PAGE = 50;
/** Decided ones disappear; more are loaded before the list runs dry. */
const LEFT_MIN = 10;

const STATES = {
  "": t("Waiting"),
  accepted: t("Accepted"),
  rejected: t("Rejected"),
  refused: t("Rejected suggestions"),
};

export default function ReviewPage() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const state = filterOf("state");
  const help = (): void => setHelpOpen(true);
  return (
    <Tabbed
      section="review"
      title={t("Review")}
      label={t("What is shown")}
      aside={
        <Button small onClick={help}>
          {t("Shortcuts")} <kbd>?</kbd>
        </Button>
      }
      tabs={Object.entries(STATES).map(([name, title]) => ({
        title,
        href: hrefTo("review", { state: name }),
        isCurrent: name === state,
      }))}
    >
      {state === "refused" ? <Rejections /> : <Queue key={state} state={state} help={help} />}
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </Tabbed>
  );
}

function Queue({ state, help }: { state: string; help: () => void }) {
  const pages = usePages("GET /memory/review", { query: { kind: filterOf("kind"), state } }, PER_PAGE);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<"edit" | "forget" | null>(null);
  const isBusy = useRef(false);
  const isOpen = state === "";
  const items = (pages.data ?? []).filter(({ id }) => !gone.has(id));
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  );
  const item = items[at];
  useEffect(() => {
    if (items.length < LEFT_MIN) pages.more();
  }, [items.length]);
  const undone = (): void => setGone(new Set());
  const settle = async (act: "accept" | "reject", id = item?.id): Promise<void> => {
    if (!item || id === undefined || isBusy.current) return;
    isBusy.current = true;
    const done = await attempt(() => decide({ kind: item.kind, id }, act, undone));
    isBusy.current = false;
    if (done) leave();
  };
  const correct = async (body: Record<string, string | null>): Promise<void> => {
    if (!item) return;
    await decide(item, "edit", undone, body);
    leave();
  };
  const leave = (): void => {
    if (!item) return;
    setGone((was) => new Set([...was, item.id]));
    // Who has moved on meanwhile stays there.
    setChosen((was) => ((was ?? item.id) === item.id ? ((items[at + 1] ?? items[at - 1])?.id ?? null) : was));
  };
  const accept = (): void => {
    if (item?.kind === "forget") setDialog("forget");
    else void settle("accept");
  };
  const step = (by: number): void => {
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)];
    setChosen(next?.id ?? null);
    document.getElementById(`review-${next?.id ?? ""}`)?.scrollIntoView({ block: "nearest" });
  };
  useKeys({
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    u: () => void attempt(() => undoLast(undone)),
    "?": help,
    ...(isOpen && item
      ? {
          a: accept,
          r: () => void settle("reject"),
          e: () => canEdit(item) && setDialog("edit"),
        }
      : {}),
  });
  return (
    <>
      <div class="filters">
        <SelectFilter name="kind" label={t("Kind")} options={{ "": t("all"), ...KIND }} />
        {isOpen && <Bulk items={items} />}
      </div>
      <Show of={{ ...pages, data: pages.data && items }} empty={isOpen ? NOTHING_OPEN : NOTHING_DECIDED}>
        {() =>
          item && (
            <div class="review-grid">
              <ul
                class="queue"
                role="listbox"
                aria-label={t("Questions")}
                tabIndex={0}
                aria-activedescendant={`review-${item.id}`}
              >
                {items.map((one) => (
                  <li
                    key={one.id}
                    id={`review-${one.id}`}
                    role="option"
                    aria-selected={one === item}
                    onClick={() => setChosen(one.id)}
                  >
                    <span class="badge">{KIND[one.kind]}</span>
                    <span class="lines">{titleOf(one)}</span>
                  </li>
                ))}
              </ul>
              <ItemView
                key={item.id}
                item={item}
                isOpen={isOpen}
                accept={(id) => (id === undefined ? accept() : void settle("accept", id))}
                reject={() => void settle("reject")}
                edit={canEdit(item) ? () => setDialog("edit") : undefined}
              />
              {dialog === "edit" && <EditDialog item={item} save={correct} onClose={() => setDialog(null)} />}
              {dialog === "forget" && item.kind === "forget" && (
                <ForgetConfirm
                  item={item}
                  onClose={() => setDialog(null)}
                  onConfirm={() => settle("accept")}
                />
              )}
            </div>
          )
        }
      </Show>
    </>
  );
}

/** One answer to all that are shown: of one kind, and not what cannot be undone. */
function Bulk({ items }: { items: Item[] }) {
  const [first] = items;
  if (!first || items.length < 2 || first.kind === "forget" || first.kind !== filterOf("kind")) return null;
  const isOfTwo = items.some((item) => item.kind === "dispute" && item.against.length > 0);
  const all = t("All {n} shown", { n: items.length });
  const { accept, reject } = ALL[first.kind === "dispute" && !isOfTwo ? "inferred" : first.kind];
  return (
    <div class="row" role="group" aria-label={all}>
      <span class="muted small">{all}:</span>
      <Button onClick={() => decideAll(items, "accept")}>{accept}</Button>
      <Button onClick={() => decideAll(items, "reject")}>{reject}</Button>
    </div>
  );
}

const canEdit = ({ kind }: Item): boolean => kind === "dispute" || kind === "merge";

const NOTHING_DECIDED = {
  title: t("No decisions yet"),
  says: t("What you decide appears here and can be undone."),
};
const NOTHING_OPEN = {
  title: t("Nothing to review"),
  says: t("What I cannot settle alone appears here."),
  children: <a href={hrefTo("review", { state: "refused" })}>{t("See rejected suggestions")}</a>,
};
