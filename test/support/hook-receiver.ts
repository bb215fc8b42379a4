import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A program that is told things by POST. */
export interface HookReceiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** Statuses of the next answers, one each; then 204. 0: no answer at all. */
  answers: number[];
  close(): Promise<void>;
}

export async function startHookReceiver(): Promise<HookReceiver> {
  const received: HookReceiver["received"] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      const status = answers.shift() ?? 204;
      if (status === 0) return;
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
