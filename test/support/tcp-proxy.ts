import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** A stretch of network between a client and a server. */
export interface Network {
  port: number;
  /** From now on nothing that is sent arrives, and nobody is told: what is open stays open for ever. */
  cut(): void;
  /** New connections work again; those that were cut never do. */
  heal(): void;
  close(): Promise<void>;
}

/** `at`: the port of one that was closed, which refused connections in between; otherwise a free one. */
export function networkTo(port: number, at = 0): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    if (isCut) return;
    const far = connect(port, "127.0.0.1");
    sockets.add(far);
    far.on("error", () => far.destroy());
    const swallowed = (): boolean => lost.has(client);
    client.on("data", (data) => swallowed() || far.write(data));
    far.on("data", (data) => swallowed() || client.write(data));
    client.on("close", () => far.destroy());
    far.on("close", () => swallowed() || client.destroy());
  });
  const lost = new WeakSet<Socket>();
  return new Promise((resolve) => {
    server.listen(at, "127.0.0.1", () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        cut() {
          isCut = true;
          for (const socket of sockets) lost.add(socket);
        },
        heal: () => void (isCut = false),
        close: () =>
          new Promise<void>((done) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => done());
          }),
      }),
    );
  });
}
