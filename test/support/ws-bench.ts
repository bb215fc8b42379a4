import { once } from "node:events";
import { WebSocket, type ClientOptions } from "ws";
import { expect } from "vitest";
import { ServerFrame } from "../../src/http/ws/frames.ts";
import { client, until, type Client } from "./client.ts";
import { startFakeLlama, type FakeLlama } from "./fake-llama/index.ts";
import { startService, testFolder, type TestService } from "./service.ts";

/** A service with a fake llama-server behind it, and sockets that are ended together. */
export interface WsBench {
  service: TestService;
  fake: FakeLlama;
  api: Client;
  /** A socket that may be refused. */
  dial(url: string, protocols?: string[], options?: ClientOptions, path?: string): Socket;
  /** One that is open. */
  connect(url?: string): Promise<Socket>;
  /** Ends every socket and lets the model behave again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startWsBench(): Promise<WsBench> {
  const folder = await testFolder();
  const fake = await startFakeLlama({ slots: 4 });
  const service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
  const open = new Set<Socket>();
  const dial: WsBench["dial"] = (url, protocols = ["engram"], options = {}, path = "/ws") => {
    const socket = new Socket(`${url.replace("http", "ws")}${path}`, protocols, options);
    open.add(socket);
    return socket;
  };
  return {
    service,
    fake,
    api: client(service.url),
    dial,
    async connect(url = service.url) {
      const socket = dial(url);
      await once(socket.ws, "open");
      return socket;
    },
    async reset() {
      for (const socket of open) socket.end();
      open.clear();
      await fake.restore();
    },
    async close() {
      await service.stop();
      await fake.close();
      await folder.remove();
    },
  };
}

/** A client that checks every frame against the schema and keeps it. */
class Socket {
  readonly ws: WebSocket;
  readonly frames: any[] = [];
  readonly closed: Promise<number>;
  constructor(url: string, protocols: string[], options: ClientOptions) {
    this.ws = new WebSocket(url, protocols, options);
    this.ws.on("message", (data: Buffer, isBinary) => {
      expect(isBinary).toBe(false);
      const json = JSON.parse(data.toString()) as unknown;
      const parsed = ServerFrame.safeParse(json);
      this.frames.push(
        parsed.success ? json : { type: "not a ServerFrame", json, error: parsed.error.message },
      );
    });
    this.ws.on("error", () => undefined);
    this.closed = new Promise((resolve) => this.ws.once("close", resolve));
  }
  send(frame: unknown): void {
    this.ws.send(JSON.stringify(frame));
  }
  of(id: string): any[] {
    return this.frames.filter((frame) => frame.id === id);
  }
  async until(match: (frame: any) => boolean, what: string): Promise<any> {
    await until(
      async () => this.frames.some(match),
      `${what} among ${JSON.stringify(this.frames.slice(-3))}`,
    );
    return this.frames.find(match);
  }
  done(id: string): Promise<any> {
    return this.until(
      (frame) => frame.id === id && /^chat\.(?:done|error)$/.test(frame.type),
      `the end of ${id}`,
    );
  }
  /** Nothing that the schema does not know may ever arrive. */
  end(): void {
    expect(this.frames.filter(({ type }) => type === "not a ServerFrame")).toEqual([]);
    this.ws.terminate();
  }
}
