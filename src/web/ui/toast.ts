import { signal } from "@preact/signals";
import { told } from "../api/client.ts";

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  action?: { label: string; run: () => unknown } | undefined;
}

const SHOWN_MS = 7_000;
/** Errors take longer to read; they still expire, since the problem may be over. */
const ERROR_MS = 20_000;
const SHOWN_MAX = 4;
export const toasts = signal<Toast[]>([]);
let last = 0;

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

function show(toast: Omit<Toast, "id">): void {
  const id = ++last;
  const others = toasts.value.filter(({ text }) => !toast.isError || text !== toast.text);
  toasts.value = [...others, { ...toast, id }].slice(-SHOWN_MAX);
  const fade = (): void => {
    // Nothing goes away under the pointer or the focus.
    if (document.querySelector(".toasts:is(:hover, :focus-within)")) setTimeout(fade, SHOWN_MS);
    else dismiss(id);
  };
  setTimeout(fade, toast.isError ? ERROR_MS : SHOWN_MS);
}

/** A short line at the edge of the page, with at most one thing to do about it. */
export const notify = (text: string, action?: Toast["action"]): void =>
  show({ text, action, isError: false });

export const notifyError = (error: unknown): void => show({ text: told(error), isError: true });

/** Runs it; shows an error, unless the user ended it. False if it failed. */
export async function attempt(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if ((error as Error).name !== "AbortError") notifyError(error);
    return false;
  }
}
