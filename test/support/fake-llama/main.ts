/** The fake as its own process: `node test/support/fake-llama/main.ts --port N [--slots N] [--token-delay-ms N]`. */
import { parseArgs } from "node:util";
import { startFakeLlama } from "./fake-llama.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    slots: { type: "string", default: "1" },
    "token-delay-ms": { type: "string", default: "0" },
  },
});

const fake = await startFakeLlama({
  port: Number(values.port),
  slots: Number(values.slots),
  tokenDelayMs: Number(values["token-delay-ms"]),
});
console.log(`listening on ${fake.url}`);

for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => void fake.close().then(() => process.exit(0)));
}
