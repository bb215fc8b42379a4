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

export const ROLES: Record<ModelRole, { title: string; does: string; without: string }> = {
  chat: { title: "Chat", does: "Answers what you write.", without: NO_MODEL },
  memory: {
    title: "Memory work",
    does: "Reads what was said, notes it, and checks what was noted.",
    without: "Needs a language model.",
  },
  embeddings: {
    title: "Search by meaning",
    does: "Finds memories that were said in other words.",
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
                at <code>{state.url}</code>
              </>
            )}
          </p>
          <p class="small">{whyOf(role, state)}</p>
          {state.source !== "chat" && <Lines lines={state.lines} />}
        </>
      )}
      {state.source === "chosen" && (
        <div class="row">
          <Button small onClick={() => void use({ [role]: null }, "It is not used any more", changed)}>
            Stop using it<span class="visually-hidden"> for {title.toLowerCase()}</span>
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
        Fixed by <code>{VARIABLES[role]}</code> in the environment; it cannot be changed here.
      </>
    );
  if (source === "chosen") return "You chose it here.";
  return source === "chat"
    ? "The chat's model does this, too."
    : "Engram found it by itself on this machine.";
}

/** What a server can do; what is not as Engram needs it says so in words. */
export function Lines({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class="small muted anywhere">
      {lines.map(({ ok, text }) => (
        <li key={text}>
          {text} {!ok && <span class="badge degraded">needs attention</span>}
        </li>
      ))}
    </ul>
  );
}
