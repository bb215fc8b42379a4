import { cosine } from "../../domain/model/cosine.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { SystemStore } from "../../ports/memory-store.ts";

/** Its vector distinguishes models of the same name. */
const PROBE = "The lighthouse keeper's daughter sold her old bicycle before the first snow.";
/** Minimum cosine of two probe vectors of one model; on other hardware the last digits differ. */
const SAME_MIN = 0.999;
/** A server is probed again after this, milliseconds, as its model may have been replaced. */
const AGAIN_MS = 300_000;
/** Maximum number of models of one name and size that are distinguished. */
const MODELS_MAX = 50;

interface KnownTag {
  tag: string;
  at: number;
}

/**
 * An embedder whose tag changes with its model, whatever its name: the probe's vector is stored with each tag. The second model
 * under the name `m/128` gets the tag `m~2/128`. Questions wait for it only the first time.
 */
export function taggedByModel(embedder: Embedder, system: SystemStore): Embedder {
  let known: KnownTag | null = null;
  let asking: Promise<string> | null = null;
  const ask = (signal: AbortSignal): Promise<string> =>
    (asking ??= identify(embedder, system, signal)
      .then((tag) => {
        known = { tag, at: performance.now() };
        return tag;
      })
      .finally(() => (asking = null)));
  return {
    ...embedder,
    async tag(signal) {
      if (known === null) return ask(signal);
      if (performance.now() - known.at > AGAIN_MS) {
        known.at = performance.now();
        void ask(AbortSignal.timeout(AGAIN_MS)).catch(() => undefined);
      }
      return known.tag;
    },
    async embedAs(tag, texts, signal) {
      // The old model's name now refers to another model.
      const isRenamed = known !== null && tag !== known.tag && bareOf(tag) === bareOf(known.tag);
      return isRenamed ? null : ((await embedder.embedAs?.(tag, texts, signal)) ?? null);
    },
    async embed(texts, signal) {
      try {
        return await embedder.embed(texts, signal);
      } catch (error) {
        // The next server to answer may be another one.
        if (!signal.aborted) known = null;
        throw error;
      }
    },
  };
}

async function identify(embedder: Embedder, system: SystemStore, signal: AbortSignal): Promise<string> {
  const base = await embedder.tag(signal);
  const [vector] = await embedder.embed([PROBE], signal);
  if (vector === undefined) return base;
  for (let n = 1; n <= MODELS_MAX; n++) {
    const tag = n === 1 ? base : base.replace(/(?=\/\d+$)/, `~${n}`);
    const name = `embedder/${tag}`;
    const note = (await system.notes(name)).find((one) => one.name === name);
    if (note === undefined) {
      const isKept = await system.putNote({ name, version: 0, value: [...vector] });
      if (isKept) return tag;
      n -= 1;
      continue;
    }
    if (cosine(vector, note.value as number[]) >= SAME_MIN) return tag;
  }
  return base;
}

/** The tag derived from the server's name alone. */
function bareOf(tag: string): string {
  return tag.replace(/~\d+(?=\/\d+$)/, "");
}
