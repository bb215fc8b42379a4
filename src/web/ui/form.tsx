import type { ComponentChildren } from "preact";
import { once } from "./once.ts";

interface Props {
  class?: string;
  submit: (event: SubmitEvent) => unknown;
  children: ComponentChildren;
}

/** While a submission goes on, further ones do nothing. */
export const Form = ({ class: look = "stack", submit, children }: Props) => (
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
