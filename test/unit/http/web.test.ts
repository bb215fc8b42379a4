import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, test } from "vitest";
import { webPages } from "../../../src/http/routes/web.ts";

test("pages that are built anew while the service runs are served whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "engram-web-"));
  await mkdir(join(folder, "assets"));
  const app = fastify();
  await webPages(app, folder);
  await writeFile(join(folder, "assets", "index-abcdefgh.js"), "1");
  const { statusCode, headers } = await app.inject("/assets/index-abcdefgh.js");
  expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  for (const missing of ["/assets/", "/assets/none.js", "/assets/..%2findex.html", "/nowhere"])
    expect((await app.inject(missing)).statusCode, missing).toBe(404);
  await app.close();
  await rm(folder, { recursive: true });
});
