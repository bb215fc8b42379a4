import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { newId, systemClock } from "../../src/adapters/system/clock.ts";
import { testFolder } from "../support/service.ts";

test("an import without dates does not bring forgotten words back; what the API tells now is learned", async () => {
  const folder = await testFolder();
  const store = await createSqliteStore({ file: join(folder.path, "engram.db"), clock: systemClock });
  const user = store.forUser("ann");
  const put = async (text: string, source: "chat" | "import" | "api") => {
    const now = systemClock.now();
    const opened = await user.openEpisode({
      id: newId(),
      conversationId: newId(),
      createConversation: true,
      userMessage: text,
      source,
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: now,
      recordedAt: now,
      extract: false,
    });
    if (opened.outcome === "forgotten") throw new Error("forgotten whole");
    return opened.episode;
  };
  const self = await user.self();
  const told = await put("I keep a ferret called Quillon.", "chat");
  const entity = {
    id: newId(),
    name: "Quillon",
    type: "animal",
    aliases: [{ alias: "Quillon", kind: "name" as const }],
    summary: null,
    properties: {},
    confidence: 1,
    mentionCount: 0,
    createdAt: told.recordedAt,
    lastMentionedAt: told.occurredAt,
    status: "verified" as const,
    isSelf: false,
    externalKeys: [],
  };
  await user.apply({
    actor: "live",
    reason: "test",
    mutations: [
      { op: "entity.put", entity },
      { op: "mention.put", episodeId: told.id, entityId: entity.id, start: 23, end: 30 },
    ],
  });
  expect(self.isSelf).toBe(true);
  await user.forget({ entityId: entity.id }, systemClock.now());
  const imported = await put("Yesterday Quillon escaped into the garden.", "import");
  expect(imported.userMessage).not.toContain("Quillon");
  expect(imported.redacted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const fresh = await put("There is a new ferret and it is called Quillon too.", "api");
  expect(fresh.userMessage).toContain("Quillon");
  await store.close();
  await folder.remove();
});
