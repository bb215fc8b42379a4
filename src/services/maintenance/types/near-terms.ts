import { cosine } from "../../../domain/model/cosine.ts";
import type { Embedder } from "../../../ports/embedder.ts";
import type { ModelGate } from "../../model/gate.ts";
import { preemptible } from "../retry-preempted.ts";
import type { Term } from "./vocabulary.ts";

/** Cosine from which two names are asked about (ENT-2). */
const COSINE_MIN = 0.6;
/** Names compared in one run, those used most. */
const TERMS_MAX = 100;

/** Pairs of names whose vectors lie near, nearest first; none without an embedder that answers. */
export async function nearTerms(
  { embedder, gate }: { embedder: Embedder | null; gate: ModelGate },
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<[Term, Term][]> {
  if (embedder === null || terms.length < 2) return [];
  const most = terms.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, TERMS_MAX);
  const names = most.map(({ name }) => name);
  const vectors = await preemptible(gate, signal, () => embedder.embed(names, signal)).catch(() => null);
  if (vectors === null) return [];
  const pairs = most.flatMap((one, at) =>
    most.slice(at + 1).map((other, n) => {
      const [a, b] = [vectors[at] ?? [], vectors[at + 1 + n] ?? []];
      return { pair: [one, other] as [Term, Term], near: cosine(a, b) };
    }),
  );
  return pairs
    .filter(({ near }) => near >= COSINE_MIN)
    .toSorted((a, b) => b.near - a.near)
    .map(({ pair }) => pair);
}
