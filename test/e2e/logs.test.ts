import { once } from "node:events";
import { connect } from "node:net";
import { WebSocket } from "ws";
import { expect, test } from "vitest";
import { client } from "../support/client.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { NO_MODEL, startProcess, testFolder } from "../support/service.ts";

test("at the most talkative level logs hold no word of what was said, answered or remembered", async () => {
  const folder = await testFolder();
  const fake = await startFakeLlama();
  fake.reply("Quorvane is a splendid name.");
  fake.extract = () => ({
    turns: [
      {
        turn: 1,
        facts: [
          {
            subject: "user",
            predicate: "HAS_PET",
            object: "Zibbeldyne",
            text: "The user has Zibbeldyne.",
            quote: "Zibbeldyne",
          },
        ],
      },
    ],
  });
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: fake.url, LOG_LEVEL: "trace" });
  const api = client(service.url);
  try {
    await api.say("My parrot is called Zibbeldyne.");
    await api.verify();
    await api.get("/memory/search?q=Zibbeldyne");
    await api.get("/memory/search?q=Zibbeldyne&limit=0");
    await api.post("/chat", '{"message": "Zibbeldyne');
    await api.post("/memory/facts", { subject: "Zibbeldyne" });
    await fake.misbehave("error-in-stream", { times: 1 });
    await api.post("/chat", { message: "Zibbeldyne sings." });
    fake.extract = () => "Zibbeldyne is no JSON";
    await api.say("Zibbeldyne sleeps.");
    const send = async (path: string, type: string, body: string): Promise<number> => {
      const headers = { "content-type": type, accept: "application/json, text/event-stream" };
      return (await fetch(service.url + path, { method: "POST", headers, body })).status;
    };
    const call = (name: string, given: object): string =>
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });
    const said = "We met\nat Zibbeldyne's\n    at Zibbeldyne (a.ts:1:2)";
    for (const body of [
      call("recall", { query: said, limit: said }),
      call(said, { text: said }),
      call("forget", { factId: said }),
      `{"jsonrpc": "2.0", "method": "Zibbeldyne`,
    ])
      await send("/mcp", "application/json", body);
    for (const body of [`{"kind": "Zibbeldyne"`, JSON.stringify({ kind: said }), said, "\ufffdZibbeldyne"]) {
      await send("/memory/import", "application/x-ndjson", body);
      await send("/memory/import/chats", "application/json", body);
      await send("/v1/chat/completions", "application/json", body);
      await send("/v1/embeddings", "application/json", body);
      await send("/chat", "application/zibbeldyne", body);
    }
    const chat = { id: said, mapping: { [said]: { message: { author: { role: said } } } } };
    await send("/memory/import/chats", "application/json", JSON.stringify([chat]));
    await api.post("/chat", { message: said, mode: said, [said]: said, conversationId: said });
    await api.post("/memory/episodes", { text: said, occurredAt: said, speaker: said });
    await api.post("/memory/forget", { from: said, to: said });
    const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws`);
    await once(socket, "open");
    for (const frame of [
      said,
      JSON.stringify({ type: said, id: said }),
      `{"type":"chat.send","id":"Zibbeldyne`,
    ])
      socket.send(frame);
    await once(socket, "message");
    socket.terminate();
    const entity = (await api.get("/memory/entities?q=Zibbeldyne")).body.items[0];
    if (entity) await api.post("/memory/forget", { entityId: entity.id });
    expect(service.output()).toContain('"msg":"request"');
    expect(service.output()).not.toMatch(/zibbeldyne|quorvane/i);
  } finally {
    await service.stop();
    await fake.close();
    await folder.remove();
  }
});

test("at the most talkative level logs hold no address that was asked for", async () => {
  const folder = await testFolder();
  const service = await startProcess(folder.path, { LLAMA_CPP_URL: NO_MODEL, LOG_LEVEL: "trace" });
  const { hostname, port } = new URL(service.url);
  const ask = async (address: string, ...headers: string[]): Promise<string> => {
    const socket = connect({ port: Number(port), host: hostname });
    const head = [`GET ${address} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return answer.toString().slice(9, 12);
  };
  const upgrade = [
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ];
  const closing = "Connection: close";
  const SECRET = "quorvane7sesame";
  try {
    const answers = {
      unknown: await ask(`/${SECRET}?key=${SECRET}`, closing),
      health: await ask(`/health?x=${SECRET}`, closing),
      ready: await ask(`/readyz?x=${SECRET}`, closing),
      malformed: await ask(`/%zz${SECRET}`, closing),
      notHttp: await ask(`/a b ${SECRET}`, closing),
      wrongField: await ask(`/memory/search?${SECRET}=1`, closing),
      v1: await ask(`/v1/${SECRET}`, closing),
      upgradeOfHealth: await ask(`/health?x=${SECRET}`, ...upgrade),
      upgradeOfUnknown: await ask(`/${SECRET}`, ...upgrade),
      upgradeOfMalformed: await ask(`/%zz${SECRET}`, ...upgrade),
      upgradeRefused: await ask(`/ws?x=${SECRET}`, ...upgrade, "Origin: https://elsewhere.example"),
    };
    expect(answers).toMatchObject({ unknown: "404", health: "200", malformed: "400", upgradeRefused: "403" });
    expect(service.output()).toContain('"msg":"request"');
    expect(service.output()).not.toContain(SECRET);
  } finally {
    await service.stop();
    await folder.remove();
  }
});
