import { render } from "preact";
import { App } from "./app.tsx";
import "./ui/translator.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";

const root = document.getElementById("app");
if (root) {
  const unstarted = [...root.children];
  root.replaceChildren();
  try {
    render(<App />, root);
  } catch (error) {
    root.replaceChildren(...unstarted);
    throw error;
  }
}
// A file that misses the conversation would be opened in the place of the page.
for (const name of ["dragover", "drop"] as const)
  addEventListener(name, (event) => {
    const isFile = event.dataTransfer?.types.includes("Files");
    if (isFile && !(event.target as Element).matches("input[type=file]")) event.preventDefault();
  });
// Only available in browsers on localhost or over HTTPS.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
