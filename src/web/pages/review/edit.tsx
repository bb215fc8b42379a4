import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { CorrectForm } from "../memory/facts/correct.tsx";
import type { Item, ItemOf } from "./words.ts";
import { TextInput, useFields } from "../../ui/controls.tsx";
import { t } from "../../language/text.ts";

interface Props<Asked extends Item = Item> {
  item: Asked;
  save: (body: Record<string, string | null>) => Promise<unknown>;
  onClose: () => void;
}

/** Accepts with a correction: the fact's fields, or the name of the entity that stays. */
export function EditDialog({ item, ...given }: Props) {
  if (item.kind === "merge") return <EditMerge item={item} {...given} />;
  if (item.kind !== "dispute" || !item.fact) return null;
  return (
    <Dialog title={t("Correct and accept")} onClose={given.onClose}>
      <CorrectForm fact={item.fact} action={t("Accept")} {...given} />
    </Dialog>
  );
}

function EditMerge({ item, save, onClose }: Props<ItemOf<"merge">>) {
  const [stays] = item.entities.toSorted(
    (a, b) => Number(b.isSelf) - Number(a.isSelf) || b.mentionCount - a.mentionCount,
  );
  const { now, field } = useFields({ name: stays?.name ?? "", type: stays?.type ?? "" });
  return (
    <FormDialog title={t("Merge as ...")} action={t("Accept")} save={() => save(now)} onClose={onClose}>
      <TextInput label={t("Name")} required autofocus maxLength={200} {...field("name")} />
      <TextInput label={t("Type")} required maxLength={200} {...field("type")} />
    </FormDialog>
  );
}
