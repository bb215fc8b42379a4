import { toEngramError } from "../errors.ts";

/** Progress events of a long operation, for a surface that streams. */
export type WorkEvent<T, P> =
  | { event: "progress"; data: P }
  | { event: "done"; data: T }
  | { event: "error"; data: { code: string; detail: string } };

/** Buffers events for a slow reader: the newest progress replaces the previous one. */
export async function* workEvents<T, P = Record<string, string | number>>(
  work: (tell: (progress: P) => void) => Promise<T>,
): AsyncGenerator<WorkEvent<T, P>, void, undefined> {
  let progress: P | null = null;
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
