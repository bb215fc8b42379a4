import { useState } from "preact/hooks";
import { api, enter, told } from "./api/client.ts";
import { connect } from "./api/live.ts";
import { Button, Form, TextInput } from "./ui/controls.tsx";
import { rich, t } from "./language/text.ts";

/** A key is exchanged for a cookie that no script can read; the page keeps nothing of it. */
export function SignIn() {
  const [key, setKey] = useState("");
  const [refusal, setRefusal] = useState("");
  const submit = async (): Promise<void> => {
    try {
      await api("POST /session", { body: { key: key.trim() } });
      enter(key.trim());
      connect();
    } catch (error) {
      setRefusal(told(error));
    }
  };
  return (
    <main class="sign-in">
      <Form class="card stack" submit={submit}>
        <h1>Engram</h1>
        <p class="muted">
          {rich("Sign in with your API key. To create one, run {command} on the server.", {
            command: <code>npm run engram -- keys create &lt;user&gt;</code>,
          })}
        </p>
        <TextInput
          label={t("API key")}
          type="password"
          autocomplete="current-password"
          required
          autofocus
          value={key}
          set={setKey}
        />
        {refusal !== "" && <p role="alert">{refusal}</p>}
        <Button primary type="submit">
          {t("Sign in")}
        </Button>
      </Form>
    </main>
  );
}
