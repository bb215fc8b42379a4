/** Some addresses name their version elsewhere or another one: Gemini's `/v1beta/openai`, Zhipu's `/api/paas/v4`. */
const HAS_VERSION = /(?<!\/)\/v\d+[a-z]*(?:\/|$)/;
const ENDPOINT =
  /\/(?:(?:chat\/)?completions|models|responses|embeddings|rerank|audio\/(?:transcriptions|speech))$/;
/** Ends the root of a pasted endpoint without a version, such as Infinity's `/embeddings`. URLs leave it out. */
const UNVERSIONED = "/.";

/** The server's root without `/v1` and without a trailing slash: users write all four forms, or paste an endpoint. */
export function serverRoot(url: string): string {
  const given = url.trim().replace(/(?<!\/)\/+$/, "");
  const base = given.replace(ENDPOINT, "");
  if (base !== given && !HAS_VERSION.test(base)) return base + UNVERSIONED;
  return base.replace(/\/v1$/, "");
}

/** @param path such as `/v1/models` */
export function endpoint(root: string, path: string): string {
  const isWhole = HAS_VERSION.test(root) || root.endsWith(UNVERSIONED);
  return root + (isWhole ? path.replace(/^\/v1(?=\/)/, "") : path);
}

/** The header for a key, which may have been pasted with its scheme or a line break. */
export function keyHeader(apiKey: string | undefined): Record<string, string> {
  const key = apiKey?.trim().replace(/^Bearer\s+/i, "") ?? "";
  return key === "" ? {} : { authorization: `Bearer ${key}` };
}

/** The server's address, for messages: never its path, user name or password. */
export function serverAddress(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "the configured address";
}
