import type { ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./icons.tsx";

interface Looks {
  primary?: boolean;
  danger?: boolean;
  quiet?: boolean;
  small?: boolean;
  icon?: boolean;
}
type Props = Omit<ButtonHTMLAttributes, "class" | "icon"> & Looks & { class?: string };

export function Button({ primary, danger, quiet, small, icon, class: more, ...rest }: Props) {
  const looks = Object.entries({ primary, danger, quiet, small, icon }).flatMap(([name, is]) =>
    is ? name : [],
  );
  return <button type="button" {...rest} class={["button", ...looks, more ?? []].flat().join(" ")} />;
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
