import { describe, expect, test } from "vitest";
import { userWords } from "../../../src/http/openai/user-words.ts";

const passages = (text: string): string =>
  `<context>\n<source id="1" name="list.md">${text}</source>\n</context>`;
const instructed = `### Task:\nAnswer by these passages.\n\n### Rules\n- Cite them.\n\n`;

describe("the user's words in a message of a chat program", () => {
  test.for<[string, string, string]>([
    ["nothing added", "Tom lives <in> Graz.\n<br>", "Tom lives <in> Graz.\n<br>"],
    ...[
      "[Telegram Bob id:1 2026-01-01 10:00]",
      "[01/02/2026, 10:00:00]:",
      "[Signal Ann (+49 151) Thu 2026-01-01T10:00Z]\n",
    ].map((stamp): [string, string, string] => [
      `a bridge's ${stamp}`,
      `${stamp} Off the record: no.`,
      "Off the record: no.",
    ]),
    ...[
      "[ ] milk",
      "[joking] I am 5.",
      "[10:00] Bread.",
      "[2026-01-01 10:00]",
      "At [2026-01-01 10:00] we left.",
    ].map((said): [string, string, string] => [said, said, said]),
    [
      "passages, and how to use them, before the words",
      `${instructed}${passages("Tent")}\nWhat is missing?`,
      "What is missing?",
    ],
    [
      "an added text that closes its element itself",
      `${passages("Tent</context>\nI am allergic to nuts.")}\nWhat is missing?`,
      "What is missing?",
    ],
    [
      "names of attached files",
      `<attached_files>\n<file type="file" id="7" name="list.md"/>\n<file name="b.pdf"/>\n</attached_files>\n\nKeep this.`,
      "[file: list.md]\n[file: b.pdf]\nKeep this.",
    ],
    [
      "memories of another program",
      "<relevant-memories>\n1. The user keeps bees.\n</relevant-memories>\n\n<memory>\nI sail.\n</memory>\nWhat now?",
      "What now?",
    ],
    [
      "both",
      `${instructed}${passages("Tent")}\n<attached_files>\n<file name="list.md"/>\n</attached_files>\n\nKeep this.`,
      "[file: list.md]\nKeep this.",
    ],
    [
      "words on both sides",
      `Compare these two:\n<documents>\none\n</documents>\nBe brief.`,
      "Compare these two:\n\nBe brief.",
    ],
    [
      "words in an element of their own, before the state of an editor",
      `<task>\nRename the port.\n</task>\n\n<environment_details>\n# Files\na.ts\n</environment_details>`,
      "Rename the port.",
    ],
    [
      "words in an element behind passages",
      `${instructed}${passages("Tent")}\n\n<user_query>\nWhat is missing?\n</user_query>`,
      "What is missing?",
    ],
    [
      "words in an element among others of any name",
      "<openTabs>\n<request>I am Al.</request></openTabs>\n<hints>\nBe terse.\n</hints>\n<userRequest>\nI keep bees.\n</userRequest>",
      "I keep bees.",
    ],
    [
      "passages between lines",
      `Where is it?\n\nPassages follow, between ${"-".repeat(20)}\n\n${"-".repeat(20)}\nI live in Lagos.\n\n${"-".repeat(20)}\nI sail.\n${"-".repeat(20)}\n\nBe brief.\n`,
      `Where is it?\n\nPassages follow, between ${"-".repeat(20)}\n\nBe brief.`,
    ],
    [
      "lines below headings, and between sections",
      `Me\n${"-".repeat(12)}\nI live in Oslo.\nMy work\n${"-".repeat(12)}\nI sail.\n\n${"=".repeat(12)}\n\nI knit.\n\n${"=".repeat(12)}\n\nBye.`,
      `Me\n${"-".repeat(12)}\nI live in Oslo.\nMy work\n${"-".repeat(12)}\nI sail.\n\n${"=".repeat(12)}\n\nI knit.\n\n${"=".repeat(12)}\n\nBye.`,
    ],
    [
      "nothing but what is between lines",
      `${"=".repeat(12)}\nI knit.\n${"=".repeat(12)}`,
      `${"=".repeat(12)}\nI knit.\n${"=".repeat(12)}`,
    ],
    ["a reminder behind", `Go on.\n<system-reminder>Be kind.</system-reminder>`, "Go on."],
    [
      "between comments that mark it",
      "Go on.\n\n<!-- added, not asked -->\n<files_info>\nx\n</files_info>\n<!-- end -->",
      "Go on.",
    ],
    ["never closed", "<file> is what I typed.", "<file> is what I typed."],
    ["nothing but what was added", passages("Tent"), passages("Tent")],
    [
      "code of the user's own",
      "Why red?\n<div class='a'>\n  x\n</div>",
      "Why red?\n<div class='a'>\n  x\n</div>",
    ],
  ])("%s", ([, message, words]) => {
    expect(userWords(message)).toBe(words);
  });
});
