#!/usr/bin/env node
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Node strips the types of every module at every start, again in every thread; with a cache, a start takes half the
// time. The folder is the user's own: in a shared one others could plant code. If its parent folder is missing, Node
// may hang.
const base = process.env.XDG_CACHE_HOME || process.env.HOME;
if (base && existsSync(base)) {
  process.env.NODE_COMPILE_CACHE ??= join(
    base,
    process.env.XDG_CACHE_HOME ? "" : ".cache",
    "engram",
    "compile",
  );
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

await import("./cli/main.ts");
