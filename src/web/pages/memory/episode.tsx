import { FactList } from "../../ui/facts.tsx";
import { api } from "../../api/client.ts";
import type { EpisodeDetail } from "#client";
import { Words } from "../../ui/quotes.tsx";
import { ForgetButton } from "../../ui/forget.tsx";
import { momentOf, percentOf } from "../../ui/format.ts";
import { useAnswer } from "../../ui/query.ts";
import { Pairs, Section, Show } from "../../ui/parts.tsx";
import { goTo, hrefTo } from "../../router.ts";
import { LinkedMemories } from "./linked.tsx";
import { memoryHref } from "./as-of.tsx";
import { Button } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

/** One turn: its words, and the facts based on them. */
export function EpisodePage({ id }: { id: string }) {
  return (
    <Show of={useAnswer("GET /memory/episodes/{id}", { path: { id } })}>
      {(episode) => (
        <article class="stack wide">
          <Head episode={episode} />
          <Section title={t("What rests on it")}>
            {episode.noted.length === 0 && <p class="muted">{whyNothing(episode)}</p>}
            <FactList facts={episode.noted} />
          </Section>
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

function Head({ episode }: { episode: EpisodeDetail }) {
  const { id, conversationId, userMessage, assistantReply, speaker, occurredAt } = episode;
  const { extraction, verification, source, place, emotion, valence, importance } = episode;
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
          <Button
            small
            onClick={() => api("POST /memory/episodes/{id}/extract", { path: { id } })}
            done={t("It is read again")}
          >
            {t("Read it again")}
          </Button>
        )}
        <ForgetButton
          target={{ episodeId: id }}
          name={userMessage}
          preview={episode.noted.map(({ text }) => text)}
          onDone={() => goTo("memory", "timeline")}
        />
      </div>
      <Words>
        <span class="muted small">{speaker ?? t("you")}</span>
        {"\n"}
        {userMessage}
      </Words>
      {assistantReply !== null && assistantReply !== "" && (
        <Words>
          <span class="muted small">Engram</span>
          {"\n"}
          {assistantReply}
        </Words>
      )}
      <Pairs
        of={[
          [t("Read"), STATE[extraction.state]],
          [t("Checked"), STATE[verification.state]],
          [t("From"), source],
          place !== null && [t("Place"), place],
          emotion !== null && [
            t("Felt"),
            t("{emotion}, {share} joyful", { emotion, share: percentOf(valence) }),
          ],
          [t("Weight"), percentOf(importance)],
        ]}
      />
    </header>
  );
}
