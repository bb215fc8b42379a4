import { Dialog } from "../../ui/dialog.tsx";
import { Pairs } from "../../ui/parts.tsx";
import { latinKeyOf, useKeyDown } from "../../ui/input-method.ts";
import { t } from "../../language/text.ts";

type Keys = Record<string, () => unknown>;

const TYPED_IN = "input, textarea, select, [contenteditable]";

/** Keys that may be held. */
const MOVES = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

/** Single-key shortcuts for the whole page; never while the user types or a dialog is open. */
export const useKeys = (keys: Keys): void =>
  useKeyDown((event) => {
    const { ctrlKey, metaKey, altKey, target, repeat } = event;
    const key = latinKeyOf(event);
    if (repeat && !MOVES.has(key)) return;
    if (ctrlKey || metaKey || altKey || (target as HTMLElement).closest(TYPED_IN)) return;
    if (document.querySelector("dialog[open]")) return;
    const act = keys[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });

const TOLD = [
  [t("j or ↓"), t("next question")],
  [t("k or ↑"), t("question before")],
  ["a", t("accept")],
  ["r", t("reject")],
  ["e", t("accept with a correction")],
  ["u", t("undo the last decision")],
  ["?", t("this list")],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t("Shortcuts")} onClose={onClose}>
      <Pairs of={TOLD.map(([key, told]) => [<kbd>{key}</kbd>, told] as const)} />
    </Dialog>
  );
}
