export interface Command {
  synopsis: string;
  summary: string;
  run(args: string[]): Promise<void>;
}

/** Every command, loaded on use: `engram keys` should not wait for the HTTP server's packages. */
export const COMMANDS: Record<string, Command> = {
  serve: {
    synopsis: "serve [--no-worker]",
    summary: "run the service: API and background work in one process, or the API alone",
    run: async (args) => (await import("./serve.ts")).serve(args),
  },
  worker: {
    synopsis: "worker",
    summary: "run background work alone; needs STORE=neo4j and QUEUE=bullmq",
    run: async (args) => (await import("./serve.ts")).work(args),
  },
  chat: {
    synopsis: "chat [--key KEY]",
    summary: "talk in the terminal; /help there lists its commands",
    run: async (args) => (await import("./chat.ts")).chat(args),
  },
  mcp: {
    synopsis: "mcp [--key KEY]",
    summary: "the memory as tools on stdin and stdout, for MCP clients that start their servers",
    run: async (args) => (await import("./mcp.ts")).mcp(args),
  },
  import: {
    synopsis: "import FILE ... [--me NAME] [--dry-run] [--user USER] [--no-wait] [--json]",
    summary:
      "read chats and journals into memory: files, zips and folders; exports of ChatGPT, Claude, Gemini, Grok, DeepSeek, Open WebUI, LibreChat, LM Studio, llama.cpp, WhatsApp, Signal and Telegram, mails, Markdown and text",
    run: async (args) => (await import("./import.ts")).importCommand(args),
  },
  export: {
    synopsis:
      "export FILE [--user USER] [--vectors] [--with-tombstones] [--json] | export FOLDER --markdown | export FILE --graphml | --rdf | --training [--key KEY]",
    summary:
      "write a user's whole memory into a file, compressed when its name ends in .gz; --markdown: pages to read, for each person, place, thing and conversation; --graphml: the graph, for Gephi, yEd or NetworkX; --rdf: the graph as N-Quads; --training: extraction requests with right and wrong answers, as chats",
    run: async (args) => (await import("./export.ts")).exportCommand(args),
  },
  restore: {
    synopsis: "restore FILE [--user USER] [--dry-run] [--trust] [--json]",
    summary: "take a file of export or backup into a user's memory; --dry-run only tells",
    run: async (args) => (await import("./restore.ts")).restoreCommand(args),
  },
  backup: {
    synopsis: "backup [--user USER] [--vectors] [--since last|FILE] [--json]",
    summary:
      "write every user's memory into BACKUP_DIR, and keep the newest BACKUP_KEEP of each; --since: only what changed since a former backup there",
    run: async (args) => (await import("./backup.ts")).backupCommand(args),
  },
  migrate: {
    synopsis: "migrate [--from STORE --to STORE | --new-hash-key]",
    summary:
      "move everything between sqlite and neo4j, or bring the store's schema up to date; --new-hash-key: the key is lost",
    run: async (args) => (await import("./migrate.ts")).migrateCommand(args),
  },
  model: {
    synopsis:
      "model | use URL | reset | test URL | exam [--url URL] | trust LEVEL [--for chat|memory|embeddings] [--model NAME] [--api-key KEY] [--key KEY] [--json]",
    summary:
      "which models are used and what they can do; choose one, test or examine it, decide how far it is trusted",
    run: async (args) => (await import("./model.ts")).modelCommand(args),
  },
  maintain: {
    synopsis: "maintain JOB [--dry-run] [--key KEY] | --list | --pause JOB | --resume JOB",
    summary:
      "run a job now and wait for it; list jobs and when they are due; pause and resume them (JOB or all)",
    run: async (args) => (await import("./maintain.ts")).maintain(args),
  },
  rejections: {
    synopsis:
      "rejections [--reason R] [--stage S] [--since DAY] [--patterns | --export FILE] [--key KEY] [--json]",
    summary: "what was refused and why; what it has in common; training pairs as JSONL",
    run: async (args) => (await import("./rejections.ts")).rejections(args),
  },
  extractions: {
    synopsis: "extractions [--key KEY] [--json] | retry ID | retry --all",
    summary: "turns that could not be extracted and why; try one or all that failed again",
    run: async (args) => (await import("./extractions.ts")).extractions(args),
  },
  keys: {
    synopsis: "keys create USER [--rights read,write,admin] | list [--json] | revoke ID",
    summary: "manage API keys; a new key is shown once and has all rights if none are named",
    run: async (args) => (await import("./keys.ts")).keysCommand(args),
  },
  audit: {
    synopsis: "audit [--user USER] [--json]",
    summary: "the newest 200 administrative acts: keys, backups, exports, restores, forgetting everything",
    run: async (args) => (await import("./audit.ts")).auditCommand(args),
  },
  doctor: {
    synopsis: "doctor [--json]",
    summary: "check the configuration, the store, the queue, the model, the embedder, and what failed",
    run: async (args) => (await import("./doctor.ts")).doctor(args),
  },
  completion: {
    synopsis: "completion bash | zsh | fish",
    summary: "print a script that completes commands and options in your shell",
    run: async (args) => (await import("./completion.ts")).completion(args, COMMANDS),
  },
};

export function helpOf({ synopsis, summary }: Command): string {
  return `engram ${synopsis}\n\n${summary}`;
}

export function usage(): string {
  const lines = Object.values(COMMANDS).map((c) => `  engram ${c.synopsis}\n      ${c.summary}`);
  return [
    "Engram: a long-term memory for a local LLM.",
    "",
    ...lines,
    "",
    "Settings come from the environment; .env.example lists them. Exit codes: 0 done, 1 failed, 2 called wrongly.",
  ].join("\n");
}
