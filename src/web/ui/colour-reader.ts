/** A canvas knows no custom properties: their colours in the theme that is on are read from an element. */
export const colourReader =
  (element: HTMLElement) =>
  (token: string): string => {
    const probe = element.appendChild(document.createElement("span"));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
