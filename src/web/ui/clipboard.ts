import { notify, notifyError } from "./toast.tsx";

/** Copies a text and says whether that worked. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(() => notify("Copied"), notifyError);
}
