import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/composition/config.ts";
import { startService } from "../../src/composition/server.ts";
import { NO_MODEL, testFolder } from "../support/service.ts";
import { filled, type OpenApi } from "./openapi-blocks.ts";

/** `npm run docs:api`: writes the blocks of docs/api.md as the routes have them now. */
const PAGE = join(import.meta.dirname, "../../docs/api.md");

const folder = await testFolder();
const service = await startService(
  readConfig({ DATA_DIR: folder.path, APP_PORT: "0", LOG_LEVEL: "silent", LLAMA_CPP_URL: NO_MODEL }),
);
try {
  writeFileSync(PAGE, filled(readFileSync(PAGE, "utf8"), service.app.swagger() as OpenApi));
} finally {
  await service.close();
  await folder.remove();
}
