import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { EngramError, invalidField } from "../errors.ts";

/**
 * JSON bodies as they arrive. Unfinished bodies are kept in memory, so their total is bounded: beyond that the
 * largest is refused, which spares short messages on slow lines.
 */
export type Bodies = ReturnType<typeof createBodies>;

const MIB = 1024 * 1024;
/** Of all unfinished bodies: two of the largest histories of `/v1`, far below what a small machine can spare. */
const PROCESS_BYTES_MAX = 128 * MIB;
/** Per address; clients behind a proxy share its address. */
const ADDRESS_BYTES_MAX = 64 * MIB;
/** Longest wait for the next chunk: a live connection delivers something within half a minute, however slow it is. */
const PAUSE_MS_MAX = 30_000;

/** Cost of a body that has barely begun: its socket and its request. This bounds the number of bodies, too. */
const BODY_BYTES_MIN = 64 * 1024;

interface OpenBody {
  address: string;
  bytes: number;
  refuse: (error: EngramError) => void;
}

export function createBodies() {
  const open = new Set<OpenBody>();

  const sizeOf = (some: OpenBody[]): number => some.reduce((sum, { bytes }) => sum + bytes, 0);

  const refuseBeyond = (some: OpenBody[], bytesMax: number): void => {
    if (sizeOf(some) <= bytesMax) return;
    const message = "Too much is being sent at once; try again";
    const [largest] = some.toSorted((a, b) => b.bytes - a.bytes);
    largest?.refuse(new EngramError("overloaded", message, { fields: [{ field: "body", message }] }));
  };

  return {
    /**
     * Throws `unsupported_media_type` if it is compressed, `payload_too_large`, `overloaded`, `request_timeout`, and
     * `invalid_request` if it ends early.
     */
    read(request: FastifyRequest, payload: Readable): Promise<Buffer> {
      const sizeMax = request.routeOptions.bodyLimit;
      const { "content-length": length, "content-encoding": encoding = "identity" } = request.headers;
      if (encoding !== "identity") return Promise.reject(compressed());
      const told = Number(length ?? Number.NaN);
      if (told > sizeMax) return Promise.reject(tooLarge(sizeMax));
      return new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const body: OpenBody = { address: request.ip, bytes: BODY_BYTES_MIN, refuse: (error) => end(error) };
        const end = (error: EngramError | null): void => {
          clearTimeout(timer);
          open.delete(body);
          payload.off("data", take).off("end", ended).off("error", cut).off("close", cut);
          if (error === null) return resolve(Buffer.concat(chunks));
          chunks.length = 0;
          payload.on("error", () => undefined).resume();
          reject(error);
        };
        const timer = setTimeout(
          () => end(new EngramError("request_timeout", "The body did not arrive")),
          PAUSE_MS_MAX,
        );
        const cut = (): void => end(incomplete());
        const ended = (): void => end(told >= 0 && told !== size ? incomplete() : null);
        const take = (chunk: Buffer): void => {
          timer.refresh();
          size += chunk.length;
          if (size > sizeMax) return end(tooLarge(sizeMax));
          chunks.push(chunk);
          body.bytes += chunk.length;
          bound();
        };
        const bound = (): void => {
          refuseBeyond(
            [...open].filter(({ address }) => address === body.address),
            ADDRESS_BYTES_MAX,
          );
          refuseBeyond([...open], PROCESS_BYTES_MAX);
        };
        open.add(body);
        payload.on("data", take).on("end", ended).on("error", cut).on("close", cut);
        bound();
      });
    },
  };
}

function tooLarge(bytesMax: number): EngramError {
  const message = `The body is too large: more than ${bytesMax / 1024} KiB`;
  return new EngramError("payload_too_large", message, { fields: [{ field: "body", message }] });
}

function compressed(): EngramError {
  return invalidField("Content-Encoding", "send the body uncompressed", "unsupported_media_type");
}

function incomplete(): EngramError {
  return invalidField("body", "is not as long as Content-Length says");
}
