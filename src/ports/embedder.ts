/** Turns texts into vectors. Absent by default: lexical mode. */
export interface Embedder {
  /** Model tag stored beside each vector. */
  readonly model: string;
  readonly dimensions: number;
  /** One unit-length vector per text, in order; rejects rather than returning a zero vector. */
  embed(texts: string[], signal: AbortSignal): Promise<Float32Array[]>;
}
