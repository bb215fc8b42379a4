import { apiPage } from "./api-page.ts";
import type { OpenApi } from "./openapi.ts";
import { pythonTypes } from "./python-client.ts";
import { typescriptTypes } from "./typescript-client.ts";

/** Files that are written from the description of the API, by path. */
export function generatedFiles(document: OpenApi, read: (path: string) => string): Record<string, string> {
  return {
    "docs/api.md": apiPage(document, read("docs/concepts.md")),
    "clients/typescript/src/schema.ts": typescriptTypes(document),
    "clients/python/engram_client/schema.py": pythonTypes(document),
  };
}
