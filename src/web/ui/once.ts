/** Runs it unless what this element began before still goes on; shows that it does. */
export async function once(element: HTMLElement, work: () => unknown): Promise<void> {
  if (element.ariaBusy === "true") return;
  const begun = work();
  if (!(begun instanceof Promise)) return;
  element.ariaBusy = "true";
  try {
    await begun;
  } finally {
    element.ariaBusy = null;
  }
}
