// The `openai` package against Engram: only the address changes.
import OpenAI from "openai";

const baseURL = `${process.env["ENGRAM_URL"] ?? "http://127.0.0.1:3000"}/v1`;
const openai = new OpenAI({ baseURL, apiKey: process.env["ENGRAM_KEY"] ?? "none" });

async function ask(message: string, memory: "on" | "off" = "on"): Promise<string> {
  const completion = await openai.chat.completions.create(
    { model: "engram", messages: [{ role: "user", content: message }] },
    { headers: { "X-Engram-Memory": memory } },
  );
  return completion.choices[0]?.message.content ?? "";
}

// Each call without a history is a conversation of its own: what is known comes from memory.
await ask("My sister Annelie moved to Lyon.");
console.log(await ask("Where does my sister live?"));
console.log("\nWithout memory:", await ask("Where does my sister live?", "off"));
