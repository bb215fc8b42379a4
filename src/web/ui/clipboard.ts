import { notify, notifyError } from "./toast.ts";
import { t } from "../language/text.ts";

/** Copies a text, and says whether it worked. */
export function copyText(text: string): void {
  const copying = window.isSecureContext ? navigator.clipboard.writeText(text) : copySelected(text);
  copying.then(() => notify(t("Copied")), notifyError);
}

/** Over HTTP, other than on this machine, only what is selected can be copied. */
async function copySelected(text: string): Promise<void> {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.value = text;
  // Nothing behind an open dialog can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  before?.focus();
  if (!isCopied) throw new Error(t("I could not copy it. Select the text, and copy that."));
}
