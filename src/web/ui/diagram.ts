import { effect } from "@preact/signals";
import { t } from "../language/text.ts";
import { plainButton } from "./plain-button.ts";
import { isDark } from "./theme.ts";

/** Longer diagrams are shown as source. */
const CHARS_MAX = 20_000;
const DEADLINE_MS = 10_000;
const HEIGHT_MAX_PX = 4_000;

/** Draws a code block of Mermaid once it comes into view; a button of its head goes back to the source. */
export function drawDiagram(pre: HTMLElement, head: Element): void {
  const text = pre.textContent;
  if (text.length > CHARS_MAX) return explain(pre, t("it is too long"));
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    open(pre, head, text);
  });
  seen.observe(pre);
}

/** In a sandboxed frame: the drawing has no origin, and may load nothing. */
function open(pre: HTMLElement, head: Element, text: string): void {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.className = "diagram";
  frame.title = t("Diagram");
  frame.src = "./diagram/frame.html";
  const toggle = toggleOf(pre, frame);
  const ended = new AbortController();
  const giveUp = (why: string): void => {
    ended.abort();
    frame.remove();
    toggle.remove();
    pre.hidden = false;
    explain(pre, why);
  };
  const answered = ({ source, data }: MessageEvent<{ height?: unknown; error?: unknown }>): void => {
    if (!frame.isConnected) return ended.abort();
    if (source !== frame.contentWindow) return;
    clearTimeout(late);
    const height = Number(data.height);
    if (!(height > 0)) return giveUp(String(data.error));
    frame.style.height = `${Math.min(Math.ceil(height), HEIGHT_MAX_PX)}px`;
    if (toggle.isConnected) return;
    pre.hidden = true;
    head.lastElementChild?.before(toggle);
  };
  const { signal } = ended;
  addEventListener("message", answered, { signal });
  frame.addEventListener("load", () => {
    const follow = effect(() => frame.contentWindow?.postMessage({ text, isDark: isDark.value }, "*"));
    signal.addEventListener("abort", follow);
  });
  const late = setTimeout(() => giveUp(t("it took too long")), DEADLINE_MS);
  signal.addEventListener("abort", () => clearTimeout(late));
  pre.after(frame);
}

function toggleOf(pre: HTMLElement, frame: HTMLElement): HTMLButtonElement {
  const toggle = plainButton(t("Source"), () => {
    pre.hidden = !pre.hidden;
    frame.hidden = !pre.hidden;
    toggle.textContent = pre.hidden ? t("Source") : t("Diagram");
  });
  return toggle;
}

function explain(pre: HTMLElement, why: string): void {
  const line = document.createElement("p");
  line.className = "muted small";
  line.textContent = t("I could not draw this diagram: {why}", { why });
  pre.after(line);
}
