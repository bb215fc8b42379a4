import { useState } from "preact/hooks";
import type { Fact } from "#client";
import { correctFact, tellChanged } from "../../../ui/facts.tsx";
import { fieldDayIn, withinDay, wordsOf } from "../../../ui/format.ts";
import { objectAfter } from "../../../../language/object-after.ts";
import { Button, Form, TextArea, TextInput, useFields } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  fact: Fact;
  action: string;
  onClose: () => void;
  /** Sends the changes: to the fact itself, or to the question about it. */
  save: (changed: Record<string, string | null>) => Promise<unknown>;
}

/** Corrects a fact of memory. */
export const CorrectFact = ({ fact, onClose }: Pick<Props, "fact" | "onClose">) => (
  <CorrectForm
    fact={fact}
    action={t("Save")}
    save={async (body) => {
      await correctFact(fact.id, body);
      tellChanged(t("Corrected"), fact.id);
    }}
    onClose={onClose}
  />
);

/** One sentence to edit; its object follows as long as nothing else of it changes. Only what was changed is sent. */
export function CorrectForm({ fact, action, save, onClose }: Props) {
  const was = fieldsOf(fact);
  const { now, changed, set, field } = useFields(was);
  const [isOpen, setOpen] = useState(false);
  const setText = (text: string): void =>
    set({ text, object: objectAfter(was.text, text, was.object) ?? was.object });
  const isUnclear = now.text !== was.text && now.object === was.object && now.predicate === was.predicate;
  const submit = async (): Promise<void> => {
    const texts = Object.entries(changed);
    if (texts.length === 0) return onClose();
    // Only the owner knows the new parts: they are shown before anything is saved.
    if (isUnclear && !isOpen) return setOpen(true);
    await save(Object.fromEntries(texts.map(([name, text]) => [name, text === "" ? null : text])));
    onClose();
  };
  return (
    <Form submit={submit}>
      <TextArea
        label={t("Statement")}
        dir="auto"
        rows={2}
        required
        autofocus
        maxLength={1000}
        value={now.text}
        set={setText}
      />
      {isUnclear && isOpen && (
        <p class="note small" role="alert">
          {t("Do the details below still fit your sentence?")}
        </p>
      )}
      <details class="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("Details")}</summary>
        <div class="stack">
          <TextInput label={t("Relation")} {...field("predicate")} required maxLength={64} />
          <TextInput label={t("Value")} {...field("object")} dir="auto" required maxLength={500} />
          <div class="row">
            <TextInput label={t("True since")} grow {...field("validAt")} type="date" />
            <TextInput label={t("True until")} grow {...field("invalidAt")} type="date" />
          </div>
        </div>
      </details>
      <div class="actions">
        <Button primary type="submit">
          {action}
        </Button>
      </div>
    </Form>
  );
}

function fieldsOf({ text, predicate, object, value, validAt, validAtPrecision, invalidAt }: Fact) {
  return {
    text,
    predicate: wordsOf(predicate),
    object: object?.name ?? value ?? "",
    validAt: validAt === null ? "" : fieldDayIn(withinDay(validAt, validAtPrecision)),
    invalidAt: invalidAt === null ? "" : fieldDayIn(invalidAt),
  };
}
