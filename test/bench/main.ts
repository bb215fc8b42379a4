/** `npm run bench -- <name>`: speed and robustness figures; ratios within one run. */
const BENCHES: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  kill: () => import("./kill.ts"),
  "kill-pass": () => import("./kill-pass.ts"),
  "kill-jobs": () => import("./kill-jobs.ts"),
  "chat-during-pass": () => import("./chat-during-pass.ts"),
  users: () => import("./users.ts"),
  replicas: () => import("./replicas.ts"),
  "store-profile": () => import("./store-profile.ts"),
  store: () => import("./store.ts"),
  retrieval: () => import("./retrieval.ts"),
  cost: () => import("./cost.ts"),
  "first-token": () => import("./first-token.ts"),
  migrate: () => import("./migrate.ts"),
  upkeep: () => import("./upkeep.ts"),
  "web-chat": () => import("./web-chat.ts"),
  "llama-server": () => import("./llama-server/run.ts"),
  fuzz: () => import("./fuzz.ts"),
  imports: () => import("./imports.ts"),
  "hostile-text": () => import("./hostile-text.ts"),
  web: () => import("./web.ts"),
  graph: () => import("./graph.ts"),
};

const [name = "", ...args] = process.argv.slice(2);
const load = BENCHES[name];
if (!load) {
  console.error(`use: npm run bench -- ${Object.keys(BENCHES).join(" | ")}`);
  process.exitCode = 2;
} else {
  await (await load()).run(args);
}
