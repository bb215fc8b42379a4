import { unescape } from "node:querystring";

/** An address without the name and password in it, which `fetch` refuses, and the header that carries them. */
export function loginOf(address: string | URL): { url: URL; headers: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === "" && password === "") return { url, headers: {} };
  [url.username, url.password] = ["", ""];
  const login = Buffer.from(`${unescape(username)}:${unescape(password)}`);
  return { url, headers: { authorization: `Basic ${login.toString("base64")}` } };
}
