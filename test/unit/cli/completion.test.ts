import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { UsageError } from "../../../src/cli/arguments.ts";
import { COMMANDS } from "../../../src/cli/commands.ts";
import { completion, wordsOf } from "../../../src/cli/completion.ts";

const CLI = join(import.meta.dirname, "../../../src/cli");
const FILES: Record<string, string> = { worker: "serve" };

afterEach(() => vi.restoreAllMocks());

function script(shell: string): string {
  const log = vi.spyOn(console, "log").mockReturnValue();
  completion([shell], COMMANDS);
  return String(log.mock.calls[0]?.[0]);
}

/** What bash offers behind these words. */
function offered(...words: string[]): string[] {
  const typed = `COMP_WORDS=(engram ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}`;
  const program = `${script("bash")}\n${typed}; _engram; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", program], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.trim().split("\n");
}

test("bash completes commands, their options and their fixed words", () => {
  expect(offered("")).toEqual(Object.keys(COMMANDS));
  expect(offered("re")).toEqual(["restore", "rejections"]);
  expect(offered("restore", "--")).toEqual(["--user", "--dry-run", "--trust", "--json"]);
  expect(offered("keys", "")).toEqual(["create", "--rights", "list", "--json", "revoke"]);
  expect(offered("worker", "")).toEqual([""]);
});

test.each(["zsh", "fish"])("the script for %s has every command and option", (shell) => {
  const text = script(shell);
  for (const [name, command] of Object.entries(COMMANDS))
    for (const word of [name, ...wordsOf(command)]) expect(text).toContain(word.replace(/^--/, ""));
});

test("another shell is refused", () => {
  expect(() => completion(["tcsh"], COMMANDS)).toThrow(UsageError);
  expect(() => completion(["toString"], COMMANDS)).toThrow(UsageError);
});

test.each(Object.keys(COMMANDS))(
  "the synopsis of %s names the options that it reads, and no others",
  async (name) => {
    const source = await readFile(join(CLI, `${FILES[name] ?? name}.ts`), "utf8");
    const read = [...source.matchAll(/"?([a-z-]+)"?: \{ type: "(?:string|boolean)"/g)].map(
      ([, option]) => option,
    );
    if (source.includes("JSON_OPTION")) read.push("json");
    const named = wordsOf(COMMANDS[name] ?? { synopsis: "", summary: "", run: async () => undefined })
      .filter((word) => word.startsWith("--"))
      .map((word) => word.slice(2));
    if (name === "worker") expect(named).toEqual([]);
    else expect(named.sort()).toEqual(read.sort());
  },
);
