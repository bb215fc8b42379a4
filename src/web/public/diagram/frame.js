// Draws a diagram for the page around this frame. The frame is sandboxed and has no origin: text that makes Mermaid do
// something else can neither read, load nor open anything.
/** What a diagram may not set. */
const SECURE = [
  "htmlLabels",
  "maxEdges",
  "maxTextSize",
  "secure",
  "securityLevel",
  "startOnLoad",
  "themeCSS",
];
const EDGES_MAX = 500;
const ERROR_CHARS_MAX = 200;

addEventListener("message", async ({ source, data: { text, isDark } }) => {
  if (source !== parent) return;
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  mermaid.initialize({
    startOnLoad: false,
    secure: SECURE,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    maxTextSize: text.length,
    maxEdges: EDGES_MAX,
    fontFamily: "system-ui, sans-serif",
    theme: isDark ? "dark" : "default",
  });
  try {
    const { svg } = await mermaid.render("diagram", text);
    document.body.innerHTML = svg;
    for (const link of document.querySelectorAll("a"))
      for (const name of ["href", "xlink:href", "target"]) link.removeAttribute(name);
    tellHeight();
  } catch (error) {
    tell({
      error: String(error?.message ?? error)
        .split("\n")[0]
        .slice(0, ERROR_CHARS_MAX),
    });
  }
});

function tell(result) {
  parent.postMessage(result, "*");
}

function tellHeight() {
  const height = document.querySelector("svg")?.getBoundingClientRect().height;
  if (height) tell({ height });
}

addEventListener("resize", tellHeight);
