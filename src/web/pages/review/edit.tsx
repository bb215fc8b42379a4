import { useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { CorrectDialog } from "../memory/facts/correct.tsx";
import { decide } from "./decide.ts";
import type { Item, ItemOf } from "./types.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { TextInput } from "../../ui/field.tsx";
import { t } from "../../language/text.ts";

interface Props<Asked extends Item = Item> {
  item: Asked;
  onClose: () => void;
  onDone: () => void;
  changed: () => void;
}

/** Accepts with a correction: the fact's fields, or the name of the entity that stays. */
export function EditDialog({ item, ...others }: Props) {
  if (item.kind === "merge") return <EditMerge item={item} {...others} />;
  if (item.kind !== "dispute" || !item.fact) return null;
  const { changed, ...ends } = others;
  return (
    <CorrectDialog
      fact={item.fact}
      title={t("Correct and accept")}
      action={t("Accept")}
      save={(body) => decided(item, changed, body)}
      {...ends}
    />
  );
}

/** The refusal was already shown. */
async function decided(item: Item, changed: () => void, body: Record<string, string | null>): Promise<void> {
  if (!(await decide(item, "edit", changed, body))) throw new Error(t("It was not accepted"));
}

function EditMerge({ item, onClose, onDone, changed }: Props<ItemOf<"merge">>) {
  const [stays] = item.entities.toSorted(
    (a, b) => Number(b.isSelf) - Number(a.isSelf) || b.mentionCount - a.mentionCount,
  );
  const [name, setName] = useState(stays?.name ?? "");
  const [type, setType] = useState(stays?.type ?? "");
  const save = async (): Promise<void> => {
    if (!(await decide(item, "edit", changed, { name, type }))) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={t("Merge as ...")} onClose={onClose}>
      <Form submit={save}>
        <TextInput label={t("Name")} required autofocus maxLength={200} value={name} set={setName} />
        <TextInput label={t("Type")} required maxLength={200} value={type} set={setType} />
        <div class="actions">
          <Button primary type="submit">
            {t("Accept")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
