import { toEngramError } from "../../errors.ts";

/** Progress events of a long operation, for a surface that streams. */
export type WorkEvent<T> =
  | { event: "progress"; data: Record<string, string | number> }
  | { event: "done"; data: T }
  | { event: "error"; data: { code: string; detail: string } };

/** Buffers events for a slow reader: the newest progress replaces the previous one. */
export async function* workEvents<T>(
  work: (tell: (progress: Record<string, string | number>) => void) => Promise<T>,
): AsyncGenerator<WorkEvent<T>, void, undefined> {
  let progress: Record<string, string | number> | null = null;
  let settled = false;
  let wake: () => void = () => undefined;
  const done = work((now) => {
    progress = now;
    wake();
  }).finally(() => {
    settled = true;
    wake();
  });
  done.catch(() => undefined);
  while (!settled) {
    if (progress === null) await new Promise<void>((resolve) => (wake = resolve));
    if (progress !== null) yield { event: "progress", data: progress };
    progress = null;
  }
  try {
    yield { event: "done", data: await done };
  } catch (error) {
    const { code, message } = toEngramError(error);
    yield { event: "error", data: { code, detail: message } };
  }
}
