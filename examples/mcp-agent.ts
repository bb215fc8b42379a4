// Engram's memory as tools of an agent, over MCP.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const url = new URL("/mcp", process.env["ENGRAM_URL"] ?? "http://127.0.0.1:3000");
const headers = { authorization: `Bearer ${process.env["ENGRAM_KEY"] ?? "none"}` };
const agent = new Client({ name: "example-agent", version: "1.0.0" });
await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));

async function use(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await agent.callTool({ name, arguments: args });
  const [first] = content as { text?: string }[];
  return first?.text ?? "";
}

// These are what a model is offered to call.
const { tools } = await agent.listTools();
console.log("Tools:", tools.map(({ name }) => name).join(", "));

await use("remember", { text: "My sister Annelie lives in Lyon." });
// Before the model answers: what is known, dated and marked as checked or not.
console.log(await use("recall", { query: "Where does my sister live?" }));
await agent.close();
