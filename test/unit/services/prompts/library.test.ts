import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PREDICATES } from "../../../../src/domain/belief/predicate.ts";
import { estimateTokens } from "../../../../src/language/text.ts";
import { loadPrompts } from "../../../../src/services/prompts/library.ts";

const FOLDER = join(import.meta.dirname, "../../../../prompts");
const prompts = loadPrompts(FOLDER);

/**
 * A released version is never edited: facts carry its hash, and every prompt cache begins with it. A changed text
 * fails here; it belongs into a new version, with a line of its own.
 */
const RELEASED: Record<string, string> = {
  aftermath: "aftermath@1#8d39c857aefd",
  adjudicate: "adjudicate@3#af2428566685",
  blind: "blind@1#ce47b6fadc2f",
  chat: "chat@3#7f99ccb4b70d",
  consolidate: "consolidate@1#cc327863b881",
  expand: "expand@2#769ab6c958ef",
  extract: "extract@3#2b331a7b8aa0",
  "extraction-rules": "extraction-rules@3#058421ec3153",
  identity: "identity@1#15e7e23f86ee",
  confirm: "confirm@2#8e7e4e980605",
  consequences: "consequences@1#75c441f9074b",
  forget: "forget@2#191e80b70ad6",
  "entity-summary": "entity-summary@1#d1eacf9e56ce",
  portrait: "portrait@1#040cccf0ac41",
  synonyms: "synonyms@1#cd611b03c5a9",
  topics: "topics@1#82e30c198f27",
  "verdict-a": "verdict-a@2#2d1a92fc46dd",
  "verdict-b": "verdict-b@2#2cf1aec34e48",
  web: "web@1#47aa2e931c4b",
};

/** Prompt reading is slow at home; the first message of a chat waits for its prompt. */
const TOKENS_MAX = 900;
const CHAT_TOKENS_MAX = 450;

describe.each(Object.keys(RELEASED))("prompt %s", (name) => {
  test("its released text is as it was", () => {
    expect(prompts.get(name).origin).toBe(RELEASED[name]);
  });

  test("it is small", () => {
    expect(estimateTokens(prompts.get(name).text)).toBeLessThan(
      name === "chat" ? CHAT_TOKENS_MAX : TOKENS_MAX,
    );
  });
});

test("the two verdict passes share no sentence: one wording that misleads must not mislead both", () => {
  const sentences = (name: string): string[] =>
    prompts
      .get(name)
      .text.split(/(?<=[.:])\s+/)
      .filter((sentence) => sentence.length > 30);
  const second = new Set(sentences("verdict-b"));
  expect(sentences("verdict-a").filter((sentence) => second.has(sentence))).toEqual([]);
});

test("no prompt holds an example that could be written down as a fact", () => {
  for (const name of readdirSync(FOLDER)) {
    expect(prompts.get(name).text).not.toMatch(/\b(?:for example|e\.g\.|example:|zum Beispiel)/i);
  }
});

test("the extraction rules name every relation of the catalogue, and no other", () => {
  const [, listed = ""] = /^Predicates: (.*)\.$/m.exec(prompts.get("extract").text) ?? [];
  expect(listed.split(", ")).toEqual(PREDICATES.map(({ name }) => name));
});
