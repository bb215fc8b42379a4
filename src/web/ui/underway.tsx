import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { t } from "../language/text.ts";

interface Props {
  label: string;
  /** Without it, how far it is is not known. */
  value?: number | undefined;
  max?: number | undefined;
  cancel: () => unknown;
  children?: ComponentChildren;
}

/** Work that takes a while, and can be cancelled. */
export const Underway = ({ label, value, max = 1, cancel, children }: Props) => (
  <div class="row" role="status">
    <progress aria-label={label} max={max} value={value} />
    <span class="grow small">{children}</span>
    <Button small onClick={cancel}>
      {t("Cancel")}
    </Button>
  </div>
);
