import { describe, expect, it } from "vitest";
import { readImport, readTextImport } from "../../../../src/services/imports/detect.ts";
import { parseJson } from "../../../../src/services/imports/read-file.ts";
import { LONG_EXPORTS } from "../../../support/long-exports.ts";

const MESSAGES = 10_000;
/** Each message alone, or with its answer. */
const OF_TEXT = new Set(["whatsapp", "journal"]);

describe(`${MESSAGES} messages in one conversation`, () => {
  it.each(Object.entries(LONG_EXPORTS))(
    "of %s are read whole, each known by an id of its own",
    (format, { file, of }) => {
      const text = of(MESSAGES);
      const read = OF_TEXT.has(format)
        ? readTextImport(text, { name: file, timeZone: "Europe/Berlin", me: null })
        : readImport(parseJson(text));
      const turns = read?.conversations[0]?.turns ?? [];
      expect(read?.format).toBe(format);
      expect(turns).toHaveLength(OF_TEXT.has(format) ? MESSAGES : MESSAGES / 2);
      expect(new Set(turns.map(({ externalId }) => externalId)).size).toBe(turns.length);
      expect(turns.every(({ dated }) => dated)).toBe(true);
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
    expect(readImport([{ id: "comb", mapping }])?.conversations[0]?.turns).toHaveLength(50_000);
    expect(performance.now() - before, "quadratic: minutes").toBeLessThan(30_000);
  });
});
