import { Loading } from "../../ui/states.tsx";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { askHealth, health, type Health } from "../../api/health.ts";
import { hrefTo } from "../../router.ts";
import { countOf, numberOf } from "../../ui/format.ts";
import { NO_EMBEDDER, NO_MODEL, stateOf, troubleOfModel } from "../../ui/model-words.ts";
import { FailedTurns } from "./failed-turns.tsx";
import { Notifications } from "./notifications.tsx";

/** The health of the service's parts, and what to do about problems. */
export function Machine() {
  useEffect(() => void askHealth(), []);
  const now = health.value;
  if (now === null) return <Loading />;
  if (now.status === "unreachable") {
    return (
      <div class="state" role="alert">
        <h2>Can't reach Engram</h2>
        <p>
          Start it with <code>npm start</code> on its machine. This page reconnects by itself.
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
  const id = `part-${title.toLowerCase().replaceAll(" ", "-")}`;
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
    <Part title="Model" state={badge} word={word}>
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
    <Part title="Search by meaning" state={badge} word={word}>
      <p>{embedder.state === "ready" ? "Memories are found by meaning, too." : NO_EMBEDDER}</p>
      {embedder.note !== undefined && embedder.kind !== "none" && <p class="muted small">{embedder.note}</p>}
      <ToModels />
    </Part>
  );
}

const ToModels = () => (
  <p>
    <a href={hrefTo("settings", "models")}>Models</a>
  </p>
);

function Store({ store, pending }: Of<"store" | "pending">) {
  if (!store) return null;
  const name = store.kind === "neo4j" ? "Neo4j" : "a SQLite file in the data folder";
  if (store.state !== "ok") {
    return (
      <Part title="Store" state="down" word="away">
        <p>Nothing can be remembered or looked up now. Turns wait on this machine where that is possible.</p>
        <p class="muted small">
          What to do:{" "}
          {store.kind === "neo4j"
            ? "look whether Neo4j runs at NEO4J_URI and takes the password."
            : "look whether the disk is full, and whether the data folder can be written."}
        </p>
      </Part>
    );
  }
  return (
    <Part title="Store" state="ok" word="ready">
      <p>Memory is kept in {name}.</p>
      {(pending?.purge ?? 0) > 0 && (
        <p class="muted small">Forgotten words leave the files as soon as nobody reads the old state.</p>
      )}
    </Part>
  );
}

function Queue({ queue, pending }: Of<"queue" | "pending">) {
  if (!queue) return null;
  const isUp = queue.state === "ok";
  const { extraction = 0, verification = 0 } = pending ?? {};
  return (
    <Part title="Background work" state={isUp ? "ok" : "down"} word={isUp ? "running" : "away"}>
      <ul>
        <li>{countOf(extraction, "message")} to read</li>
        <li>{countOf(verification, "message")} to check when you are silent</li>
        <li>
          {countOf(queue.running, "job")} at work, {numberOf(queue.waiting)} waiting
        </li>
      </ul>
      {!isUp && (
        <p class="muted small">
          What to do: look whether Redis runs at REDIS_URL. Chat goes on, and the work waits in the store.
        </p>
      )}
      {queue.dead > 0 && (
        <p>
          <a href={hrefTo("maintenance", "failed")}>{countOf(queue.dead, "job")} failed for good</a>
        </p>
      )}
    </Part>
  );
}
