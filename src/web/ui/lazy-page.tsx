import type { ComponentType } from "preact";
import { lazy } from "preact/compat";
import { addressOf } from "../api/client.ts";
import { Failed } from "./states.tsx";

const ASK_MS = 1_000;
/** A page that is still missing after it was loaded again once is missing for another reason. */
const RELOADED = "engram.reloaded";

/**
 * A page that is loaded when it is opened. Browsers keep a failed import, so after one the whole app is loaded again, once
 * the service answers.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(RELOADED);
      return page;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) !== null) {
        sessionStorage.removeItem(RELOADED);
        return { default: () => <Failed error={error} retry={() => location.reload()} /> };
      }
      await answers();
      sessionStorage.setItem(RELOADED, "yes");
      location.reload();
      return new Promise<never>(() => undefined);
    }
  });
}

async function answers(): Promise<void> {
  for (;;) {
    if ((await fetch(addressOf("/health")).catch(() => null)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
