import { Preempted, type ModelGate } from "../model/gate.ts";

/** Runs a step while no chat is active; a step that a chat preempts is run again from its beginning. */
export function preemptible<T>(gate: ModelGate, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  return retryPreempted(signal, () => gate.background("code", signal, step));
}

/** Repeats work that a chat preempts until it completes. */
export async function retryPreempted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Preempted) || signal.aborted) throw error;
    }
  }
}
