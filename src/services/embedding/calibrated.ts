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
 * An embedder whose vectors can be compared on one scale. Nothing is embedded before its model is calibrated, nor by a model
 * that was refused.
 */
export interface CalibratedEmbedder {
  /** The server as it is: a client's own texts are no business of the calibration. */
  readonly server: Embedder;
  /** False: there is none at the moment. */
  isConnected(): boolean;
  /** Measures the model of now, once per model; yields to chats (`Preempted`) and goes on where it was. Null without one. */
  calibrate(signal: AbortSignal): Promise<ModelCalibration | null>;
  /** Of the model that was asked for last; null until it is known. */
  calibration(): ModelCalibration | null;
  /** Tells vectors that may be compared: model, prefixes, and the texts it was calibrated by. Null: none are made. */
  tag(signal: AbortSignal): Promise<string | null>;
  /** Of a tag that is not null; else rejects with `model_unavailable`. */
  embed(texts: string[], as: EmbeddedAs, signal: AbortSignal): Promise<Float32Array[]>;
  /** The same as they were made under an earlier tag; null when that is not possible any more. */
  embedAs(tag: string, texts: string[], as: EmbeddedAs, signal: AbortSignal): Promise<Float32Array[] | null>;
  /**
   * For vectors of a tag that was returned or embedded by before, and a text that they are compared with; null where the model
   * does not separate in its language. Without a text: for any.
   */
  scaleOf(tag: string, text?: string): Scale | null;
}

export interface ModelCalibration extends Calibration {
  /** As its server names it. */
  model: string;
  dimensions: number;
}

interface Accepted {
  serverTag: string;
  calibration: ModelCalibration;
}

/** Other texts or conventions make other scales. */
const REVISION = createHash("sha256")
  .update(JSON.stringify([[...CALIBRATION_TEXTS], CONVENTIONS]))
  .digest("hex")
  .slice(0, 6);

/** Whether vectors are made with it. */
export function isAccepted({ scales }: Calibration): boolean {
  return scales.length > 0;
}

export function calibrated(
  embedder: Embedder,
  { system, gate, onRefused }: { system: SystemStore; gate: ModelGate; onRefused: (error: unknown) => void },
): CalibratedEmbedder {
  const server = taggedByModel(embedder, system);
  /** By the server's tag. */
  const known = new Map<string, ModelCalibration>();
  /** Vectors of a calibration under way, by the server's tag and text. */
  const made = new Map<string, Float32Array>();
  let current: ModelCalibration | null = null;
  let measuring: Promise<ModelCalibration> | null = null;

  const find = async (serverTag: string): Promise<ModelCalibration | null> => {
    const kept = async () => (await readNote(system, noteName(serverTag))).value as ModelCalibration | null;
    const found = known.get(serverTag) ?? (await kept());
    if (found !== null) known.set(serverTag, found);
    return found;
  };
  const measure = async (serverTag: string, signal: AbortSignal): Promise<ModelCalibration> => {
    const measured = await calibrate(async (texts) => {
      const missing = texts.filter((text) => !made.has(`${serverTag}\n${text}`));
      if (missing.length > 0) {
        const vectors = await gate.background("live", signal, (inner) => server.embed(missing, inner));
        missing.forEach((text, at) => made.set(`${serverTag}\n${text}`, vectors[at] ?? new Float32Array()));
      }
      return texts.map((text) => made.get(`${serverTag}\n${text}`) ?? new Float32Array());
    });
    made.clear();
    const calibration = { ...named(serverTag), ...measured };
    // Where another process was faster, it measured the same.
    await system.putNote({ name: noteName(serverTag), version: 0, value: calibration });
    known.set(serverTag, calibration);
    if (!isAccepted(calibration))
      onRefused(new EngramError("model_unavailable", describeCalibration(calibration)));
    return calibration;
  };
  /** Of the model of now; null before it is calibrated, and when it was refused. */
  const accepted = async (signal: AbortSignal): Promise<Accepted | null> => {
    const serverTag = await server.tag(signal);
    current = await find(serverTag);
    return current !== null && isAccepted(current) ? { serverTag, calibration: current } : null;
  };
  return {
    server,
    isConnected: () => true,
    async calibrate(signal) {
      const serverTag = await server.tag(signal);
      current =
        (await find(serverTag)) ??
        (await (measuring ??= measure(serverTag, signal).finally(() => (measuring = null))));
      return current;
    },
    calibration: () => current,
    async tag(signal) {
      const now = await accepted(signal);
      return now && tagOf(now.serverTag, now.calibration);
    },
    async embed(texts, as, signal) {
      const now = await accepted(signal);
      if (now === null) throw new EngramError("model_unavailable", "The embedder is not calibrated");
      return server.embed(prefixed(texts, now.calibration, as), signal);
    },
    async embedAs(tag, texts, as, signal) {
      const serverTag = serverTagOf(tag);
      const calibration = serverTag === null ? null : await find(serverTag);
      if (serverTag === null || calibration === null || tagOf(serverTag, calibration) !== tag) return null;
      return (await server.embedAs?.(serverTag, prefixed(texts, calibration, as), signal)) ?? null;
    },
    scaleOf(tag, text) {
      const scales = known.get(serverTagOf(tag) ?? "")?.scales ?? [];
      if (scales.length === 0) return null;
      return text === undefined ? meanScale(scales) : scaleFor(scales, text);
    },
  };
}

function prefixed(texts: string[], { convention }: Calibration, as: EmbeddedAs): string[] {
  const prefix = CONVENTIONS.find(({ name }) => name === convention)?.[as] ?? "";
  return texts.map((text) => prefix + text);
}

function tagOf(serverTag: string, { convention }: Calibration): string {
  return `${serverTag}+${convention}.${REVISION}`;
}

/** Null for a tag of vectors that no calibration made. */
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
