import { signal } from "@preact/signals";
import { ApiError, createEngram } from "#client";

/** False once the service asked for a key; the sign-in page stands in front of everything then. */
export const signedIn = signal(true);

let isEntering = false;
/** Sign-ins so far: a refusal of what was asked before the last one says nothing. */
let entrances = 0;

/** The browser has a session from now on. */
export function enter(): void {
  entrances += 1;
  signedIn.value = true;
}

/** While the page makes itself a session or ends it, a refusal of something else does not mean that a key is asked for. */
export async function whileEntering(work: () => Promise<void>): Promise<void> {
  isEntering = true;
  try {
    await work();
  } finally {
    isEntering = false;
  }
}

/** The service, from where the page is: a proxy may serve it below a path. */
export const api = createEngram({
  url: new URL(".", document.baseURI).href,
  async fetch(address, init) {
    const askedAt = entrances;
    const response = await fetch(address, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new ApiError({ status: 0, code: "unreachable", detail: "Can't reach Engram. Is it running?" });
    });
    if (response.status === 401 && !isEntering && askedAt === entrances) signedIn.value = false;
    return response;
  },
});

/** The whole of a refusal in one line, with the fields it names. */
export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
