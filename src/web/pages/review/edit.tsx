import { Dialog, FormDialog, type Ends } from "../../ui/dialog.tsx";
import { CorrectForm } from "../memory/facts/correct.tsx";
import { decide } from "./decide.ts";
import type { Item, ItemOf } from "./words.ts";
import { TextInput, useFields } from "../../ui/field.tsx";
import { t } from "../../language/text.ts";

interface Props<Asked extends Item = Item> extends Ends {
  item: Asked;
  changed: () => void;
}

/** Accepts with a correction: the fact's fields, or the name of the entity that stays. */
export function EditDialog({ item, ...others }: Props) {
  if (item.kind === "merge") return <EditMerge item={item} {...others} />;
  if (item.kind !== "dispute" || !item.fact) return null;
  const { changed, ...ends } = others;
  return (
    <Dialog title={t("Correct and accept")} onClose={ends.onClose}>
      <CorrectForm
        fact={item.fact}
        action={t("Accept")}
        save={(body) => decided(item, changed, body)}
        {...ends}
      />
    </Dialog>
  );
}

/** The refusal was already shown. */
async function decided(item: Item, changed: () => void, body: Record<string, string | null>): Promise<void> {
  if (!(await decide(item, "edit", changed, body))) throw new Error(t("It was not accepted"));
}

function EditMerge({ item, changed, ...ends }: Props<ItemOf<"merge">>) {
  const [stays] = item.entities.toSorted(
    (a, b) => Number(b.isSelf) - Number(a.isSelf) || b.mentionCount - a.mentionCount,
  );
  const { now, field } = useFields({ name: stays?.name ?? "", type: stays?.type ?? "" });
  return (
    <FormDialog
      title={t("Merge as ...")}
      action={t("Accept")}
      save={() => decided(item, changed, now)}
      {...ends}
    >
      <TextInput label={t("Name")} required autofocus maxLength={200} {...field("name")} />
      <TextInput label={t("Type")} required maxLength={200} {...field("type")} />
    </FormDialog>
  );
}
