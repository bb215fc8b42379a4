import { toYou } from "../../ui/second-person.ts";
import { Confirm } from "../../ui/dialog.tsx";
import type { ItemOf } from "./types.ts";

interface Props {
  item: ItemOf<"forget">;
  onClose: () => void;
  onConfirm: () => void;
}

export function ForgetConfirm({ item: { text, sure }, onClose, onConfirm }: Props) {
  return (
    <Confirm title="Forget for good?" action="Forget" onClose={onClose} onConfirm={onConfirm}>
      <blockquote class="evidence" dir="auto">
        {toYou(text)}
      </blockquote>
      <p>It is erased{sure ? " with everything else this request hid" : ""}. This cannot be undone.</p>
    </Confirm>
  );
}
