import { type Models, type TriedModel, ApiError } from "#client";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, told } from "../../../api/client.ts";
import { stateOf } from "../../../ui/model-words.tsx";
import { notify } from "../../../ui/toast.ts";
import { asAdmin, choose, isFixed, ROLES, rolesOf, type ModelRole } from "./state.ts";
import { Lines } from "./used.tsx";
import { Button, Form, Select, Suggestions, TextInput } from "../../../ui/controls.tsx";
import { Card } from "../../../ui/parts.tsx";
import { rich, t } from "../../../language/text.ts";

/** Any other server, by its address: tried first, then used. */
export function Connect({ data }: { data: Models }) {
  const roles = rolesOf(data);
  const fixed = roles.filter(([, state]) => isFixed(state)).map(([role]) => role);
  return (
    <Card title={t("Connect a server by its address")}>
      <p class="muted">{t("Any server that speaks OpenAI's API, on this machine or in your network.")}</p>
      {fixed.map((role) => (
        <p key={role} class="note">
          {rich(
            "{variable} in the environment fixes the model for {role}. To choose it here, remove the variable and start Engram again.",
            { variable: <code>{ROLES[role].variable}</code>, role: ROLES[role].what },
          )}
        </p>
      ))}
      <ConnectForm roles={roles.map(([role]) => role).filter((role) => !fixed.includes(role))} />
    </Card>
  );
}

type Field = "url" | "model" | "apiKey";
type Draft = Record<Field, string>;
type Step = { at: "idle" } | { at: "trying" } | { at: "tried"; tried: TriedModel };
const EMPTY: Draft = { url: "", model: "", apiKey: "" };

function ConnectForm({ roles }: { roles: ModelRole[] }) {
  const [draft, setDraft] = useState(EMPTY);
  const [asked, setRole] = useState<ModelRole>("chat");
  const [step, setStep] = useState<Step>({ at: "idle" });
  const [error, setError] = useState<unknown>(null);
  const trying = useRef<AbortController | null>(null);
  useEffect(() => () => trying.current?.abort(), []);
  const role = roles.includes(asked) ? asked : roles[0];
  if (role === undefined) return null;

  const attempted = async (work: () => Promise<void>): Promise<void> => {
    setError(null);
    try {
      await work();
    } catch (refused) {
      setStep({ at: "idle" });
      if (trying.current?.signal.aborted !== true) setError(refused);
    }
  };
  const test = (): Promise<void> =>
    attempted(async () => {
      const { signal } = (trying.current = new AbortController());
      setStep({ at: "trying" });
      setStep({
        at: "tried",
        tried: await asAdmin(api("POST /models/try", { body: addressOf(draft), signal })),
      });
    });
  const connect = (): Promise<void> =>
    attempted(async () => {
      trying.current = null;
      await choose({ [role]: addressOf(draft) });
      notify(t("It is used for {role}", { role: ROLES[role].what }));
      setDraft(EMPTY);
      setStep({ at: "idle" });
    });
  const set = (given: Partial<Draft>): void => {
    setDraft({ ...draft, ...given });
    setStep({ at: "idle" });
    setError(null);
  };
  const isBusy = step.at === "trying";
  const served = step.at === "tried" ? (step.tried.learned?.models ?? []) : [];
  const field = (name: Field) => ({
    disabled: isBusy,
    value: draft[name],
    set: (text: string) => set({ [name]: text }),
    "aria-invalid": messageOf(error, name) !== null,
    "aria-describedby": `connect-${name}-error`,
  });

  return (
    <Form submit={(event) => (event.submitter?.getAttribute("name") === "use" ? connect() : test())}>
      <TextInput
        label={t("Address")}
        type="url"
        required
        maxLength={300}
        placeholder="http://127.0.0.1:8081"
        {...field("url")}
      >
        <FieldError error={error} name="url" />
      </TextInput>
      <TextInput
        label={t("Model; empty: the one that the server serves")}
        list="served-models"
        maxLength={300}
        {...field("model")}
      >
        <Suggestions id="served-models" of={served.map(({ name }) => name)} />
        <FieldError error={error} name="model" />
      </TextInput>
      <TextInput
        label={t("Key of the server, if it asks for one; it is sent to that server alone")}
        type="password"
        autocomplete="new-password"
        maxLength={500}
        {...field("apiKey")}
      >
        <FieldError error={error} name="apiKey" />
      </TextInput>
      <Select
        label={t("Use it for")}
        value={role}
        disabled={isBusy}
        options={roles.map((one) => [one, ROLES[one].what] as const)}
        set={setRole}
      />
      <div role="status" class="stack tight">
        {isBusy && (
          <p class="row">
            <progress aria-label={t("Asking the server")} />
            {t("Asking the server. It may have to load its model first, which takes up to two minutes.")}
          </p>
        )}
        {step.at === "tried" && <TriedServer tried={step.tried} />}
      </div>
      {error !== null && !isOfField(error) && <p role="alert">{told(error)}</p>}
      <div class="row">
        {role !== "embeddings" && (
          <Button type="submit" name="test" disabled={isBusy}>
            {t("Test")}
          </Button>
        )}
        <Button primary type="submit" name="use" disabled={isBusy}>
          {t("Use")}
        </Button>
        {isBusy && <Button onClick={() => trying.current?.abort()}>{t("Cancel")}</Button>}
      </div>
    </Form>
  );
}

function TriedServer({ tried: { state, model, learned, lines } }: { tried: TriedModel }) {
  if (state === "down") return <p>{t("Nothing answers at this address.")}</p>;
  return (
    <>
      <p>
        <strong>{model}</strong> <span class="badge ok">{stateOf({ kind: "server", state })}</span>
      </p>
      {learned?.refusesKey === true && <p>{t("The server refuses this key.")}</p>}
      <Lines lines={lines} />
    </>
  );
}

function FieldError({ error, name }: { error: unknown; name: Field }) {
  return (
    <span id={`connect-${name}-error`} class="field-error small" role="alert">
      {messageOf(error, name)}
    </span>
  );
}

/** Fields of a refusal are named `url`, or `chat.url` where a choice was saved. */
function messageOf(error: unknown, name: Field): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.fields.find(({ field }) => field.split(".").at(-1) === name)?.message ?? null;
}

const isOfField = (error: unknown): boolean =>
  (["url", "model", "apiKey"] as const).some((name) => messageOf(error, name) !== null);

const addressOf = ({ url, model, apiKey }: Draft) => ({
  url: url.trim(),
  model: model.trim(),
  ...(apiKey === "" ? {} : { apiKey }),
});
