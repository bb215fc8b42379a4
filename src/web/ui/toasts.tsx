import { Icon } from "./icons.tsx";
import { Button } from "./controls.tsx";
import { attempt, dismiss, toasts } from "./toast.ts";
import { t } from "../language/text.ts";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isError, action }) => (
        <div key={id} class={isError ? "toast error" : "toast"}>
          <span class="grow">{text}</span>
          {action && (
            <Button
              link
              onClick={() => {
                dismiss(id);
                void attempt(action.run);
              }}
            >
              {action.label}
            </Button>
          )}
          <Button quiet icon small aria-label={t("Dismiss")} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
