/** Scores how well each text answers a question. Absent by default. */
export interface Reranker {
  /** One score per text, 0-1, in order. Rejects with `model_unavailable` or `model_timeout`. */
  rerank(query: string, texts: string[], signal: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
}
