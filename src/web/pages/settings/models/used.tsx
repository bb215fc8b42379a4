import type { Models } from "#client";
import { StateBadge } from "../../../ui/model-words.tsx";
import { Card } from "../../../ui/parts.tsx";
import { isFixed, ROLES, rolesOf, choose, type Line, type ModelRole, type RoleState } from "./state.ts";
import { Button } from "../../../ui/controls.tsx";
import { rich, t } from "../../../language/text.ts";

/** Which model does what, and why this one. */
export function Used({ data }: { data: Models }) {
  return (
    <div class="parts">
      {rolesOf(data).map(([role, state]) => (
        <UsedModel key={role} role={role} state={state} />
      ))}
    </div>
  );
}

function UsedModel({ role, state }: { role: ModelRole; state: RoleState }) {
  const { title, does, without } = ROLES[role];
  const isNone = state.kind === "none";
  return (
    <Card title={title} aside={<StateBadge of={state} />}>
      <p class="muted small">{does}</p>
      {isNone && !isFixed(state) ? (
        <p>{without}</p>
      ) : (
        <>
          <p>
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
          <Button small onClick={() => choose({ [role]: null })} done={t("It is not used any more")}>
            {t("Stop using it")}
            <span class="visually-hidden"> {t("for {role}", { role: ROLES[role].what })}</span>
          </Button>
        </div>
      )}
    </Card>
  );
}

function whyOf(role: ModelRole, { source }: RoleState) {
  if (source === "environment")
    return (
      <>
        {rich("Fixed by {variable} in the environment; it cannot be changed here.", {
          variable: <code>{ROLES[role].variable}</code>,
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
    <ul class="small muted wrap">
      {lines.map(({ ok, text }) => (
        <li key={text}>
          {text} {!ok && <span class="badge degraded">{t("needs attention")}</span>}
        </li>
      ))}
    </ul>
  );
}
