import { cosine } from "../../../domain/model/cosine.ts";
import type { CalibratedEmbedder } from "../../embedding/calibrated.ts";
import { likeness } from "../../embedding/scale.ts";
import type { JobRun } from "../job.ts";
import type { Term } from "./vocabulary.ts";

/** Minimum likeness of two names to be asked about (ENT-2). */
const LIKENESS_MIN = 0.55;
/** Names compared per run, most used first. */
const TERMS_MAX = 100;

/** Pairs of names with near vectors, nearest first; none without a working embedder. */
export async function nearTerms(
  embedder: CalibratedEmbedder,
  { signal, step }: JobRun,
  terms: readonly Term[],
): Promise<[Term, Term][]> {
  if (terms.length < 2) return [];
  const most = terms.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, TERMS_MAX);
  const names = most.map(({ name }) => name);
  const made = await step(async () => ({
    tag: await embedder.tag(signal),
    vectors: await embedder.embed(names, "passage", signal),
  })).catch(() => null);
  const scale = made?.tag ? embedder.scaleOf(made.tag) : null;
  if (made === null || scale === null) return [];
  const { vectors } = made;
  const pairs = most.flatMap((one, at) =>
    most.slice(at + 1).map((other, n) => {
      const [a, b] = [vectors[at] ?? [], vectors[at + 1 + n] ?? []];
      return { pair: [one, other] as [Term, Term], near: likeness(scale, cosine(a, b)) };
    }),
  );
  return pairs
    .filter(({ near }) => near >= LIKENESS_MIN)
    .toSorted((a, b) => b.near - a.near)
    .map(({ pair }) => pair);
}
