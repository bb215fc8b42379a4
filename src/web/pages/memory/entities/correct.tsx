import { api } from "../../../api/client.ts";
import type { Entity } from "#client";
import { fromLines, toLines } from "../../../ui/system-lines.ts";
import { undoOf } from "../../../ui/facts.tsx";
import { FormDialog } from "../../../ui/dialog.tsx";
import { notify } from "../../../ui/toast.ts";
import { TextArea, TextInput, useFields } from "../../../ui/controls.tsx";
import { t } from "../../../language/text.ts";

/** Corrects an entity's name, type and ids; only changed fields are sent. */
export function CorrectEntityDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const { changed, field } = useFields(fieldsOf(entity));
  const save = async (): Promise<void> => {
    if (Object.keys(changed).length === 0) return;
    const { aliases, ids, ...named } = changed;
    const body = {
      ...named,
      ...(aliases !== undefined && { aliases: linesOf(aliases) }),
      ...(ids !== undefined && { externalKeys: fromLines(ids, "id") }),
    };
    const { runId } = await api("PATCH /memory/entities/{id}", { path: { id: entity.id }, body });
    notify(t("Corrected"), undoOf(runId));
  };
  return (
    <FormDialog title={t("Correct")} action={t("Correct")} save={save} onClose={onClose}>
      <TextInput label={t("Name")} {...field("name")} dir="auto" required autofocus maxLength={200} />
      <TextInput label={t("Type")} {...field("type")} dir="auto" required maxLength={200} />
      <TextArea label={t("Also called, one a line")} {...field("aliases")} dir="auto" rows={4} />
      <TextArea
        label={t("Ids in other systems, one a line: the system, then the id")}
        {...field("ids")}
        dir="auto"
        rows={2}
      />
    </FormDialog>
  );
}

function fieldsOf({ name, type, aliases, externalKeys }: Entity) {
  const others = aliases.map(({ alias }) => alias).filter((alias) => alias !== name);
  return { name, type, aliases: others.join("\n"), ids: toLines(externalKeys, "id") };
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
