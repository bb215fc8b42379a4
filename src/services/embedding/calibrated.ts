import { createHash } from "node:crypto";
import { EngramError } from "../../errors.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import type { ModelGate } from "../model/gate.ts";
import { calibrate, type Calibration } from "./calibrate.ts";
import { CALIBRATION_TEXTS } from "./calibration-texts.ts";
import { CONVENTIONS, type EmbeddedAs } from "./conventions.ts";
import { describeCalibration } from "./describe-calibration.ts";
import { readNote } from "../notes.ts";
import { meanScale, scaleFor, type Scale } from "./scale.ts";
import { taggedByModel } from "./tagged-by-model.ts";

/**
 * The current embedder, which may come, go and change while the service runs; its vectors are comparable on one scale. Nothing is
 * embedded without a server, before its model has been calibrated, or by a rejected model.
 */
export interface CalibratedEmbedder {
  /** The raw server, for clients' own texts, which need no calibration; null if there is currently none. */
  server(): Embedder | null;
  /**
   * Calibrates the current model, once per model; yields to chats (`Preempted`) and resumes on the next call. Null without a model.
   */
  calibrate(signal: AbortSignal): Promise<ModelCalibration | null>;
  /** The calibration of the last requested model; null until it is known. */
  calibration(): ModelCalibration | null;
  /** Identifies comparable vectors: by model, prefixes and calibration texts. Null if no vectors can be made. */
  tag(signal: AbortSignal): Promise<string | null>;
  /** Requires a tag that is not null; otherwise rejects with `model_unavailable`. */
  embed(texts: string[], as: EmbeddedAs, signal: AbortSignal): Promise<Float32Array[]>;
  /** Embeds as under an earlier tag; null if that is no longer possible. */
  embedAs(tag: string, texts: string[], as: EmbeddedAs, signal: AbortSignal): Promise<Float32Array[] | null>;
  /**
   * The scale for vectors under a known tag and the text they are compared with; null if the model does not separate in the text's
   * language. Without a text: the scale for any language.
   */
  scaleOf(tag: string, text?: string): Scale | null;
}

export interface ModelCalibration extends Calibration {
  /** The server's name for it. */
  model: string;
  dimensions: number;
}

interface Accepted {
  server: Embedder;
  serverTag: string;
  calibration: ModelCalibration;
}

/** Changes with the texts or conventions, which determine the scales. */
const REVISION = createHash("sha256")
  .update(JSON.stringify([[...CALIBRATION_TEXTS], CONVENTIONS]))
  .digest("hex")
  .slice(0, 6);

/** Whether the model is used for vectors. */
export function isAccepted({ scales }: Calibration): boolean {
  return scales.length > 0;
}

export function calibrated(
  serverNow: () => Embedder | null,
  { system, gate, onRefused }: { system: SystemStore; gate: ModelGate; onRefused: (error: unknown) => void },
): CalibratedEmbedder {
  /** By server tag. */
  const known = new Map<string, ModelCalibration>();
  /** Vectors of a calibration in progress, by server tag and text. */
  const made = new Map<string, Float32Array>();
  /** Calibrations in progress, by server tag. */
  const measuring = new Map<string, Promise<ModelCalibration>>();
  let current: ModelCalibration | null = null;
  let last: { given: Embedder; tagged: Embedder } | null = null;

  const server = (): Embedder | null => {
    const given = serverNow();
    if (given === null) return null;
    if (last?.given !== given) {
      last = { given, tagged: taggedByModel(given, system) };
      current = null;
    }
    return last.tagged;
  };
  const find = async (serverTag: string): Promise<ModelCalibration | null> => {
    const kept = async () => (await readNote(system, noteName(serverTag))).value as ModelCalibration | null;
    const found = known.get(serverTag) ?? (await kept());
    if (found !== null) known.set(serverTag, found);
    return found;
  };
  const measure = async (of: Embedder, serverTag: string, signal: AbortSignal): Promise<ModelCalibration> => {
    const { model } = named(serverTag);
    const measured = await calibrate(async (texts) => {
      const missing = texts.filter((text) => !made.has(`${serverTag}\n${text}`));
      if (missing.length > 0) {
        const vectors = await gate.background("live", signal, (inner) => mostOf(of, missing, inner));
        missing.forEach((text, at) => made.set(`${serverTag}\n${text}`, vectors[at] ?? new Float32Array()));
      }
      return texts.map((text) => made.get(`${serverTag}\n${text}`) ?? new Float32Array());
    }, model);
    made.clear();
    const calibration = { ...named(serverTag), ...measured };
    // If another process was faster, it measured the same.
    await system.putNote({ name: noteName(serverTag), version: 0, value: calibration });
    known.set(serverTag, calibration);
    if (!isAccepted(calibration))
      onRefused(new EngramError("model_unavailable", describeCalibration(calibration)));
    return calibration;
  };
  const measuredOnce = (...of: Parameters<typeof measure>): Promise<ModelCalibration> => {
    const [, serverTag] = of;
    const begun = measuring.get(serverTag) ?? measure(...of).finally(() => measuring.delete(serverTag));
    measuring.set(serverTag, begun);
    return begun;
  };
  /** The current model; null until calibrated, or if rejected. */
  const accepted = async (signal: AbortSignal): Promise<Accepted | null> => {
    const now = server();
    const serverTag = await now?.tag(signal);
    if (now === null || serverTag === undefined) return null;
    current = await find(serverTag);
    return current !== null && isAccepted(current) ? { server: now, serverTag, calibration: current } : null;
  };
  return {
    server,
    async calibrate(signal) {
      const now = server();
      if (now === null) return null;
      const serverTag = await now.tag(signal);
      const calibration = (await find(serverTag)) ?? (await measuredOnce(now, serverTag, signal));
      if (server() === now) current = calibration;
      return calibration;
    },
    calibration: () => (server() === null ? null : current),
    async tag(signal) {
      const now = await accepted(signal);
      return now && tagOf(now.serverTag, now.calibration);
    },
    async embed(texts, as, signal) {
      const now = await accepted(signal);
      if (now === null) throw new EngramError("model_unavailable", "No embedder is connected and calibrated");
      return now.server.embed(prefixed(texts, now.calibration, as), signal);
    },
    async embedAs(tag, texts, as, signal) {
      const serverTag = serverTagOf(tag);
      const calibration = serverTag === null ? null : await find(serverTag);
      if (serverTag === null || calibration === null || tagOf(serverTag, calibration) !== tag) return null;
      return (await server()?.embedAs?.(serverTag, prefixed(texts, calibration, as), signal)) ?? null;
    },
    scaleOf(tag, text) {
      const scales = known.get(serverTagOf(tag) ?? "")?.scales ?? [];
      if (scales.length === 0) return null;
      return text === undefined ? meanScale(scales) : scaleFor(scales, text);
    },
  };
}

/**
 * Of a text that the model has no vector for (bge-m3's may be NaN), that of another stands in: one question of hundreds is then
 * answered by chance. Rejects if it has one for none.
 */
async function mostOf(server: Embedder, texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
  try {
    return await server.embed(texts, signal);
  } catch (error) {
    if (texts.length === 1 || !(error instanceof EngramError) || error.code !== "model_error") throw error;
    const ends = await Promise.allSettled(texts.map((text) => server.embed([text], signal)));
    signal.throwIfAborted();
    const vectors = ends.map((end) => (end.status === "fulfilled" ? end.value[0] : undefined));
    const other = vectors.find((vector) => vector !== undefined);
    if (other === undefined) throw error;
    return vectors.map((vector) => vector ?? other);
  }
}

function prefixed(texts: string[], { convention }: Calibration, as: EmbeddedAs): string[] {
  const prefix = CONVENTIONS.find(({ name }) => name === convention)?.[as] ?? "";
  return texts.map((text) => prefix + text);
}

function tagOf(serverTag: string, { convention }: Calibration): string {
  return `${serverTag}+${convention}.${REVISION}`;
}

/** Null if the tag does not come from a calibration. */
function serverTagOf(tag: string): string | null {
  return /^(.+)\+[a-z-]+\.[0-9a-f]{6}$/.exec(tag)?.[1] ?? null;
}

function named(serverTag: string): Pick<ModelCalibration, "model" | "dimensions"> {
  const at = serverTag.lastIndexOf("/");
  return { model: serverTag.slice(0, at), dimensions: Number(serverTag.slice(at + 1)) };
}

function noteName(serverTag: string): string {
  return `calibration/${REVISION}/${serverTag}`;
}
