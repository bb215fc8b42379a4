import { NO_EMBEDDER, NO_MODEL, stateOf } from "../../../ui/model-words.ts";
import {
  isFixed,
  rolesOf,
  use,
  VARIABLES,
  type Line,
  type PartProps,
  type RoleState,
  type ModelRole,
} from "./state.ts";
import { Button } from "../../../ui/button.tsx";
import { rich, t } from "../../../language/text.ts";

export const ROLES: Record<ModelRole, { title: string; what: string; does: string; without: string }> = {
  chat: { title: t("Chat"), what: t("chat"), does: t("Answers what you write."), without: NO_MODEL },
  memory: {
    title: t("Memory work"),
    what: t("memory work"),
    does: t("Reads what was said, notes it, and checks what was noted."),
    without: t("Needs a language model."),
  },
  embeddings: {
    title: t("Search by meaning"),
    what: t("search by meaning"),
    does: t("Finds memories that were said in other words."),
    without: NO_EMBEDDER,
  },
};

/** Which model does what, and why this one. */
export function Used({ data, changed }: PartProps) {
  return (
    <div class="parts">
      {rolesOf(data).map(([role, state]) => (
        <UsedModel key={role} role={role} state={state} changed={changed} />
      ))}
    </div>
  );
}

function UsedModel({ role, state, changed }: { role: ModelRole; state: RoleState; changed: () => void }) {
  const { title, does, without } = ROLES[role];
  const { word, badge } = stateOf(state);
  const isNone = state.kind === "none";
  return (
    <section class="card stack" aria-labelledby={`used-${role}`}>
      <div class="row">
        <h2 id={`used-${role}`} class="grow">
          {title}
        </h2>
        <span class={`badge ${badge}`}>{word}</span>
      </div>
      <p class="muted small">{does}</p>
      {isNone && !isFixed(state) ? (
        <p>{without}</p>
      ) : (
        <>
          <p class="anywhere">
            <strong>{state.name}</strong>
            {state.url !== null && (
              <>
                {" "}
                (<code>{state.url}</code>)
              </>
            )}
          </p>
          <p class="small">{whyOf(role, state)}</p>
          {state.source !== "chat" && <Lines lines={state.lines} />}
        </>
      )}
      {state.source === "chosen" && (
        <div class="row">
          <Button small onClick={() => use({ [role]: null }, t("It is not used any more"), changed)}>
            {t("Stop using it")}
            <span class="visually-hidden"> {t("for {role}", { role: ROLES[role].what })}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

function whyOf(role: ModelRole, { source }: RoleState) {
  if (source === "environment")
    return (
      <>
        {rich("Fixed by {variable} in the environment; it cannot be changed here.", {
          variable: <code>{VARIABLES[role]}</code>,
        })}
      </>
    );
  if (source === "chosen") return t("You chose it here.");
  return source === "chat"
    ? t("The chat's model does this, too.")
    : t("Engram found it by itself on this machine.");
}

/** What a server can do; what is not as Engram needs it says so in words. */
export function Lines({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class="small muted anywhere">
      {lines.map(({ ok, text }) => (
        <li key={text}>
          {text} {!ok && <span class="badge degraded">{t("needs attention")}</span>}
        </li>
      ))}
    </ul>
  );
}
