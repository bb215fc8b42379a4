import { useState } from "preact/hooks";
import { api } from "../../../api/client.ts";
import type { Entity } from "#client";
import { fromLines, toLines } from "../../../ui/system-lines.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { attempt, notify } from "../../../ui/toast.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Field } from "../../../ui/field.tsx";
import { t } from "../../../language/text.ts";

interface Props {
  entity: Entity;
  onClose: () => void;
  onDone: () => void;
}

/** Corrects an entity's name, type and ids; only changed fields are sent. */
export function CorrectEntityDialog({ entity, onClose, onDone }: Props) {
  const was = fieldsOf(entity);
  const [now, setNow] = useState(was);
  const field = (name: keyof typeof was) => ({
    class: "input",
    dir: "auto" as const,
    value: now[name],
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setNow({ ...now, [name]: event.currentTarget.value }),
  });
  const submit = async (): Promise<void> => {
    const body = {
      ...(now.name === was.name ? {} : { name: now.name }),
      ...(now.type === was.type ? {} : { type: now.type }),
      ...(now.aliases === was.aliases ? {} : { aliases: linesOf(now.aliases) }),
      ...(now.ids === was.ids
        ? {}
        : { externalKeys: fromLines(now.ids).map(([system, id]) => ({ system, id })) }),
    };
    if (Object.keys(body).length === 0) return onClose();
    const done = await attempt(async () => {
      const { runId } = await api("PATCH /memory/entities/{id}", { path: { id: entity.id }, body });
      notify(t("Corrected"), { label: t("Undo"), run: () => void undo(runId, onDone) });
    });
    if (!done) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={t("Correct")} onClose={onClose}>
      <Form submit={submit}>
        <Field label={t("Name")}>
          <input {...field("name")} required autofocus maxLength={200} />
        </Field>
        <Field label={t("Type")}>
          <input {...field("type")} required maxLength={200} />
        </Field>
        <Field label={t("Also called, one a line")}>
          <textarea {...field("aliases")} rows={4} />
        </Field>
        <Field label={t("Ids in other systems, one a line: the system, then the id")}>
          <textarea {...field("ids")} rows={2} />
        </Field>
        <div class="actions">
          <Button primary type="submit">
            {t("Correct")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function fieldsOf({ name, type, aliases, externalKeys }: Entity) {
  const others = aliases.map(({ alias }) => alias).filter((alias) => alias !== name);
  const ids = toLines(externalKeys.map(({ system, id }) => [system, id]));
  return { name, type, aliases: others.join("\n"), ids };
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

async function undo(runId: string, onDone: () => void): Promise<void> {
  if (!(await attempt(() => api("POST /maintenance/runs/{id}/undo", { path: { id: runId } })))) return;
  notify(t("Undone"));
  onDone();
}
