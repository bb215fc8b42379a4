/**
 * The translator of a browser puts `<font>` elements in the place of texts, which Preact goes on changing and removing: the
 * page would go on showing what was so before. Each text stays behind its translation, empty, and ends it when it changes.
 */
const translated = new WeakMap<Node, { translation: Element; text: string }>();
const originals = new WeakMap<Node, Text>();

function replaced(text: Text, translation: Element): void {
  translated.set(text, { translation, text: text.data });
  originals.set(translation, text);
  text.data = "";
  translation.after(text);
}

function follow(record: MutationRecord): void {
  const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
  if (type === "characterData" && (target as Text).data !== "") translated.get(target)?.translation.remove();
  for (const node of removedNodes) {
    const original = originals.get(node);
    // Its reader wants the page as it was.
    if (original?.data === "") original.data = translated.get(original)?.text ?? "";
    if (!(node instanceof Text) || node.isConnected) continue;
    const beside = [...addedNodes, previousSibling, nextSibling];
    const translation = beside.find((one) => one?.nodeName === "FONT" && !originals.has(one));
    if (translation?.isConnected) replaced(node, translation as Element);
    else translated.get(node)?.translation.remove();
  }
}

new MutationObserver((records) => records.forEach(follow)).observe(document.body, {
  childList: true,
  subtree: true,
  characterData: true,
});
