import { FactList } from "../../ui/fact-list.tsx";
import { useState } from "preact/hooks";
import { api } from "../../api/client.ts";
import type { EpisodeDetail, Fact } from "#client";
import { ForgetDialog } from "../../ui/forget.tsx";
import { momentOf, percentOf } from "../../ui/format.ts";
import { useQuery } from "../../ui/query.ts";
import { Show } from "../../ui/states.tsx";
import { attempt, notify } from "../../ui/toast.tsx";
import { goTo, hrefTo } from "../../router.ts";
import { LinkedMemories } from "./linked.tsx";
import { memoryHref } from "./links.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../language/text.ts";

interface Loaded {
  episode: EpisodeDetail;
  facts: Fact[];
}

async function load(id: string, signal: AbortSignal): Promise<Loaded> {
  const episode = await api("GET /memory/episodes/{id}", { path: { id }, signal });
  const facts = await Promise.all(
    episode.factIds.map((factId) =>
      api("GET /memory/facts/{id}", { path: { id: factId }, signal }).catch(() => null),
    ),
  );
  return { episode, facts: facts.filter((fact) => fact !== null) };
}

/** One turn: its words, and the facts based on them. */
export function EpisodePage({ id }: { id: string }) {
  const loaded = useQuery((signal) => load(id, signal), [id]);
  return (
    <Show of={loaded}>
      {({ episode, facts }) => (
        <article class="stack wide">
          <Words episode={episode} facts={facts} reload={loaded.reload} />
          <section class="stack" aria-label={t("What rests on it")}>
            <h3>{t("What rests on it")}</h3>
            {facts.length === 0 && <p class="muted">{whyNothing(episode)}</p>}
            <FactList facts={facts} />
          </section>
          <LinkedMemories id={id} />
        </article>
      )}
    </Show>
  );
}

const STATE: Record<EpisodeDetail["extraction" | "verification"]["state"], string> = {
  none: t("none"),
  pending: t("pending"),
  done: t("done"),
  deferred: t("postponed"),
  failed: t("failed"),
};

function whyNothing({ extraction, memory }: EpisodeDetail): string {
  if (memory !== "on") return t("Memory was not on for this turn.");
  if (extraction.state === "pending") return t("It waits to be read.");
  if (extraction.state === "failed")
    return t("It could not be read: {reason}.", { reason: extraction.error ?? t("no reason was given") });
  return t("Nothing was learned from it.");
}

function Words({ episode, facts, reload }: Loaded & { reload: () => void }) {
  const [isForgetting, setForgetting] = useState(false);
  const { id, conversationId, userMessage, assistantReply, speaker, occurredAt, extraction } = episode;
  const readAgain = async (): Promise<void> => {
    if (!(await attempt(() => api("POST /memory/episodes/{id}/extract", { path: { id } })))) return;
    notify(t("It is read again"));
    reload();
  };
  return (
    <header class="card stack">
      <div class="row">
        <h2 class="grow">{momentOf(occurredAt)}</h2>
        <a class="button small" href={hrefTo("chat", conversationId, { at: id })}>
          {t("Open conversation")}
        </a>
        <a class="button small" href={memoryHref("graph", { conversation: conversationId })}>
          {t("Graph of the conversation")}
        </a>
        {extraction.state === "failed" && (
          <Button small onClick={() => readAgain()}>
            {t("Read it again")}
          </Button>
        )}
        <Button danger small onClick={() => setForgetting(true)}>
          {t("Forget ...")}
        </Button>
      </div>
      <blockquote class="evidence" dir="auto">
        <span class="muted small">{speaker ?? t("you")}</span>
        {"\n"}
        {userMessage}
      </blockquote>
      {assistantReply !== null && assistantReply !== "" && (
        <blockquote class="evidence" dir="auto">
          <span class="muted small">Engram</span>
          {"\n"}
          {assistantReply}
        </blockquote>
      )}
      <dl class="pairs">
        <dt>{t("Read")}</dt>
        <dd>{STATE[extraction.state]}</dd>
        <dt>{t("Checked")}</dt>
        <dd>{STATE[episode.verification.state]}</dd>
        <dt>{t("From")}</dt>
        <dd>{episode.source}</dd>
        {episode.place !== null && (
          <>
            <dt>{t("Place")}</dt>
            <dd>{episode.place}</dd>
          </>
        )}
        {episode.emotion !== null && (
          <>
            <dt>{t("Felt")}</dt>
            <dd>
              {t("{emotion}, {share} joyful", {
                emotion: episode.emotion,
                share: percentOf(episode.valence),
              })}
            </dd>
          </>
        )}
        <dt>{t("Weight")}</dt>
        <dd>{percentOf(episode.importance)}</dd>
      </dl>
      {isForgetting && (
        <ForgetDialog
          target={{ episodeId: id }}
          name={userMessage}
          preview={facts.map(({ text }) => text)}
          onClose={() => setForgetting(false)}
          onDone={() => goTo("memory", "timeline")}
        />
      )}
    </header>
  );
}
