import type { Models, ServedModel } from "#client";
import { api } from "../../../api/client.ts";
import { asAdmin, choose, isFixed, ROLES, rolesOf, type ModelRole } from "./state.ts";
import { Button } from "../../../ui/controls.tsx";
import { joined } from "../../../ui/format.ts";
import { Card } from "../../../ui/parts.tsx";
import { t } from "../../../language/text.ts";

/** Servers at the usual addresses of the machine, and what they may be used for. */
export function Found({ data }: { data: Models }) {
  return (
    <Card
      title={t("Found on this machine")}
      aside={
        <Button small onClick={() => asAdmin(api("POST /models/look"))}>
          {t("Look again")}
        </Button>
      }
    >
      {data.found.length === 0 ? (
        <p class="muted">
          {t("No model server was seen at the usual addresses of llama-server, Ollama, LM Studio and vLLM.")}
        </p>
      ) : (
        <ul class="plain-list">
          {data.found.map((server) => (
            <li key={server.url} class="stack tight">
              <div class="row">
                <code class="grow wrap">{server.url}</code>
                {server.state === "loading" && <span class="badge degraded">{t("loading")}</span>}
              </div>
              {server.models.map((model) => (
                <FoundModel key={model.name} data={data} server={server} model={model} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface FoundModelProps {
  data: Models;
  server: Models["found"][number];
  model: ServedModel;
}

function FoundModel({ data, server, model }: FoundModelProps) {
  // The only model of a server is used by whatever name it comes next.
  const at = { url: server.url, model: server.models.length === 1 ? "" : model.name };
  const roles = rolesOf(data).filter(([role]) => isFor(role, model));
  return (
    <div class="row found-model">
      <span class="grow wrap">
        {model.name} <span class="muted small">{aboutOf(model)}</span>
      </span>
      {roles.map(([role, state]) => {
        const about = { model: model.name, role: ROLES[role].what };
        return state.url === server.url && state.name === model.name ? (
          <span key={role} class="badge ok">
            {t("used for {role}", about)}
          </span>
        ) : (
          <Button
            small
            key={role}
            disabled={isFixed(state)}
            onClick={() => choose({ [role]: at })}
            done={t("{model} is used for {role}", about)}
          >
            {t("Use for {role}", about)}
          </Button>
        );
      })}
    </div>
  );
}

function isFor(role: ModelRole, { kind }: ServedModel): boolean {
  return kind === "unknown" || (kind === "embedding") === (role === "embeddings");
}

function aboutOf({ contextTokens, isLoaded }: ServedModel): string {
  return joined([
    contextTokens !== null && t("context of {n} tokens", { n: contextTokens }),
    isLoaded !== null && (isLoaded ? t("loaded") : t("not loaded")),
  ]);
}
