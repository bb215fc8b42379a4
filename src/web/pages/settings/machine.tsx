import { Loading } from "../../ui/states.tsx";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { askHealth, health, type Health } from "../../api/health.ts";
import { hrefTo } from "../../router.ts";
import { NO_EMBEDDER, NO_MODEL, stateOf, troubleOfModel } from "../../ui/model-words.ts";
import { FailedTurns } from "./failed-turns.tsx";
import { Notifications } from "./notifications.tsx";
import { rich, t } from "../../language/text.ts";

/** The health of the service's parts, and what to do about problems. */
export function Machine() {
  useEffect(() => void askHealth(), []);
  const now = health.value;
  if (now === null) return <Loading />;
  if (now.status === "unreachable") {
    return (
      <div class="state" role="alert">
        <h2>{t("Can't reach Engram")}</h2>
        <p>
          {rich("Start it with {command} on its machine. This page reconnects by itself.", {
            command: <code>npm start</code>,
          })}
        </p>
      </div>
    );
  }
  return (
    <>
      <div class="parts">
        <Model model={now.model} />
        <Embedder embedder={now.embedder} />
        <Store store={now.store} pending={now.pending} />
        <Queue queue={now.queue} pending={now.pending} />
      </div>
      <FailedTurns health={now} />
      <Notifications />
    </>
  );
}

type Of<Name extends keyof Health> = { [Part in Name]: Health[Part] | undefined };

interface PartProps {
  title: string;
  state: "ok" | "degraded" | "down";
  word: string;
  children: ComponentChildren;
}

function Part({ title, state, word, children }: PartProps) {
  const id = useId();
  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="row">
        <h2 id={id} class="grow">
          {title}
        </h2>
        <span class={`badge ${state}`}>{word}</span>
      </div>
      {children}
    </section>
  );
}

function Model({ model }: Of<"model">) {
  if (!model) return null;
  const { word, badge } = stateOf(model);
  return (
    <Part title={t("Model")} state={badge} word={word}>
      <p class="anywhere">{model.kind === "none" ? NO_MODEL : (troubleOfModel(model) ?? model.name)}</p>
      {model.kind !== "none" && model.note !== undefined && <p class="muted small">{model.note}</p>}
      <ToModels />
    </Part>
  );
}

function Embedder({ embedder }: Of<"embedder">) {
  if (!embedder) return null;
  const { word, badge } = stateOf(embedder);
  return (
    <Part title={t("Search by meaning")} state={badge} word={word}>
      <p>{embedder.state === "ready" ? t("Memories are found by meaning, too.") : NO_EMBEDDER}</p>
      {embedder.note !== undefined && embedder.kind !== "none" && <p class="muted small">{embedder.note}</p>}
      <ToModels />
    </Part>
  );
}

const ToModels = () => (
  <p>
    <a href={hrefTo("settings", "models")}>{t("Models")}</a>
  </p>
);

function Store({ store, pending }: Of<"store" | "pending">) {
  if (!store) return null;
  if (store.state !== "ok") {
    return (
      <Part title={t("Store")} state="down" word={t("away")}>
        <p>
          {t(
            "Nothing can be remembered or looked up now. Turns wait on this machine where that is possible.",
          )}
        </p>
        <p class="muted small">
          {store.kind === "neo4j"
            ? t("What to do: look whether Neo4j runs at NEO4J_URI and takes the password.")
            : t("What to do: look whether the disk is full, and whether the data folder can be written.")}
        </p>
      </Part>
    );
  }
  return (
    <Part title={t("Store")} state="ok" word={t("ready")}>
      <p>
        {store.kind === "neo4j"
          ? t("Memory is kept in Neo4j.")
          : t("Memory is kept in a SQLite file in the data folder.")}
      </p>
      {(pending?.purge ?? 0) > 0 && (
        <p class="muted small">
          {t("Forgotten words leave the files as soon as nobody reads the old state.")}
        </p>
      )}
    </Part>
  );
}

function Queue({ queue, pending }: Of<"queue" | "pending">) {
  if (!queue) return null;
  const isUp = queue.state === "ok";
  const { extraction = 0, verification = 0 } = pending ?? {};
  return (
    <Part title={t("Background work")} state={isUp ? "ok" : "down"} word={isUp ? t("running") : t("away")}>
      <ul>
        <li>{t("{n} message to read | {n} messages to read", { n: extraction })}</li>
        <li>
          {t("{n} message to check when you are silent | {n} messages to check when you are silent", {
            n: verification,
          })}
        </li>
        <li>
          {t("{n} job at work, {waiting} waiting | {n} jobs at work, {waiting} waiting", {
            n: queue.running,
            waiting: queue.waiting,
          })}
        </li>
      </ul>
      {!isUp && (
        <p class="muted small">
          {t(
            "What to do: look whether Redis runs at REDIS_URL. Chat goes on, and the work waits in the store.",
          )}
        </p>
      )}
      {queue.dead > 0 && (
        <p>
          <a href={hrefTo("maintenance", "failed")}>
            {t("{n} job failed for good | {n} jobs failed for good", { n: queue.dead })}
          </a>
        </p>
      )}
    </Part>
  );
}
