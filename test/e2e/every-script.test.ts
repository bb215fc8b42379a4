import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/** Scripts that put no spaces between words: what was told in one is found, and recalled for a reply. */
const TOLD = {
  Chinese: [
    ["我弟弟李雷在成都开了一家面馆", "李雷的面馆开在哪个城市？"],
    ["医生说我对青霉素过敏", "我对哪种药过敏？"],
    ["下周三我要去机场接我的老同学", "谁要我去机场接？"],
  ],
  Japanese: [
    ["祖父は北海道で牧場を経営しています", "祖父の牧場はどこにありますか？"],
    ["昨日カメラを電車に忘れてしまいました", "カメラをどこに忘れましたか？"],
    ["娘のさくらはバレエを習っています", "さくらは何を習っていますか？"],
  ],
  Thai: [
    ["พ่อของฉันเป็นชาวประมงที่สงขลา", "พ่อของฉันทำงานอะไร"],
    ["ฉันจอดรถไว้ที่ชั้นสามของห้าง", "ฉันจอดรถไว้ที่ไหน"],
    ["เพื่อนชื่อสมชายชอบเล่นหมากรุก", "สมชายชอบเล่นอะไร"],
  ],
};

describe("turns in scripts without spaces", () => {
  let folder: TestFolder;
  let fake: FakeLlama;
  let service: TestService;
  let api: Client;

  beforeAll(async () => {
    folder = await testFolder();
    fake = await startFakeLlama();
    service = await startService(folder.path, { LLAMA_CPP_URL: fake.url });
    api = client(service.url);
    for (const [text] of Object.values(TOLD).flat()) await api.post("/memory/episodes", { text });
    await api.extracted();
  });
  afterAll(async () => {
    await service.stop();
    await fake.close();
    await folder.remove();
  });

  test.each(Object.entries(TOLD))("are found: %s", async (_, pairs) => {
    for (const [told, question = ""] of pairs) {
      const { body } = await api.get(`/memory/search?q=${encodeURIComponent(question)}`);
      expect(body.results[0]?.text, question).toContain(told);
    }
  });

  test.each(Object.entries(TOLD))("are recalled for a reply: %s", async (_, pairs) => {
    for (const [told, question = ""] of pairs) {
      const { body } = await api.post("/chat", { message: question, memory: "read" });
      expect(body.recalled[0]?.text, question).toContain(told);
    }
  });

  test.each(["面馆", "牧場", "หมากรุก"])(
    "are found by a word of theirs, and so is their conversation: %s",
    async (word) => {
      const q = encodeURIComponent(word);
      const { body } = await api.get(`/memory/search?q=${q}`);
      expect(body.results.map(({ text }: { text: string }) => text.includes(word))).toEqual([true]);
      expect((await api.get(`/conversations?q=${q}`)).body.items).not.toEqual([]);
    },
  );

  test("words apart are not taken for a word", async () => {
    expect((await api.get(`/conversations?q=${encodeURIComponent("成家")}`)).body.items).toEqual([]);
  });
});
