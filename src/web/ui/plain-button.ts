/** A small button in a reply, where no component is. */
export function plainButton(words: string, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = words;
  button.addEventListener("click", act);
  return button;
}
