import type { ComponentType } from "preact";
import { lazy } from "preact/compat";
import { api } from "../api/client.ts";
import { Failed } from "./parts.tsx";

const ASK_MS = 1_000;
/** A page still missing after one reload is missing for another reason. */
const RELOADED = "engram.reloaded";

type Load = () => Promise<{ default: ComponentType }>;
const loads: Load[] = [];

/** Preloads every page when idle, so that they open at once, even while the service is down. */
export function preloadPages(): void {
  const later =
    "requestIdleCallback" in window ? requestIdleCallback : (work: () => void) => setTimeout(work, 1_000);
  later(() => loads.forEach((load) => void load().catch(() => undefined)));
}

/**
 * A page loaded when opened, or when idle before. Browsers cache a failed import, so after one the whole app is reloaded,
 * once the service answers.
 */
export function lazyPage(load: Load, preloads = true): ComponentType {
  if (preloads) loads.push(load);
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
    if ((await fetch(api.address("GET /health")).catch(() => null)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
