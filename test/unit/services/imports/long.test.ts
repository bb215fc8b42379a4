import { describe, expect, it } from "vitest";
import { readSource } from "../../../../src/services/imports/survey.ts";
import { imported } from "../../../support/imported.ts";
import { kindOf } from "../../../../src/services/imports/sources.ts";
import { LONG_EXPORTS } from "../../../support/long-exports.ts";

const MESSAGES = 10_000;
/** Each message alone, or with its answer. */
const OF_TEXT = new Set(["whatsapp", "signal", "mail", "journal"]);

describe(`${MESSAGES} messages in one conversation`, () => {
  it.each(Object.entries(LONG_EXPORTS))(
    "of %s are read whole, each known by an id of its own",
    async (format, { file, of }) => {
      const bytes = Buffer.from(of(MESSAGES));
      const source = { name: file, kind: kindOf(file), within: null, read: async () => bytes };
      const read = await readSource(source, { timeZone: "Europe/Berlin", me: "Mia" });
      const turns = read?.conversations[0]?.turns ?? [];
      expect(read?.format).toBe(format);
      expect(turns).toHaveLength(OF_TEXT.has(format) ? MESSAGES : MESSAGES / 2);
      expect(new Set(turns.map(({ externalId }) => externalId)).size).toBe(turns.length);
      expect(turns.every(({ occurredAt }) => occurredAt !== null)).toBe(true);
    },
  );

  it("of which each has another version are read in the time of its length", () => {
    const mapping: Record<string, unknown> = {};
    const message = (id: string) => ({
      id,
      author: { role: "user" },
      content: { content_type: "text", parts: [id] },
    });
    for (let n = 0; n < 50_000; n++) {
      const parent = n === 0 ? "gone" : `m${n - 1}`;
      mapping[`m${n}`] = { parent, message: message(`m${n}`) };
      mapping[`x${n}`] = { parent, message: message(`x${n}`) };
    }
    const before = performance.now();
    expect(imported([{ id: "comb", mapping }]).conversations[0]?.turns).toHaveLength(50_000);
    expect(performance.now() - before, "quadratic: minutes").toBeLessThan(30_000);
  });
});
