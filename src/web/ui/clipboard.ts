import { notify, notifyError } from "./toast.tsx";

/** Copies a text; returns whether it worked. */
export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(() => notify("Copied"), notifyError);
}
