/** Turns texts into vectors. Absent by default: lexical mode. */
export interface Embedder {
  /**
   * The tag stored beside each vector: vectors of different tags are never compared. Learned from the server at first
   * use; rejects with `model_unavailable` while it does not answer.
   */
  tag(signal: AbortSignal): Promise<string>;
  /** One unit-length vector per text, in order; rejects rather than returning a zero vector. */
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
  /**
   * The same with the model of an earlier tag, while the server still offers that one; null when it does not.
   */
  embedAs?(tag: string, texts: string[], signal: AbortSignal): Promise<Float32Array[] | null>;
  /** `failing`: it says that it is well, and the newest calls brought no vectors; one that succeeds ends it. */
  health(signal?: AbortSignal): Promise<"ready" | "failing" | "down">;
  close(): Promise<void>;
}
