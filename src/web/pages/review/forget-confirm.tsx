import { toYou } from "../../../language/second-person.ts";
import { Confirm } from "../../ui/dialog.tsx";
import type { ItemOf } from "./types.ts";
import { t } from "../../language/text.ts";

interface Props {
  item: ItemOf<"forget">;
  onClose: () => void;
  onConfirm: () => void;
}

export function ForgetConfirm({ item: { text, sure }, onClose, onConfirm }: Props) {
  return (
    <Confirm title={t("Forget for good?")} action={t("Forget")} onClose={onClose} onConfirm={onConfirm}>
      <blockquote class="evidence" dir="auto">
        {toYou(text)}
      </blockquote>
      <p>
        {sure ? t("It is erased with everything else this request hid.") : t("It is erased.")}{" "}
        {t("This cannot be undone.")}
      </p>
    </Confirm>
  );
}
