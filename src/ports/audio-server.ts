/** A server with OpenAI's audio API, such as whisper.cpp's. */
export interface AudioServer {
  /**
   * Sends a request as the client sent it and resolves with the response as it arrives. Rejects with `model_unavailable` if the
   * server does not answer, `model_error` if it refuses.
   */
  send(
    request: { contentType: string; body: Uint8Array },
    signal: AbortSignal,
  ): Promise<{ contentType: string; body: AsyncIterable<Uint8Array> }>;
}

export interface AudioServers {
  /** Speech to text. */
  transcription: AudioServer | null;
  /** Text to speech. */
  speech: AudioServer | null;
}
