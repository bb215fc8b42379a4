import { Card, Loading } from "../../ui/parts.tsx";
import { useEffect } from "preact/hooks";
import { askHealth, health, type Health } from "../../api/health.ts";
import { hrefTo } from "../../router.ts";
import { NO_EMBEDDER, NO_MODEL, StateBadge, troubleOfModel } from "../../ui/model-words.tsx";
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
        <Model title={t("Model")} of={now.model} says={saysOfChat(now)} />
        <Model
          title={t("Search by meaning")}
          of={now.embedder}
          says={now.embedder?.state === "ready" ? t("Memories are found by meaning, too.") : NO_EMBEDDER}
        />
        <Store of={now} />
        <Queue of={now} />
      </div>
      <FailedTurns health={now} />
      <Notifications />
    </>
  );
}

const saysOfChat = ({ model }: Health): string =>
  !model || model.kind === "none" ? NO_MODEL : (troubleOfModel(model) ?? model.name);

interface ModelProps {
  title: string;
  of: Health["model"] | Health["embedder"];
  says: string;
}

/** What a model is to Engram, and how it is. */
function Model({ title, of, says }: ModelProps) {
  if (!of) return null;
  return (
    <Card title={title} aside={<StateBadge of={of} />}>
      <p>{says}</p>
      {of.kind !== "none" && of.note !== undefined && <p class="muted small">{of.note}</p>}
      <p>
        <a href={hrefTo("settings", "models")}>{t("Models")}</a>
      </p>
    </Card>
  );
}

/** That a part works, or is not there. */
const Works = ({ word }: { word: string | false }) => (
  <span class={word ? "badge ok" : "badge down"}>{word || t("away")}</span>
);

function Store({ of: { store, pending } }: { of: Health }) {
  if (!store) return null;
  const isUp = store.state === "ok";
  const isNeo4j = store.kind === "neo4j";
  return (
    <Card title={t("Store")} aside={<Works word={isUp && t("ready")} />}>
      {isUp ? (
        <p>
          {isNeo4j ? t("Memory is kept in Neo4j.") : t("Memory is kept in a SQLite file in the data folder.")}
        </p>
      ) : (
        <>
          <p>
            {t(
              "Nothing can be remembered or looked up now. Turns wait on this machine where that is possible.",
            )}
          </p>
          <p class="muted small">
            {isNeo4j
              ? t("What to do: look whether Neo4j runs at NEO4J_URI and takes the password.")
              : t("What to do: look whether the disk is full, and whether the data folder can be written.")}
          </p>
        </>
      )}
      {isUp && (pending?.purge ?? 0) > 0 && (
        <p class="muted small">
          {t("Forgotten words leave the files as soon as nobody reads the old state.")}
        </p>
      )}
    </Card>
  );
}

function Queue({ of: { queue, pending } }: { of: Health }) {
  if (!queue) return null;
  const isUp = queue.state === "ok";
  const { extraction = 0, verification = 0 } = pending ?? {};
  return (
    <Card title={t("Background work")} aside={<Works word={isUp && t("running")} />}>
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
    </Card>
  );
}
