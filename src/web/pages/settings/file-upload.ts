import { EventSourceParserStream } from "eventsource-parser/stream";
import { addressOf, ApiError } from "../../api/client.ts";

interface Upload {
  file: File;
  type: string;
  signal: AbortSignal;
}

/** Sends a file as it is; throws as the service refuses it. */
async function sendFile(path: string, { file, type, signal }: Upload): Promise<Response> {
  const headers = { "content-type": type };
  const response = await fetch(addressOf(path), { method: "POST", headers, body: file, signal });
  if (response.ok) return response;
  const told = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  const detail = `Engram answered ${response.status}.`;
  throw new ApiError({ code: "internal", detail, ...told, status: response.status });
}

/** Sends a file and reads the JSON it is answered with. */
export async function uploaded<Answer>(path: string, upload: Upload): Promise<Answer> {
  return (await (await sendFile(path, upload)).json()) as Answer;
}

/** Sends a file and reads what is told of it, as it is told. */
export async function* uploadEvents(
  path: string,
  upload: Upload,
): AsyncGenerator<{ event: string; data: unknown }> {
  const { body } = await sendFile(path, upload);
  if (body === null) return;
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (value.event !== undefined) yield { event: value.event, data: JSON.parse(value.data) as unknown };
  }
}
