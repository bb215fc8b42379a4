/** The server's root without `/v1` and without a trailing slash: users write all four forms. */
export function serverRoot(url: string): string {
  return url
    .trim()
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\/v1$/, "");
}

/** The server's address, for messages: never its path, user name or password. */
export function serverAddress(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "the configured address";
}
