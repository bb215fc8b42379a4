import { effect, signal } from "@preact/signals";
import { ApiError, type Health as Answered } from "#client";
import { api, changes, isGated, request } from "./client.ts";

/** `GET /health`, or that the service is unreachable. */
export type Health = Omit<Answered, "status"> & { status: Answered["status"] | "unreachable" };

const ASK_MS = 15_000;
export const health = signal<Health | null>(null);

export async function askHealth(): Promise<void> {
  try {
    // 503 has the same body: it names what is down.
    const response = await request(api.address("GET /health"), { signal: AbortSignal.timeout(ASK_MS) });
    if (!isGated.value) health.value = (await response.json()) as Health;
  } catch {
    health.value = { status: "unreachable" };
  }
}

/** Follows the health, and the number of questions, which each change may answer. */
export function watchHealth(): () => void {
  const end = effect(() => {
    void changes.value;
    void askHealth();
    void countReviews();
  });
  const ticking = setInterval(() => {
    if (document.visibilityState === "visible") void askHealth();
  }, ASK_MS);
  return () => {
    end();
    clearInterval(ticking);
  };
}

const COUNTED_MAX = 100;
/** The number of questions awaiting a decision, as shown in the rail: "3", "100+", or nothing. */
export const waitingReviews = signal("");

export async function countReviews(): Promise<void> {
  try {
    const { items, nextCursor } = await api("GET /memory/review", { query: { limit: COUNTED_MAX } });
    waitingReviews.value = items.length === 0 ? "" : `${items.length}${nextCursor === null ? "" : "+"}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
