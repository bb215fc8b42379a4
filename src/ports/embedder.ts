/** Turns texts into vectors. Absent by default: lexical mode. */
export interface Embedder {
  /**
   * The tag stored with each vector; vectors with different tags are never compared. Learned from the server on first
   * use; rejects with `model_unavailable` while it does not answer.
   */
  tag(signal: AbortSignal): Promise<string>;
  /** One unit-length vector per text, in order; rejects rather than returning a zero vector. */
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** The same using the model of an earlier tag, if the server still offers it; otherwise null. */
  embedAs?(tag: string, texts: string[], signal: AbortSignal): Promise<Float32Array[] | null>;
  /**
   * `failing`: the server reports itself healthy, but the latest calls returned no vectors; the next success clears it.
   */
  health(signal?: AbortSignal): Promise<"ready" | "failing" | "down">;
  close(): Promise<void>;
}
