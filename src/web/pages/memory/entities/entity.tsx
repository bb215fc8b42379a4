import { toYou } from "../../../../language/second-person.ts";
import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { ForgetDialog } from "../../../ui/forget.tsx";
import { agoOf, dateOf } from "../../../ui/format.ts";
import { useQuery } from "../../../ui/query.ts";
import { Show } from "../../../ui/states.tsx";
import { StatusBadge } from "../../../ui/status.tsx";
import { useTitle } from "../../../ui/title.ts";
import { goTo } from "../../../router.ts";
import { Changes } from "../changes.tsx";
import { LinkedMemories } from "../linked.tsx";
import { memoryHref } from "../links.ts";
import type { EntityDetail } from "../types.ts";
import { momentAsked } from "../as-of.tsx";
import { Portrait } from "../portrait/portrait.tsx";
import { CorrectEntityDialog } from "./correct.tsx";
import { History } from "./history.tsx";
import { HowTo } from "./how-to.tsx";
import { MergeDialog } from "./merge.tsx";
import { Neighbours } from "./neighbours.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../language/text.ts";

export function EntityPage({ id }: { id: string }) {
  const entity = useQuery((signal) => api("GET /memory/entities/{id}", { path: { id }, signal }), [id]);
  const history = useQuery(
    (signal) => api("GET /memory/entities/{id}/history", { path: { id }, signal }),
    [id],
  );
  useTitle(entity.data === null ? null : entity.data.isSelf ? t("You") : entity.data.name);
  const reload = (): void => {
    entity.reload();
    history.reload();
  };
  return (
    <Show of={entity}>
      {(one) => (
        <article class="stack wide">
          {one.id !== id && <p class="note small">{t("What you opened was merged into this one.")}</p>}
          <Head entity={one} reload={reload} />
          {one.type === "procedure" && <HowTo id={one.id} />}
          {!momentAsked().asOf && !momentAsked().knownAt && <Portrait entity={one.id} onChanged={reload} />}
          <Show of={history}>
            {({ items }) => (
              <>
                <History facts={items} />
                <Neighbours of={one} facts={items} />
              </>
            )}
          </Show>
          <LinkedMemories id={one.id} />
          <Changes targetId={one.id} onUndone={reload} />
        </article>
      )}
    </Show>
  );
}

function Head({ entity, reload }: { entity: EntityDetail; reload: () => void }) {
  const [open, setOpen] = useState<"correct" | "merge" | "forget" | null>(null);
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
            <Button small onClick={() => setOpen("correct")}>
              {t("Correct ...")}
            </Button>
            <Button small onClick={() => setOpen("merge")}>
              {t("Merge with ...")}
            </Button>
            <Button danger small onClick={() => setOpen("forget")}>
              {t("Forget ...")}
            </Button>
          </>
        )}
      </div>
      {type === "procedure" && summary !== null && <p>{toYou(summary)}</p>}
      <dl class="pairs">
        {others.length > 0 && (
          <>
            <dt>{t("Also called")}</dt>
            <dd>
              {others.map(({ alias, kind }) => (
                <span key={alias} class="badge" title={kind}>
                  {alias}
                </span>
              ))}
            </dd>
          </>
        )}
        {entity.mentionCount > 0 && (
          <>
            <dt>{t("Mentioned")}</dt>
            <dd>
              {t("once, last {ago} | {n} times, last {ago}", {
                n: entity.mentionCount,
                ago: agoOf(entity.lastMentionedAt),
              })}
            </dd>
          </>
        )}
        <dt>{t("In memory since")}</dt>
        <dd>{dateOf(entity.createdAt)}</dd>
        {type !== "procedure" &&
          Object.entries(entity.properties).map(([key, value]) => (
            <Property key={key} name={key} value={String(value)} />
          ))}
        {entity.externalKeys.map((key) => (
          <Property key={`${key.system}.${key.id}`} name={key.system} value={key.id} />
        ))}
      </dl>
      {open === "correct" && (
        <CorrectEntityDialog entity={entity} onClose={() => setOpen(null)} onDone={reload} />
      )}
      {open === "merge" && <MergeDialog entity={entity} onClose={() => setOpen(null)} onDone={reload} />}
      {open === "forget" && (
        <ForgetDialog
          target={{ entityId: id }}
          name={name}
          preview={facts.map(({ text }) => text)}
          onClose={() => setOpen(null)}
          onDone={() => goTo("memory", "entities")}
        />
      )}
    </header>
  );
}

function Property({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
