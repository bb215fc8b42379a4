import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Check, Field } from "../../../ui/field.tsx";
import { t } from "../../../language/text.ts";

const EMPTY = { subject: "", predicate: "", object: "", objectKind: "value", text: "", validAt: "" };

/** A fact in the owner's own words: believed at once. */
export function StateDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [stated, setStated] = useState(EMPTY);
  const field = (name: keyof typeof EMPTY) => ({
    class: "input",
    value: stated[name],
    onInput: (event: { currentTarget: HTMLInputElement }) =>
      setStated({ ...stated, [name]: event.currentTarget.value }),
  });
  const save = async (): Promise<void> => {
    const body = {
      ...stated,
      objectKind: stated.objectKind === "entity" ? ("entity" as const) : ("value" as const),
      subject: stated.subject.trim() || "user",
      validAt: stated.validAt === "" ? null : stated.validAt,
    };
    if (!(await attempt(() => api("POST /memory/facts", { body })))) return;
    notify(t("Remembered"));
    onClose();
    onDone();
  };
  return (
    <Dialog title={t("Add a fact")} onClose={onClose}>
      <Form submit={save}>
        <Field label={t("In one sentence")}>
          <input
            {...field("text")}
            required
            autofocus
            maxLength={1000}
            placeholder={t("My sister lives in Lyon.")}
          />
        </Field>
        <Field label={t("About (leave empty for yourself)")}>
          <input {...field("subject")} maxLength={200} />
        </Field>
        <Field label={t("Relation")}>
          <input {...field("predicate")} required maxLength={64} placeholder={t("lives in")} />
        </Field>
        <Field label={t("To what")}>
          <input {...field("object")} required maxLength={500} />
        </Field>
        <Check
          isOn={stated.objectKind === "entity"}
          set={(isOn) => setStated({ ...stated, objectKind: isOn ? "entity" : "value" })}
        >
          {t("This is a person, place or thing")}
        </Check>
        <Field label={t("True since (optional)")}>
          <input {...field("validAt")} type="date" />
        </Field>
        <div class="actions">
          <Button primary type="submit">
            {t("Remember")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
