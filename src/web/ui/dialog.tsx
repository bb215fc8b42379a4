import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { Button, Form, type ButtonProps } from "./controls.tsx";
import { Toasts } from "./toasts.tsx";
import { t } from "../language/text.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** At the side, for looking something up; else in the middle, for a decision. */
  drawer?: boolean;
  children: ComponentChildren;
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, drawer = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const isTyped = useRef(false);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    // It belongs to the page that is left.
    const close = (): void => element.current?.close();
    addEventListener("hashchange", close);
    return () => {
      removeEventListener("hashchange", close);
      // The browser does so only for one that is closed, not for one that is taken away.
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={drawer ? "drawer" : ""}
      aria-label={title}
      onClose={onClose}
      // Text that is selected with the mouse may end beside the dialog.
      onMouseDown={({ target }) => (pressed.current = target)}
      // A click beside it loses nothing that was filled in.
      onInput={({ target }) => (isTyped.current ||= (target as HTMLInputElement).form !== null)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === pressed.current && !isTyped.current) currentTarget.close();
      }}
    >
      <div class="inner">
        <div class="row">
          <h2 class="grow">{title}</h2>
          <Button quiet icon aria-label={t("Close")} onClick={() => element.current?.close()}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </div>
      {/* Those of the page can neither be seen nor clicked behind it. */}
      <Toasts />
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  action: string;
  /** The harmless answer. */
  keep?: string;
  /** The dialog stays if it throws. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}

/** Confirms an irreversible action. The harmless answer has the focus. */
export function Confirm({ title, action, keep = t("Cancel"), onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">{children}</div>
      <div class="actions">
        <Button autofocus onClick={onClose}>
          {keep}
        </Button>
        <Button danger onClick={() => onConfirm().then(onClose)}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

interface FormDialogProps {
  title: string;
  action: string;
  /** Saves what was filled in; what it throws is shown. */
  save: () => Promise<unknown>;
  onClose: () => void;
  children: ComponentChildren;
}

/** A form that stays open until it is saved. */
export function FormDialog({ title, action, save, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={() => save().then(onClose)}>
        {children}
        <div class="actions">
          <Button primary type="submit">
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, "onClose"> {
  label: string;
  small?: boolean;
}

/** A button whose act is confirmed first. */
export const ConfirmButton = ({ label, small = false, ...asked }: ConfirmButtonProps) => (
  <DialogButton danger small={small} dialog={(close) => <Confirm {...asked} onClose={close} />}>
    {label}
  </DialogButton>
);

/** A button that opens a dialog. */
export function DialogButton({
  dialog,
  ...look
}: ButtonProps & { dialog: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
