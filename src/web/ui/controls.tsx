import { attempt, notify } from "./toast.ts";
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";
import { useState } from "preact/hooks";

/** Runs it unless what this element began before still goes on; shows that it does, and how it ended. */
async function once(element: HTMLElement, work: () => unknown, done?: string): Promise<void> {
  if (element.ariaBusy === "true") return;
  const begun = work();
  if (!(begun instanceof Promise)) return;
  element.ariaBusy = "true";
  if ((await attempt(() => begun)) && done !== undefined) notify(done);
  element.ariaBusy = null;
}

interface Looks {
  primary?: boolean;
  danger?: boolean;
  quiet?: boolean;
  small?: boolean;
  icon?: boolean;
  /** In running text. */
  link?: boolean;
}
export type ButtonProps = Omit<ButtonHTMLAttributes, "class" | "icon" | "onClick"> &
  Looks & {
    class?: string;
    onClick?: (event: MouseEvent) => unknown;
    /** Shown once what it began has succeeded. */
    done?: string;
  };

/** While what it began goes on, further clicks do nothing; what that throws is shown. */
export function Button(props: ButtonProps) {
  const { primary, danger, quiet, small, icon, link, class: more, onClick, done, ...rest } = props;
  const looks = { button: !link, link, primary, danger, quiet, small, icon };
  const look = Object.entries(looks).flatMap(([name, is]) => (is ? name : []));
  return (
    <button
      type="button"
      {...rest}
      class={[...look, more ?? []].flat().join(" ")}
      onClick={onClick && ((event) => void once(event.currentTarget, () => onClick(event), done))}
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

/** While a submission goes on, further ones do nothing; what it throws is shown. */
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

interface TextProps extends Pick<Props, "label" | "grow"> {
  value: string | number;
  set: (text: string) => void;
  /** After it, such as its suggestions. */
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

/** A line of text under its name. */
export function TextInput({ label, grow = false, set, children, ...rest }: TextProps) {
  return (
    <Field label={label} grow={grow}>
      <input class="input" {...rest} onInput={(event) => set(event.currentTarget.value)} />
      {children}
    </Field>
  );
}

/** What may be meant, for inputs whose `list` is its id. */
export const Suggestions = ({ id, of }: { id: string; of: readonly string[] }) => (
  <datalist id={id}>
    {of.map((one, at) => (
      <option key={at} value={one} />
    ))}
  </datalist>
);

/** Lines of text under their name. */
export function TextArea({ label, set, ...rest }: TextProps) {
  return (
    <Field label={label}>
      <textarea class="input" {...rest} onInput={(event) => set(event.currentTarget.value)} />
    </Field>
  );
}

/** Texts that are edited together, the input of each, and those that are not what they were. */
export function useFields<Fields extends Record<string, string>>(was: Fields) {
  const [now, setNow] = useState(was);
  const changed = Object.fromEntries(
    Object.entries(now).filter(([name, text]) => text !== was[name]),
  ) as Partial<Fields>;
  const set = (given: Partial<Fields>): void => setNow({ ...now, ...given });
  const field = (name: keyof Fields & string) => ({
    value: now[name] ?? "",
    set: (text: string) => set({ [name]: text } as Partial<Fields>),
  });
  return { now, changed, set, field };
}

/** A search, with its name inside. */
export function SearchInput({ label, set, ...rest }: TextProps & { label: string }) {
  return (
    <input
      class="input"
      type="search"
      aria-label={label}
      placeholder={label}
      {...rest}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

interface FileProps {
  label: string;
  /** Endings of its name. */
  accept: string;
  take: (file: File) => void;
}

/** A file, taken once it is chosen. */
export function FileInput({ label, accept, take }: FileProps) {
  return (
    <input
      class="input"
      type="file"
      aria-label={label}
      accept={accept}
      onChange={({ currentTarget: { files } }) => files?.[0] && take(files[0])}
    />
  );
}

interface CheckProps {
  isOn: boolean;
  set: (isOn: boolean) => void;
  disabled?: boolean;
  children: ComponentChildren;
}

/** A yes or no before its words. */
export function Check({ isOn, set, disabled = false, children }: CheckProps) {
  return (
    <label class="row">
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** Words of each value; pairs where numbers among them have an order of their own. */
export type Options<Value extends string> =
  | Record<Value, string>
  | readonly (readonly [value: Value, words: string])[];

interface ChoiceProps<Value extends string> {
  value: Value;
  options: Options<Value>;
  set: (value: Value) => void;
  [attribute: string]: unknown;
}

/** One of a few values, in words. */
export function Choice<Value extends string>({ options, set, ...rest }: ChoiceProps<Value>) {
  return (
    <select class="input" {...rest} onChange={(event) => set(event.currentTarget.value as Value)}>
      {(Array.isArray(options) ? options : Object.entries(options)).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The same under its name. */
export function Select<Value extends string>({
  label,
  ...choice
}: ChoiceProps<Value> & Pick<Props, "label">) {
  return (
    <Field label={label}>
      <Choice {...choice} />
    </Field>
  );
}
