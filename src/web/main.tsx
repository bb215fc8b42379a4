import { render } from "preact";
import { App } from "./app.tsx";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
// Browsers have none on an address that is neither this machine's nor encrypted.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
