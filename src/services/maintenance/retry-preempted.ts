import { Preempted, type ModelGate } from "../model/gate.ts";

/** Runs a step when nobody chats; one that a message took the model from is done again from its beginning. */
export function runPreemptible<T>(gate: ModelGate, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  return retryPreempted(signal, () => gate.background("code", signal, step));
}

/** Does again what a message interrupted, until it comes to its end. */
export async function retryPreempted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Preempted) || signal.aborted) throw error;
    }
  }
}
