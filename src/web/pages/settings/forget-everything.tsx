import { useState } from "preact/hooks";
import { goTo } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ForgetDialog } from "../../ui/forget.tsx";
import { Button, Form, TextInput } from "../../ui/controls.tsx";
import { Card } from "../../ui/parts.tsx";
import { rich, t } from "../../language/text.ts";

const WORDS = t("forget everything");

/** The only act that leaves nothing: confirmed in words, then once more. */
export function ForgetEverything() {
  const [step, setStep] = useState<"none" | "typing" | "sure">("none");
  const close = (): void => setStep("none");
  return (
    <Card title={t("Forget everything")}>
      <p class="muted">
        {t(
          "Deletes every conversation, fact, person and thing for good. Only an export made before can bring them back.",
        )}
      </p>
      <div class="row">
        <Button danger onClick={() => setStep("typing")}>
          {t("Forget everything ...")}
        </Button>
      </div>
      {step === "typing" && <Typed onClose={close} onTyped={() => setStep("sure")} />}
      {step === "sure" && (
        <ForgetDialog
          target={{ everything: true }}
          name={t("Everything I remember about you")}
          onClose={close}
          onDone={() => goTo("chat")}
        />
      )}
    </Card>
  );
}

function Typed({ onClose, onTyped }: { onClose: () => void; onTyped: () => void }) {
  const [text, setText] = useState("");
  const isTyped = text.trim().toLowerCase() === WORDS;
  return (
    <Dialog title={t("Forget everything?")} onClose={onClose}>
      <Form submit={() => isTyped && onTyped()}>
        <TextInput
          label={<>{rich("Write {words} to go on", { words: <strong>{WORDS}</strong> })}</>}
          autofocus
          autocomplete="off"
          value={text}
          set={setText}
        />
        <div class="actions">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button danger type="submit" disabled={!isTyped}>
            {t("Go on")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
