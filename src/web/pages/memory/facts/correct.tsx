import { useState } from "preact/hooks";
import type { Fact } from "#client";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldDayIn, withinDay, wordsOf } from "../../../ui/format.ts";
import { attempt } from "../../../ui/toast.tsx";
import { objectAfter } from "../../../../language/object-after.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Field } from "../../../ui/field.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  fact: Fact;
  action: string;
  /** Sends the changes: to the fact itself, or to the question about it. */
  save: (changed: Record<string, string | null>) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

export function CorrectDialog({ title, ...props }: Props & { title: string }) {
  return (
    <Dialog title={title} onClose={props.onClose}>
      <CorrectForm {...props} />
    </Dialog>
  );
}

/** One sentence to edit; its object follows as long as nothing else of it changes. Only what was changed is sent. */
export function CorrectForm({ fact, action, save, onClose, onDone }: Props) {
  const was = fieldsOf(fact);
  const [now, setNow] = useState(was);
  const [isOpen, setOpen] = useState(false);
  const set = (given: Partial<typeof was>): void => setNow({ ...now, ...given });
  const field = (name: keyof typeof was) => ({
    class: "input",
    value: now[name],
    onInput: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  });
  const setText = (text: string): void =>
    set({ text, object: objectAfter(was.text, text, was.object) ?? was.object });
  const isUnclear = now.text !== was.text && now.object === was.object && now.predicate === was.predicate;
  const submit = async (): Promise<void> => {
    const changed = Object.entries(now).filter(([name, value]) => value !== was[name as keyof typeof was]);
    if (changed.length === 0) return onClose();
    // Only the owner knows the new parts: they are shown before anything is saved.
    if (isUnclear && !isOpen) return setOpen(true);
    const body = Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? null : value]));
    if (!(await attempt(() => save(body)))) return;
    onClose();
    onDone();
  };
  return (
    <Form submit={submit}>
      <Field label={t("Statement")}>
        <textarea
          class="input"
          dir="auto"
          rows={2}
          required
          autofocus
          maxLength={1000}
          value={now.text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {isUnclear && isOpen && (
        <p class="note small" role="alert">
          {t("Do the details below still fit your sentence?")}
        </p>
      )}
      <details class="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("Details")}</summary>
        <div class="stack">
          <Field label={t("Relation")}>
            <input {...field("predicate")} required maxLength={64} />
          </Field>
          <Field label={t("Value")}>
            <input {...field("object")} dir="auto" required maxLength={500} />
          </Field>
          <div class="row">
            <Field label={t("True since")} grow>
              <input {...field("validAt")} type="date" />
            </Field>
            <Field label={t("True until")} grow>
              <input {...field("invalidAt")} type="date" />
            </Field>
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
