import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Content loaded only when opened. */
export function Fold({ title, children }: { title: ComponentChildren; children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
