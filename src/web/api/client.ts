import { signal } from "@preact/signals";
import { ApiError, createEngram } from "#client";
import { t } from "../language/text.ts";
import { forgetSession } from "../storage.ts";

/** False once the service requires a key; the sign-in page then covers everything. */
export const signedIn = signal(true);

let isEntering = false;
/** Sign-ins so far: a refusal of a request from before the last one is ignored. */
let entrances = 0;

/** Not secret: the id of the key that signed this browser in last. */
const KEY_ID = "engram.key";
let shownTo = localStorage.getItem(KEY_ID);

/** The browser now has a session, in all its windows. */
export function enter(key: string): void {
  const before = shownTo;
  shownTo = key.split("_")[1] ?? "";
  localStorage.setItem(KEY_ID, shownTo);
  if (before !== null && before !== shownTo) return leave();
  entrances += 1;
  signedIn.value = true;
}

/** Somebody else may sit here now: nothing of what the page holds is for them, nor to be sent in their name. */
export function leave(): void {
  forgetSession();
  location.reload();
}

/** In another window, or while this one was put aside. */
for (const event of ["storage", "pageshow"])
  addEventListener(event, () => {
    if (shownTo !== null && localStorage.getItem(KEY_ID) !== shownTo) leave();
  });

/** While the page starts or ends its session, other refused requests do not mean that a key is required. */
export async function whileEntering(work: () => Promise<void>): Promise<void> {
  isEntering = true;
  try {
    await work();
  } finally {
    isEntering = false;
  }
}

/** A proxy's sign-in answered in Engram's place, which leads nowhere and refuses in JSON. */
export const isGated = signal(false);

export async function request(address: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: "manual" });
  const { type, status, headers } = response;
  const isRefusal = status === 401 || status === 403;
  isGated.value =
    type === "opaqueredirect" || (isRefusal && headers.get("content-type")?.includes("json") !== true);
  return response;
}

/** Requests so far that may have changed something: what the page shows is read again after each. */
export const changes = signal(0);
/** Who forgets something leaves its page first. */
const LEAVING_MS = 100;
let counting: ReturnType<typeof setTimeout> | undefined;

/** The service's URL, relative to the page: a proxy may serve it below a path. */
export const api = createEngram({
  url: new URL(".", document.baseURI).href,
  async fetch(address, init) {
    const askedAt = entrances;
    const unreachable = (detail: string) => new ApiError({ status: 0, code: "unreachable", detail });
    const response = await request(address, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw unreachable(t("Can't reach Engram. Is it running?"));
    });
    if (isGated.value) throw unreachable(t("The proxy in front of Engram wants you to sign in again."));
    if (response.status === 401 && !isEntering && askedAt === entrances) signedIn.value = false;
    if (init.method !== "GET") {
      clearTimeout(counting);
      counting = setTimeout(() => changes.value++, LEAVING_MS);
    }
    return response;
  },
});

/** A whole error in one line, with the fields it names. */
export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
