import { signal } from "@preact/signals";
import { ApiError, createEngram } from "#client";
import { t } from "../language/text.ts";

/** False once the service requires a key; the sign-in page then covers everything. */
export const signedIn = signal(true);

let isEntering = false;
/** Sign-ins so far: a refusal of a request from before the last one is ignored. */
let entrances = 0;

/** The browser now has a session. */
export function enter(): void {
  entrances += 1;
  signedIn.value = true;
}

/** While the page starts or ends its session, other refused requests do not mean that a key is required. */
export async function whileEntering(work: () => Promise<void>): Promise<void> {
  isEntering = true;
  try {
    await work();
  } finally {
    isEntering = false;
  }
}

/** The service's URL, relative to the page: a proxy may serve it below a path. */
export const api = createEngram({
  url: new URL(".", document.baseURI).href,
  async fetch(address, init) {
    const askedAt = entrances;
    const response = await fetch(address, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ApiError({ status: 0, code: "unreachable", detail: t("Can't reach Engram. Is it running?") });
    });
    if (response.status === 401 && !isEntering && askedAt === entrances) signedIn.value = false;
    return response;
  },
});

/** A whole error in one line, with the fields it names. */
export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
