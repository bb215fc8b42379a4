import { api } from "../../../api/client.ts";
import { FormDialog } from "../../../ui/dialog.tsx";
import { notify } from "../../../ui/toast.ts";
import { Check, TextInput, useFields } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

const EMPTY = { subject: "", predicate: "", object: "", objectKind: "value", text: "", validAt: "" };

/** A fact in the owner's own words: believed at once. */
export function StateDialog({ onClose }: { onClose: () => void }) {
  const { now: stated, set, field } = useFields(EMPTY);
  const save = async (): Promise<void> => {
    const body = {
      ...stated,
      objectKind: stated.objectKind === "entity" ? ("entity" as const) : ("value" as const),
      subject: stated.subject.trim() || "user",
      validAt: stated.validAt === "" ? null : stated.validAt,
    };
    await api("POST /memory/facts", { body });
    notify(t("Remembered"));
  };
  return (
    <FormDialog title={t("Add a fact")} action={t("Remember")} save={save} onClose={onClose}>
      <TextInput
        label={t("In one sentence")}
        {...field("text")}
        required
        autofocus
        maxLength={1000}
        placeholder={t("My sister lives in Lyon.")}
      />
      <TextInput label={t("About (leave empty for yourself)")} {...field("subject")} maxLength={200} />
      <TextInput
        label={t("Relation")}
        {...field("predicate")}
        required
        maxLength={64}
        placeholder={t("lives in")}
      />
      <TextInput label={t("To what")} {...field("object")} required maxLength={500} />
      <Check
        isOn={stated.objectKind === "entity"}
        set={(isOn) => set({ objectKind: isOn ? "entity" : "value" })}
      >
        {t("This is a person, place or thing")}
      </Check>
      <TextInput label={t("True since (optional)")} {...field("validAt")} type="date" />
    </FormDialog>
  );
}
