/** The server's root without `/v1` and without a trailing slash: users write all four forms, or paste an endpoint. */
export function serverRoot(url: string): string {
  return url
    .trim()
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\/(?:chat\/completions|embeddings)$/, "")
    .replace(/\/v1$/, "");
}

/** Some addresses name their version elsewhere or another one: Gemini's `/v1beta/openai`, Zhipu's `/api/paas/v4`. */
const HAS_VERSION = /(?<!\/)\/v\d+[a-z]*(?:\/|$)/;

/** @param path such as `/v1/models` */
export function endpoint(root: string, path: string): string {
  return root + (HAS_VERSION.test(root) ? path.replace(/^\/v1(?=\/)/, "") : path);
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
