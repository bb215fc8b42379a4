import type { ComponentChildren } from "preact";

interface Props {
  label: ComponentChildren;
  grow?: boolean;
  children: ComponentChildren;
}

/** A control under its name. */
export function Field({ label, grow = false, children }: Props) {
  return (
    <label class={grow ? "field grow" : "field"}>
      <span>{label}</span>
      {children}
    </label>
  );
}
