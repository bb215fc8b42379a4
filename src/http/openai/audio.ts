import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { AudioServer } from "../../ports/audio-server.ts";
import { clientSignal } from "../context.ts";
import { routes } from "../route.ts";
import { inForm } from "../view-schemas.ts";

/** OpenAI's own limit for a recording, bytes. */
const RECORDING_BYTES_MAX = 25 * 1024 * 1024;
const SPEECH_CHARS_MAX = 20_000;

const FORM = "multipart/form-data";
/** Sent on as it is: form fields are the server's business. */
const Recording = z.custom<Buffer>((body) => Buffer.isBuffer(body), `must be ${FORM} with a file`);
const SpeechBody = z.looseObject({ input: z.string().min(1).max(SPEECH_CHARS_MAX) });

/** Speech to text and back, by servers of their own, so that a client needs only one base URL. */
export const audioRoutes = routes(({ write }, context, app) => {
  const { audio, bodies } = context;

  async function pass(
    server: AudioServer | null,
    setting: string,
    sent: { contentType: string; body: Uint8Array },
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (server === null)
      throw new EngramError("not_implemented", `No audio server is connected (${setting})`);
    const answer = await server.send(sent, clientSignal(context, reply));
    return reply.header("content-type", answer.contentType).send(Readable.from(answer.body));
  }

  app.addContentTypeParser(FORM, (request: FastifyRequest, payload: IncomingMessage) =>
    bodies.read(request, payload),
  );

  write("POST /v1/audio/transcriptions", {
    options: { bodyLimit: RECORDING_BYTES_MAX },
    summary:
      "The text of a recording, by the server of `TRANSCRIPTION_URL`: `multipart/form-data` with `file`, and fields as OpenAI has them",
    body: Recording,
    response: { 200: inForm("As the server answers", "application/json", "text/plain", "text/vtt") },
    run: async ({ body, headers: { "content-type": contentType = FORM } }, reply) =>
      pass(audio.transcription, "TRANSCRIPTION_URL", { contentType, body }, reply),
  });

  write("POST /v1/audio/speech", {
    summary: "A text read aloud, by the server of `SPEECH_URL`; fields as OpenAI has them",
    body: SpeechBody,
    response: { 200: inForm("Sound, as the server answers", "audio/mpeg", "audio/wav") },
    async run({ body }, reply) {
      const sent = { contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
      return pass(audio.speech, "SPEECH_URL", sent, reply);
    },
  });
});
