import { render } from "preact";
import { App } from "./app.tsx";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
// Only available in browsers on localhost or over HTTPS.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
