import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Where the service looks for the built pages. */
const OUT = join(import.meta.dirname, "../../dist/web");
const LARGE_BYTES = 1_000_000;
const COMPRESSED = new Set([".html", ".js", ".css", ".svg"]);

/** Outside of the bundles: it runs in a frame without an origin, which loads no modules. */
function diagrams(): Plugin {
  return {
    name: "diagrams",
    generateBundle() {
      const source = readFileSync(new URL(import.meta.resolve("@mermaid-js/tiny")));
      this.emitFile({ type: "asset", fileName: "diagram/mermaid.js", source });
    },
  };
}

/** Nothing is drawn before the theme is known. */
const unseen: Plugin = {
  name: "unseen",
  transformIndexHtml: (html) =>
    html.replace('<script type="module"', '<script type="module" blocking="render"'),
};

/** The service sends these as they are: nothing is compressed per request. */
function compressed(): Plugin {
  return {
    name: "compressed",
    closeBundle() {
      for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSED.has(extname(entry.name))) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        // Twelve seconds at the best quality, for 3 MB.
        const quality = bytes.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}

const service = process.env.ENGRAM_URL ?? "http://127.0.0.1:3000";
const SURFACES =
  "^/(chat|conversations|memory|maintenance|reports|settings|models|keys|session|health|events|v1)";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2023",
    // A strict policy of content allows no address but the service's own, data: pictures included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [diagrams(), unseen, compressed()],
  // For development of the pages: `npm run web`, next to a running service.
  server: {
    proxy: {
      [SURFACES]: service,
      "/ws": { target: service, ws: true },
    },
  },
});
