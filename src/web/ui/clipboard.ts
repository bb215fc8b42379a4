import { notify, notifyError } from "./toast.tsx";
import { t } from "../language/text.ts";

/** Copies a text; returns whether it worked. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(() => notify(t("Copied")), notifyError);
}
