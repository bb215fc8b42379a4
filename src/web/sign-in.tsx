import { useState } from "preact/hooks";
import { api, enter, told } from "./api/client.ts";
import { connect } from "./api/live.ts";
import { Button } from "./ui/button.tsx";
import { Form } from "./ui/form.tsx";
import { TextInput } from "./ui/field.tsx";
import { rich, t } from "./language/text.ts";

/** Id of the key that this browser signed in with last, which is no secret. */
const KEY_ID = "engram.key";

/** Drafts, and what a page knows, are the last person's. */
function startAnew(): void {
  sessionStorage.clear();
  location.reload();
}
addEventListener("storage", ({ key }) => {
  if (key === KEY_ID) startAnew();
});

/** A key is exchanged for a cookie that no script can read; the page keeps nothing of it. */
export function SignIn() {
  const [key, setKey] = useState("");
  const [refusal, setRefusal] = useState("");
  const submit = async (): Promise<void> => {
    try {
      await api("POST /session", { body: { key: key.trim() } });
      const [, id = ""] = key.trim().split("_");
      if (localStorage.getItem(KEY_ID) !== id) {
        localStorage.setItem(KEY_ID, id);
        return startAnew();
      }
      enter();
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
