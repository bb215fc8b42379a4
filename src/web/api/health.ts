import { signal } from "@preact/signals";
import { addressOf, ApiError, api } from "./client.ts";
import type { Page } from "./types.ts";

/** `GET /health` with a key; without one only `status` is told. */
export interface Health {
  status: "ok" | "degraded" | "down" | "unreachable";
  store?: { kind: string; state: string };
  queue?: { kind: string; state: string; waiting: number; running: number; dead: number };
  model?: { kind: string; name: string; state: string; note?: string };
  embedder?: { kind: string; name?: string; state?: string; note?: string };
  pending?: { extraction: number; verification: number; purge: number };
  failed?: { extraction: number; retrying: number; verification: number; inARow: number; note?: string };
}

const ASK_MS = 15_000;
export const health = signal<Health | null>(null);

export async function askHealth(): Promise<void> {
  try {
    // 503 carries the same answer: it says what is down.
    const response = await fetch(addressOf("/health"));
    health.value = (await response.json()) as Health;
  } catch {
    health.value = { status: "unreachable" };
  }
}

export function watchHealth(): () => void {
  void askHealth();
  const ticking = setInterval(() => {
    if (document.visibilityState === "visible") void askHealth();
  }, ASK_MS);
  return () => clearInterval(ticking);
}

const COUNTED_MAX = 100;
/** How many questions wait for a decision, as the rail shows it: "3", "100+", or nothing. */
export const waitingReviews = signal("");

export async function countReviews(): Promise<void> {
  try {
    const { items, nextCursor } = await api<Page<unknown>>("/memory/review", {
      query: { limit: COUNTED_MAX },
    });
    waitingReviews.value = items.length === 0 ? "" : `${items.length}${nextCursor === null ? "" : "+"}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
