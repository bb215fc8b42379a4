import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/composition/config.ts";
import { startService } from "../../src/composition/server.ts";
import { NO_MODEL, testFolder } from "../support/service.ts";
import { generatedFiles } from "./generated.ts";
import type { OpenApi } from "./openapi.ts";

/** `npm run docs:api`: writes what follows from the description of the API, as the routes have it now. */
const ROOT = join(import.meta.dirname, "../..");

const folder = await testFolder();
const service = await startService(
  readConfig({ DATA_DIR: folder.path, APP_PORT: "0", LOG_LEVEL: "silent", LLAMA_CPP_URL: NO_MODEL }),
);
try {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
  for (const [path, text] of Object.entries(
    generatedFiles(service.app.swagger() as unknown as OpenApi, read),
  ))
    writeFileSync(join(ROOT, path), text);
} finally {
  await service.close();
  await folder.remove();
}
