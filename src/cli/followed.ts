import { EngramError } from "../errors.ts";
import { readEvents } from "./sse.ts";

/** Starts a long task in the running service, prints its progress, and returns its result; throws the error it reports. */
export async function followed(
  service: { url: string; adminToken: string },
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-engram-admin": service.adminToken },
    body: JSON.stringify(body),
  });
  if (!response.ok || response.body === null)
    throw new EngramError("internal", `the service answered ${response.status}`);
  for await (const { event, data } of readEvents(response.body)) {
    const told = JSON.parse(data) as Record<string, unknown>;
    if (event === "error") throw new EngramError("invalid_request", String(told.detail));
    if (event === "done") return told;
    console.error(
      Object.entries(told)
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(", "),
    );
  }
  throw new EngramError("internal", "the service ended before it was done");
}
