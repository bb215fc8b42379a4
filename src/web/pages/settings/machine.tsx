import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { askHealth, health, type Health } from "../../api/health.ts";
import { hrefTo } from "../../router.ts";
import { numberOf } from "../../ui/format.ts";
import { FailedTurns } from "./failed-turns.tsx";
import { Notifications } from "./notifications.tsx";

/** How the parts of the service are, and what to do about those that are not well. */
export function Machine() {
  useEffect(() => void askHealth(), []);
  const now = health.value;
  if (now === null) {
    return (
      <div class="state" role="status">
        Loading ...
      </div>
    );
  }
  if (now.status === "unreachable") {
    return (
      <div class="state" role="alert">
        <h2>Engram does not answer</h2>
        <p>
          Start it with <code>npm start</code> on the machine it lives on. This page goes on by itself then.
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
  if (model.kind === "none") {
    return (
      <Part title="Model" state="degraded" word="rules only">
        <p>
          No language model is connected. Built-in rules answer: they remember plain sentences and look things
          up, but cannot talk.
        </p>
        <p class="muted small">
          What to do: start llama.cpp's <code>llama-server</code>, set <code>LLAMA_CPP_URL</code> to its
          address and start Engram again. What was said until then stays.
        </p>
      </Part>
    );
  }
  if (model.state !== "ready") {
    return (
      <Part title="Model" state="down" word={model.state === "loading" ? "loading" : "does not answer"}>
        <p>{model.name}</p>
        <p>What you say is kept and read when the model is back; replies have to wait for it.</p>
        <p class="muted small">
          {model.state === "loading"
            ? "It is loading its weights. That takes up to some minutes; nothing needs to be done."
            : "What to do: look whether llama-server runs at LLAMA_CPP_URL, and what its own log says."}
        </p>
      </Part>
    );
  }
  return (
    <Part title="Model" state={model.keepsSchema === false ? "degraded" : "ok"} word="ready">
      <p class="anywhere">{typeof model.served === "string" ? model.served : model.name}</p>
      <ul class="small muted">
        {isNumber(model.contextTokens) && <li>reads up to {numberOf(model.contextTokens)} tokens at once</li>}
        {isNumber(model.slots) && <li>answers {model.slots} at a time</li>}
        {isNumber(model.promptSpeed) && isNumber(model.generationSpeed) && (
          <li>
            reads {numberOf(Math.round(model.promptSpeed))} and writes{" "}
            {numberOf(Math.round(model.generationSpeed))} tokens a second
          </li>
        )}
        {model.keepsSchema === false && (
          <li>it does not keep to the form of an answer: extraction will fail</li>
        )}
        {model.reusesPrompt === false && <li>it reads each prompt from the start: replies will be slow</li>}
      </ul>
    </Part>
  );
}

const isNumber = (value: unknown): value is number => typeof value === "number";

function Embedder({ embedder }: Of<"embedder">) {
  if (!embedder) return null;
  if (embedder.kind === "none") {
    return (
      <Part title="Search by meaning" state="degraded" word="off">
        <p>Memories are found by their words, by people and things, and by time.</p>
        <p class="muted small">
          What to do: set <code>EMBEDDINGS_URL</code> to an embedding server, and they are found by meaning,
          too.
        </p>
      </Part>
    );
  }
  const isDown = embedder.state !== "ready";
  const isFailing = embedder.state === "failing";
  return (
    <Part
      title="Search by meaning"
      state={isDown ? "down" : "ok"}
      word={isFailing ? "fails" : isDown ? "does not answer" : "ready"}
    >
      <p>
        {isDown
          ? "Memories are found by their words alone until it brings vectors."
          : "Memories are found by meaning."}
      </p>
      <p class="muted small">
        {isDown ? (
          "What to do: look whether the server at EMBEDDINGS_URL runs, and with --embeddings. What is new gets its vector afterwards."
        ) : (
          <>
            After a change of the embedding model, run <a href={hrefTo("maintenance")}>Make search vectors</a>
            .
          </>
        )}
      </p>
    </Part>
  );
}

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
        <li>{countOf(extraction, "turn", "turns")} to read</li>
        <li>{countOf(verification, "turn", "turns")} to check when you are silent</li>
        <li>
          {countOf(queue.running, "job", "jobs")} at work, {numberOf(queue.waiting)} waiting
        </li>
      </ul>
      {!isUp && (
        <p class="muted small">
          What to do: look whether Redis runs at REDIS_URL. Chat goes on, and the work waits in the store.
        </p>
      )}
      {queue.dead > 0 && (
        <p>
          <a href={hrefTo("maintenance", "failed")}>{countOf(queue.dead, "job", "jobs")} failed for good</a>
        </p>
      )}
    </Part>
  );
}

const countOf = (count: number, one: string, many: string): string =>
  `${numberOf(count)} ${count === 1 ? one : many}`;
