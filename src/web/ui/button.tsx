import type { ButtonHTMLAttributes } from "preact";
import { once } from "./once.ts";
import { Icon, type IconName } from "./icons.tsx";

interface Looks {
  primary?: boolean;
  danger?: boolean;
  quiet?: boolean;
  small?: boolean;
  icon?: boolean;
}
type Props = Omit<ButtonHTMLAttributes, "class" | "icon" | "onClick"> &
  Looks & { class?: string; onClick?: (event: MouseEvent) => unknown };

/** While what it began goes on, further clicks do nothing. */
export function Button({ primary, danger, quiet, small, icon, class: more, onClick, ...rest }: Props) {
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
}: { icon: IconName; label: string } & Omit<Props, "icon">) {
  return (
    <Button quiet small icon title={label} {...rest} aria-label={label}>
      <Icon name={icon} size={16} />
    </Button>
  );
}
