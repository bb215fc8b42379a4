import { expect, test } from "vitest";
import { client } from "../support/client.ts";
import { startFakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder } from "../support/service.ts";

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
  const service = await startService(folder.path, { LLAMA_CPP_URL: fake.url, LOG_LEVEL: "trace" });
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
