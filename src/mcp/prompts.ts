import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Right } from "../domain/model/rights.ts";
import { NAME_CHARS_MAX } from "../http/schemas.ts";

const asUser = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

/** Prompts that a user picks in a client, each for the tools of this server. */
export function registerPrompts(server: McpServer, rights: readonly Right[]): void {
  server.registerPrompt(
    "what-do-you-know",
    {
      title: "What do you know about ...?",
      description: "Everything that is remembered about a person, place or topic, with its sources.",
      argsSchema: z.object({
        about: z.string().min(1).max(NAME_CHARS_MAX).optional().describe("Without it: about me."),
      }),
    },
    ({ about }) =>
      asUser(
        `What do you remember about ${about ?? "me"}? Use recall and facts, say what is certain and what is not, ` +
          "and quote the words that each statement rests on.",
      ),
  );
  if (!rights.includes("write")) return;
  server.registerPrompt(
    "review-memory",
    { title: "Review what waits", description: "Goes through what the memory could not decide by itself." },
    () =>
      asUser(
        "Use review to find what waits for my decision. Ask me about one item at a time, in plain words, with the quotes " +
          "on both sides, and take my answer with decide. Decide nothing yourself.",
      ),
  );
  server.registerPrompt(
    "remember-this",
    { title: "Remember this conversation", description: "Stores what I said here, in my own words." },
    () =>
      asUser(
        "Store with remember what I told you about myself, my people and plans in this conversation: my own sentences, " +
          "word for word, one call for each message. Leave out what I asked to keep off the record.",
      ),
  );
}
