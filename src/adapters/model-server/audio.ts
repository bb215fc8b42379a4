import { EngramError } from "../../errors.ts";
import type { AudioServer } from "../../ports/audio-server.ts";
import { loginOf } from "../login.ts";
import { endpoint, keyHeader, serverAddress, serverRoot } from "./base-url.ts";

/** An hour of speech takes a small machine minutes. */
const TIMEOUT_MS = 300_000;
const ERROR_CHARS_MAX = 300;

/** @param path such as `/v1/audio/speech` */
export function createAudioServer({
  url,
  path,
  apiKey,
}: {
  url: string;
  path: string;
  apiKey: string | undefined;
}): AudioServer {
  const { url: address, headers } = loginOf(endpoint(serverRoot(url), path));
  return {
    async send({ contentType, body }, signal) {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          ...headers,
          "content-type": contentType,
          ...keyHeader(apiKey),
        },
        body: Buffer.from(body),
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        const message = `The audio server at ${serverAddress(url)} does not answer`;
        throw new EngramError("model_unavailable", message, { cause });
      });
      if (!response.ok || response.body === null) {
        const said = (await response.text()).slice(0, ERROR_CHARS_MAX);
        throw new EngramError("model_error", `The audio server answered ${response.status}: ${said}`);
      }
      return {
        contentType: response.headers.get("content-type") ?? "application/octet-stream",
        body: response.body,
      };
    },
  };
}
