import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";

/** Runs it unless what this element began before still goes on; shows that it does. */
async function once(element: HTMLElement, work: () => unknown): Promise<void> {
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

interface Looks {
  primary?: boolean;
  danger?: boolean;
  quiet?: boolean;
  small?: boolean;
  icon?: boolean;
}
export type ButtonProps = Omit<ButtonHTMLAttributes, "class" | "icon" | "onClick"> &
  Looks & { class?: string; onClick?: (event: MouseEvent) => unknown };

/** While what it began goes on, further clicks do nothing. */
export function Button({ primary, danger, quiet, small, icon, class: more, onClick, ...rest }: ButtonProps) {
  const looks = Object.entries({ primary, danger, quiet, small, icon }).flatMap(([name, is]) =>
    is ? name : [],
  );
  const look = ["button", ...looks, more ?? []].flat().join(" ");
  return (
    <button
      type="button"
      {...rest}
      class={look}
      onClick={onClick && ((event) => void once(event.currentTarget, () => onClick(event)))}
    />
  );
}

/** An icon button; its name is read out, and shown on hover. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<ButtonProps, "icon">) {
  return (
    <Button quiet small icon title={label} {...rest} aria-label={label}>
      <Icon name={icon} size={16} />
    </Button>
  );
}

interface FormProps {
  class?: string;
  submit: (event: SubmitEvent) => unknown;
  children: ComponentChildren;
}

/** While a submission goes on, further ones do nothing. */
export const Form = ({ class: look = "stack", submit, children }: FormProps) => (
  <form
    class={look}
    onSubmit={(event) => {
      event.preventDefault();
      void once(event.currentTarget, () => submit(event));
    }}
  >
    {children}
  </form>
);
