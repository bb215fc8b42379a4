import { toYou } from "../../../../language/second-person.ts";
import { DialogButton } from "../../../ui/dialog.tsx";
import { ForgetButton } from "../../../ui/forget.tsx";
import { agoOf, dateOf } from "../../../ui/format.ts";
import { useAnswer } from "../../../ui/query.ts";
import { Show, Pairs } from "../../../ui/parts.tsx";
import { StatusBadge } from "../../../ui/facts.tsx";
import { useTitle, goTo } from "../../../router.ts";
import { Changes } from "../changes.tsx";
import { LinkedMemories } from "../linked.tsx";
import type { EntityDetail } from "../types.ts";
import { momentAsked, memoryHref } from "../as-of.tsx";
import { Portrait } from "../portrait/portrait.tsx";
import { CorrectEntityDialog } from "./correct.tsx";
import { History } from "./history.tsx";
import { HowTo } from "./how-to.tsx";
import { MergeDialog } from "./merge.tsx";
import { Neighbours } from "./neighbours.tsx";
import { t } from "../../../language/text.ts";

export function EntityPage({ id }: { id: string }) {
  const entity = useAnswer("GET /memory/entities/{id}", { path: { id } });
  const history = useAnswer("GET /memory/entities/{id}/history", { path: { id } });
  useTitle(entity.data === null ? null : entity.data.isSelf ? t("You") : entity.data.name);
  return (
    <Show of={entity}>
      {(one) => (
        <article class="stack wide">
          {one.id !== id && <p class="note small">{t("What you opened was merged into this one.")}</p>}
          <Head entity={one} />
          {one.type === "procedure" && <HowTo id={one.id} />}
          {!momentAsked().asOf && !momentAsked().knownAt && <Portrait entity={one.id} />}
          <Show of={history}>
            {({ items }) => (
              <>
                <History facts={items} />
                <Neighbours of={one} facts={items} />
              </>
            )}
          </Show>
          <LinkedMemories id={one.id} />
          <Changes targetId={one.id} />
        </article>
      )}
    </Show>
  );
}

function Head({ entity }: { entity: EntityDetail }) {
  const { id, name, type, status, isSelf, aliases, summary, facts } = entity;
  const others = aliases.filter(({ alias }) => alias !== name);
  return (
    <header class="card stack">
      <div class="row">
        <h2>{isSelf ? t("You") : name}</h2>
        <span class="badge">{type}</span>
        <StatusBadge status={status} />
        <span class="grow" />
        <a class="button small" href={memoryHref("graph", { entity: id })}>
          {t("Show in graph")}
        </a>
        {!isSelf && (
          <>
            <DialogButton small dialog={(close) => <CorrectEntityDialog entity={entity} onClose={close} />}>
              {t("Correct ...")}
            </DialogButton>
            <DialogButton small dialog={(close) => <MergeDialog entity={entity} onClose={close} />}>
              {t("Merge with ...")}
            </DialogButton>
            <ForgetButton
              target={{ entityId: id }}
              name={name}
              preview={facts.map(({ text }) => text)}
              onDone={() => goTo("memory", "entities")}
            />
          </>
        )}
      </div>
      {type === "procedure" && summary !== null && <p>{toYou(summary)}</p>}
      <Pairs
        of={[
          others.length > 0 && [
            t("Also called"),
            others.map(({ alias, kind }) => (
              <span key={alias} class="badge" title={kind}>
                {alias}
              </span>
            )),
          ],
          entity.mentionCount > 0 && [
            t("Mentioned"),
            t("once, last {ago} | {n} times, last {ago}", {
              n: entity.mentionCount,
              ago: agoOf(entity.lastMentionedAt),
            }),
          ],
          [t("In memory since"), dateOf(entity.createdAt)],
          ...Object.entries(type === "procedure" ? {} : entity.properties).map(
            ([key, value]) => [key, String(value)] as const,
          ),
          ...entity.externalKeys.map((key) => [key.system, key.id] as const),
        ]}
      />
    </header>
  );
}
