import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A mail server that keeps what it is given. */
export interface MailServer {
  url: string;
  /** Each with its head and body as they came. */
  messages: string[];
  /** Codes with which the next messages are refused, one each. */
  refuse: number[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const state = { messages: [] as string[], refuse: [] as number[] };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    serve(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...state,
    url: `smtp://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(socket: Socket, { messages, refuse }: { messages: string[]; refuse: number[] }): void {
  let rest = "";
  let data: string[] | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const line = (text: string): void => {
    if (data !== null) {
      if (text !== ".") return void data.push(text);
      const code = refuse.shift();
      if (code === undefined) messages.push(data.join("\n"));
      data = null;
      return say(code === undefined ? "250 taken" : `${code} not now`);
    }
    const command = text.slice(0, 4).toUpperCase();
    if (command === "DATA") data = [];
    if (command === "DATA") return say("354 go on");
    if (command === "QUIT") return void socket.end("221 bye\r\n");
    say(["EHLO", "HELO", "MAIL", "RCPT", "RSET", "NOOP"].includes(command) ? "250 ok" : "502 unknown");
  };
  say("220 mail.test");
  socket.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\r\n");
    rest = lines.pop() ?? "";
    for (const one of lines) line(one);
  });
}
