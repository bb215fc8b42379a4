import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

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
  value: string;
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

/** Texts that are edited together, and the input of each. */
export function useFields<Fields extends Record<string, string>>(was: Fields) {
  const [now, setNow] = useState(was);
  const set = (given: Partial<Fields>): void => setNow({ ...now, ...given });
  const field = (name: keyof Fields & string) => ({
    value: now[name] ?? "",
    set: (text: string) => set({ [name]: text } as Partial<Fields>),
  });
  return { now, set, field };
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
