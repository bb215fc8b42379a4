import { expect, test } from "vitest";
import type { Fact } from "../../../src/domain/model/fact.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import { factTeller } from "../../../src/mcp/tools/facts.ts";

/** Claude Code refuses answers of more than 25,000 tokens. */
test("a fact that was said a hundred times is told with its newest quotes", async () => {
  const settings = async () => ({ timeZone: "UTC" });
  const evidence = Array.from({ length: 100 }, (_, nth) => ({
    quote: `I live in Oslo, ${nth}`,
    assertedBy: "user",
    occurredAt: "2026-03-05T14:00:00.000Z",
    episodeId: String(nth),
  }));
  const told = await factTeller({ settings } as unknown as UserStore);
  const { said } = told({ id: "f", text: "The user lives in Oslo.", evidence } as unknown as Fact);
  expect(said.map(({ episodeId }) => episodeId)).toEqual(["97", "98", "99"]);
});
